import { cn } from '#ui/cn.ts'

export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 18 18"
      aria-hidden="true"
      className={cn('size-4.5 animate-spin motion-reduce:animate-none', className)}
    >
      <path
        d="M9 2.25a6.75 6.75 0 1 0 6.75 6.75"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
    </svg>
  )
}
