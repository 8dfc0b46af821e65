import type { ContentImport } from 'contract/content-imports'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress.tsx'

interface ImportProgressProps {
  found: ContentImport
  title: string
  /** Whether the page may be left. */
  leaving?: string
  onStop?: () => void
}

export function ImportProgress({
  found: { progress },
  title,
  leaving = 'You can leave this page. The draft is created in the background.',
  onStop,
}: ImportProgressProps) {
  return (
    <section aria-label="Progress" className="rounded-lg border bg-card p-5">
      <h2 className="mb-3 text-18 font-semibold wrap-anywhere">{title}</h2>
      <ProgressBar label={title} percent={progress} />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-14 text-muted-foreground">{leaving}</p>
        {onStop && (
          <Button variant="ghost" onClick={() => onStop()}>
            Stop
          </Button>
        )}
      </div>
    </section>
  )
}
