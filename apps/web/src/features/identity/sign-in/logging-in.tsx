import { Spinner } from '#ui/spinner.tsx'

export function LoggingIn() {
  return (
    <div role="status">
      <h1 tabIndex={-1} className="flex items-center gap-3.5 text-33 font-semibold">
        <Spinner className="size-7 shrink-0 text-primary" />
        Logging in...
      </h1>
      <p className="mt-3 text-16 text-balance text-subtle-foreground">
        This may take a few seconds. Please don&apos;t refresh the page.
      </p>
    </div>
  )
}
