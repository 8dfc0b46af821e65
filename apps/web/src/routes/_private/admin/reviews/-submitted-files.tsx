import type { Review, ReviewAttachment, ReviewStatement } from 'contract/reviews'
import { api } from '#core/api.ts'
import { openFile } from '#core/open-file.ts'
import { showToast } from '#core/toast.ts'
import { AttachedFile } from '#features/assessment/attached-file.tsx'

/** What was submitted as evidence of a statement. */
export function SubmittedFiles({
  review,
  statement,
}: {
  review: Review
  statement: ReviewStatement
}) {
  const { attachments: files } = statement
  if (files.length === 0)
    return <p className="text-muted-foreground">{wordsOfNone(review.status)}</p>
  return (
    <>
      <ul className="divide-y">
        {files.map((file) => (
          <AttachedFile key={file.id} file={file} onOpen={() => void open(review, file)} />
        ))}
      </ul>
      {review.is_own && (
        <p className="text-13 text-muted-foreground">Somebody else opens the files of your own.</p>
      )}
    </>
  )
}

function wordsOfNone(status: Review['status']) {
  return ['withdrawn', 'returned', 'refused'].includes(status)
    ? 'Files are shown while an assessment is submitted.'
    : 'No file was attached.'
}

async function open({ id }: Review, { id: attachmentId, name }: ReviewAttachment) {
  try {
    const file = await api.reviews.attachment.call({ params: { id, attachmentId } })
    openFile(new File([file], name, { type: file.type }))
  } catch (error) {
    showToast({
      title: `${name} could not be opened`,
      description: error instanceof Error ? error.message : undefined,
      variant: 'destructive',
    })
  }
}
