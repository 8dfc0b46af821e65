import { RotateCw, Unplug } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'

export interface ErrorPanelProps {
  title: string
  children: ReactNode
  onRetry?: (() => void) | undefined
  isRetrying?: boolean | undefined
  detail?: string | undefined
  headingLevel?: 1 | 2 | 3 | undefined
  className?: string | undefined
}

export function ErrorPanel(props: ErrorPanelProps) {
  const { title, children, onRetry, isRetrying, detail, headingLevel = 2, className } = props
  const [isDetailShown, setDetailShown] = useState(false)
  const detailId = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <div role="alert" className={cn('rounded-lg border bg-card p-5', className)}>
      <Heading
        {...(headingLevel === 1 && { tabIndex: -1 })}
        className="flex items-center gap-3 text-16 font-semibold"
      >
        <Unplug className="size-5 shrink-0 stroke-[1.75] text-destructive-ink" />
        {title}
      </Heading>
      <div className="mt-1 text-15 text-subtle-foreground empty:hidden">{children}</div>
      <div className="mt-3 flex flex-wrap items-center gap-4">
        {onRetry && (
          <Button variant="outline" icon={<RotateCw />} isLoading={isRetrying} onClick={onRetry}>
            Try again
          </Button>
        )}
        {detail && (
          <button
            type="button"
            aria-expanded={isDetailShown}
            aria-controls={detailId}
            onClick={() => setDetailShown(!isDetailShown)}
            className="link min-h-11 text-15"
          >
            {isDetailShown ? 'Hide Error' : 'Show Error'}
          </button>
        )}
      </div>
      <pre
        id={detailId}
        hidden={!isDetailShown}
        className="mt-3 rounded-md bg-muted p-3 font-mono text-13 break-words whitespace-pre-wrap"
      >
        {detail}
      </pre>
    </div>
  )
}
