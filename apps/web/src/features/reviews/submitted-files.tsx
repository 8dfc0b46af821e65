import { isEvidence, isEvidenceAsked } from 'rules/evidence'
import type { Review, ReviewAttachment, ReviewStatement } from 'contract/reviews'
import { api } from '#core/api.ts'
import { openFile } from '#core/open-file.ts'
import { showToast } from '#core/toast.ts'
import { AttachedFile } from '#features/assessment/attached-file.tsx'
import { Alert } from '#ui/alert.tsx'
import { isHandedIn } from './review-words.ts'

/** What was submitted as evidence of a statement. */
export function SubmittedFiles({
  review,
  statement,
}: {
  review: Review
  statement: ReviewStatement
}) {
  const { attachments: files } = statement
  const isHere = isHandedIn(review)
  return (
    <>
      {isHere && <Asked statement={statement} />}
      {files.length === 0 && (
        <p className="text-muted-foreground">
          {isHere ? 'No file was attached.' : 'Files are shown while an assessment is submitted.'}
        </p>
      )}
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

/** What the declared response asks for, and whether there is anything that could show it. */
function Asked({ statement: { responses, current, attachments } }: { statement: ReviewStatement }) {
  if (!isEvidenceAsked(responses, current)) return null
  const label = responses.find(({ id }) => id === current)?.label
  if (attachments.some(isEvidence)) return <p>“{label}” asks for evidence.</p>
  return (
    <Alert variant="warning" title="Evidence is missing." className="mb-2">
      “{label}” asks for it, and no file can be opened.
    </Alert>
  )
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
