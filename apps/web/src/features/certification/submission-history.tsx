import { auditLabel } from 'contract/audit-labels'
import type { HistoryStep } from 'contract/rounds'
import { formatMoment } from '#core/time.ts'
import { cn } from '#ui/cn.ts'
import { Disclosure } from '#ui/disclosure.tsx'

interface SubmissionHistoryProps {
  steps: readonly HistoryStep[]
  className?: string
}

export function SubmissionHistory({ steps, className }: SubmissionHistoryProps) {
  if (steps.length === 0) return null
  return (
    <Disclosure title="History" aside={`${steps.length}`} className={cn('border-t', className)}>
      <ol className="divide-y text-14">
        {steps.map(({ step, by, at, reason }) => (
          <li key={`${step} ${at}`} className="py-2.5">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>
                <strong className="font-medium">{auditLabel(step)}</strong>, {by}
              </span>
              <time dateTime={at} className="text-13 text-muted-foreground">
                {formatMoment(at)}
              </time>
            </p>
            {reason !== null && (
              <p
                dir="auto"
                translate="no"
                className="mt-1 measure wrap-anywhere whitespace-pre-line text-subtle-foreground"
              >
                {reason}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}
