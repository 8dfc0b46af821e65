import type { ReviewStatement } from 'contract/reviews'
import { useResponseNumbers } from '#features/content/response-numbers.tsx'
import { ContentText } from '#ui/content-text.tsx'

/** What "as declared" is, because the response itself can be out of sight. */
export function Declared({ statement: { responses, current } }: { statement: ReviewStatement }) {
  const { numbers, areOwn } = useResponseNumbers(responses)
  const level = responses.findIndex(({ id }) => id === current)
  return (
    <p id="declared" className="line-clamp-2 wrap-anywhere">
      Declared:{' '}
      {level === -1 ? (
        'Does not apply'
      ) : (
        <>
          {!areOwn && numbers[level] !== null && <>{numbers[level]} </>}
          <ContentText>{responses[level]?.label}</ContentText>
        </>
      )}
    </p>
  )
}
