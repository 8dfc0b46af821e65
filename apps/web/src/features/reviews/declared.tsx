import type { ReviewStatement } from 'contract/reviews'
import { formatNumber } from 'rules/plural'
import { ContentText } from '#ui/content-text.tsx'

/** What "as declared" is, because the response itself can be out of sight. */
export function Declared({ statement: { responses, current } }: { statement: ReviewStatement }) {
  const level = responses.findIndex(({ id }) => id === current)
  return (
    <p id="declared" className="line-clamp-2 wrap-anywhere">
      Declared:{' '}
      {level === -1 ? (
        'Does not apply'
      ) : (
        <>
          {formatNumber(level + 1)} <ContentText>{responses[level]?.label}</ContentText>
        </>
      )}
    </p>
  )
}
