import type { ListedStatement } from 'contract/listed-statement'
import { Bookmark } from 'lucide-react'
import type { ComponentProps } from 'react'
import { plural } from 'rules/plural'
import { cn } from '#ui/cn.ts'
import { StatementLinks } from './statement-links.tsx'

type MarkedForLaterProps = ComponentProps<typeof StatementLinks> & { className?: string }

/** Statements that the user wanted to come back to. Completing keeps the marks. */
export function MarkedForLater({ className, ...links }: MarkedForLaterProps) {
  if (links.statements.length === 0) return null
  return (
    <section
      aria-label="Marked for later"
      className={cn('flex gap-2.5 rounded-lg bg-muted px-4 py-3', className)}
    >
      <Bookmark aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 fill-current" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{markedText(links.statements)}</p>
        <div className="mt-1">
          <StatementLinks {...links} />
        </div>
      </div>
    </section>
  )
}

export function markedText({ length }: readonly ListedStatement[]) {
  return plural(length, {
    one: 'You marked # statement for later.',
    other: 'You marked # statements for later.',
  })
}
