import { formatScore } from 'rules/report-labels'
import type { scaleOf } from 'rules/scores'
import type { Review } from 'contract/reviews'
import { cn } from '#ui/cn.ts'
import { ContentText } from '#ui/content-text.tsx'

interface ReachedBandProps {
  outcome: Review['outcome']
  scale: ReturnType<typeof scaleOf>
}

/** What a certificate will say: the band, or the score of a set without bands. */
export function ReachedBand({ outcome, scale }: ReachedBandProps) {
  const { bands, band, certified, current } = outcome
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
    </div>
  )
}
