import type { Statement } from 'contract/listed-statement'
import { ArrowUp } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { HatchSwatch } from '#ui/marks.tsx'
import { Sentence } from '#ui/sentence.tsx'
import { KeyCap } from '#ui/shortcut-list.tsx'
import { type Answer, needsFuture } from './answers.ts'
import { gapText, levelsBetween, raisedText } from './progress.ts'

interface GapProps {
  statement: Statement
  answer: Answer
  /** The future response before a higher current one raised it. */
  raisedFrom?: number | null | undefined
  onSame: () => void
}

/** What is still to be chosen, or the gap in words. */
export function Gap({ statement, answer, raisedFrom = null, onSame }: GapProps) {
  const isRaised = raisedFrom !== null
  const { lead, rest } = isRaised
    ? raisedText(statement, answer, raisedFrom)
    : gapText(statement, answer)
  const hasGap = levelsBetween(statement, answer) > 0
  return (
    <div
      dir="ltr"
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 max-md:px-(--gutter) md:short:pointer-fine:min-h-9"
    >
      <p aria-live="polite" className={isRaised ? RAISED : 'flex items-center gap-2.5'}>
        {isRaised ? <ArrowUp aria-hidden="true" className="size-4.5 shrink-0" /> : null}
        {hasGap && !isRaised && <HatchSwatch />}
        <span>
          <strong className="font-semibold">{lead}</strong>{' '}
          <Sentence titles={statement.statement_responses.map(({ label }) => label)}>
            {rest}
          </Sentence>
        </span>
      </p>
      {needsFuture(answer) && answer.future === null && (
        <Button
          variant="outline"
          size="sm"
          onClick={onSame}
          className="md:short:pointer-fine:min-h-9"
        >
          Same as now
          <span aria-hidden="true" className="ms-1 max-xl:hidden">
            <KeyCap>Enter</KeyCap>
          </span>
        </Button>
      )}
    </div>
  )
}

const RAISED =
  'flex items-center gap-2 rounded-md bg-state-future-tint px-2.5 py-1.5 text-15 text-state-future-ink'
