import type { Review } from 'contract/reviews'
import { formatScore } from 'rules/report-labels'
import { Button } from '#ui/button.tsx'
import { Mark } from '#ui/marks.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { count, isHandedIn, statementsOf } from './review-words.ts'

interface OutcomeProps {
  review: Review
  onNextChanged: () => void
}

/** How far the review is, and what follows from it so far. */
export function Outcome({ review, onNextChanged }: OutcomeProps) {
  const { outcome, edition } = review
  const statements = statementsOf(review)
  const total = statements.length
  const changed = statements.filter((statement) => statement.changed)
  const done = total - outcome.missing
  const words = `${done} of ${total} reviewed`
  const band = bandWords(review)
  return (
    <section aria-label="Outcome" className="mb-6 border-b px-2 pb-5 text-14">
      <p className="mb-2 font-medium tabular-nums">{words}</p>
      <ProgressBar label={words} percent={Math.round((done / Math.max(total, 1)) * 100)} />
      <dl className="mt-4 space-y-1.5 text-subtle-foreground">
        <Figure
          kind="current"
          label="Declared"
          value={formatScore(outcome.current, edition.scale)}
        />
        <Figure
          kind="certified"
          label={outcome.missing > 0 ? 'Certified so far' : 'Certified'}
          value={formatScore(outcome.certified, edition.scale)}
        />
        {band !== null && (
          <div className="flex justify-between gap-3">
            <dt>Band</dt>
            <dd className="text-right font-semibold text-foreground">{band}</dd>
          </div>
        )}
      </dl>
      {changed[0]?.changed && (
        <div className="mt-4 space-y-2">
          <p className="text-warning-ink">
            {count(changed.length, 'statement')} changed since round {changed[0].changed.round}
          </p>
          <Button variant="outline" size="xs" onClick={onNextChanged}>
            Next changed statement
          </Button>
        </div>
      )}
    </section>
  )
}

function Figure(props: { kind: 'current' | 'certified'; label: string; value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="flex items-center gap-1.5">
        <Mark kind={props.kind} size={5} />
        {props.label}
      </dt>
      <dd className="font-semibold text-foreground tabular-nums">{props.value}</dd>
    </div>
  )
}

/** Null where there are none, and where the review has ended before one could be reached. */
function bandWords(review: Review) {
  const { bands, band, missing } = review.outcome
  if (bands.length === 0 || (missing > 0 && !isHandedIn(review))) return null
  return missing > 0 ? 'When all are reviewed' : (band ?? 'None is reached')
}
