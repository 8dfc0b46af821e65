import { isolated } from '#core/isolated.ts'
import { nextInShort } from 'rules/band-sentences'
import { formatList, plural } from 'rules/plural'
import { referenceOf } from 'rules/reference'
import { formatScore } from 'rules/report-labels'
import type { scaleOf } from 'rules/scores'
import type { Review } from 'contract/reviews'
import { cn } from '#ui/cn.ts'
import { ContentText } from '#ui/content-text.tsx'
import { MarkedSentence } from '#ui/sentence.tsx'
import { statementsOf } from './review-labels.tsx'

interface ReachedBandProps {
  review: Pick<Review, 'outcome' | 'elements'>
  scale: ReturnType<typeof scaleOf>
}

/** What a certificate will say: the band, or the score of a set without bands. */
export function ReachedBand({ review, scale }: ReachedBandProps) {
  const { bands, band, certified, current } = review.outcome
  const reached = band === null ? -1 : bands.indexOf(band)
  return (
    <div className="rounded-lg border bg-state-certified-tint px-4 py-3">
      <p className="text-21 font-semibold text-state-certified-ink">
        {band === null ? (
          bands.length > 0 ? (
            'No band reached'
          ) : (
            formatScore(certified, scale)
          )
        ) : (
          <ContentText>{band}</ContentText>
        )}
      </p>
      <p className="text-14 text-subtle-foreground tabular-nums">
        {`Certified ${formatScore(certified, scale)}, declared ${formatScore(current, scale)}`}
      </p>
      {bands.length > 0 && (
        <ol className="mt-3 flex gap-1.5">
          {bands.map((label, index) => (
            <li key={label} className="min-w-0 flex-1 text-12">
              <span
                className={cn(
                  'mb-1 block h-1.5 rounded-full bg-track',
                  index <= reached && 'bg-state-certified',
                )}
              />
              <span className={cn('wrap-anywhere', index === reached && 'font-semibold')}>
                <ContentText>{label}</ContentText>
              </span>
            </li>
          ))}
        </ol>
      )}
      <MissingForNext review={review} className="mt-3 text-14" />
    </div>
  )
}

/** More references than these are counted. */
const MOST_NAMED = 10

interface MissingForNextProps {
  review: ReachedBandProps['review']
  className?: string
}

/** What the certified responses lack for the next band, with the statements that stop it. */
export function MissingForNext({ review, className }: MissingForNextProps) {
  const { next, certified } = review.outcome
  if (!next) return null
  const { statements, statement_count: count } = next.missing
  const stopping = new Set(statements.slice(0, MOST_NAMED).map(({ id }) => id))
  const named = statementsOf(review).filter(({ id }) => stopping.has(id))
  return (
    <div className={className}>
      <p>
        <MarkedSentence>{nextInShort(next, certified)}</MarkedSentence>
      </p>
      {named.length > 0 && (
        <p className="text-muted-foreground">
          {`${leadTo(named.length, count)}: ${formatList(named.map((one) => isolated(referenceOf(one))))}`}
        </p>
      )}
    </div>
  )
}

function leadTo(named: number, count: number) {
  if (count > named) return 'Some of these statements'
  return plural(named, { one: 'Statement', other: 'Statements' })
}
