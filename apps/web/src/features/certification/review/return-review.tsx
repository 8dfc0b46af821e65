import type { Review } from 'contract/reviews'
import { api } from '#core/api.ts'
import { plural } from 'rules/plural'
import { useSys } from '#support/sys.ts'
import { ReasonDialog } from '#support/reason-dialog.tsx'
import { statementsOf } from './review-labels.tsx'
import { useFinishReview } from './use-finish.ts'

interface ReturnReviewProps {
  review: Review
  isRefusal: boolean
  reason: string
  onReason: (reason: string) => void
  onClose: () => void
}

export function ReturnReview({ review, isRefusal, reason, onReason, onClose }: ReturnReviewProps) {
  const words = isRefusal ? REFUSAL : RETURN
  const where = useSys()?.is_mail_off ? 'in the assessment' : 'in an email and in the assessment'
  const finish = useFinishReview({
    reviewId: review.id,
    finish: () => {
      const step = isRefusal ? api.reviews.refuse : api.reviews.returnReview
      return step.call({
        params: { id: review.id },
        body: { version: review.version, reason: reason.trim() },
      })
    },
    doneText: () => words.done,
    onClose,
  })
  const remarks = statementsOf(review).filter(({ reviewed }) => reviewed?.remark).length
  const shown =
    remarks === 0
      ? 'No statements have remarks.'
      : plural(remarks, {
          one: '# remark is shown next to its statement.',
          other: '# remarks are shown next to their statements.',
        })
  return (
    <ReasonDialog
      onClose={onClose}
      title={words.title}
      description={`${words.consequence(review.respondent.name)} ${shown}`}
      actionLabel={words.action}
      actionVariant={isRefusal ? 'destructive' : 'primary'}
      label={words.label}
      hint={`${review.respondent.name} sees this text ${where}.`}
      reason={reason}
      onReason={onReason}
      mutation={finish}
      failure={words.failure}
    />
  )
}

const RETURN = {
  title: 'Return this assessment?',
  consequence: (name: string) =>
    `${name} can change answers and submit the assessment again. You don’t have to review unchanged answers again.`,
  action: 'Return assessment',
  label: 'What to change',
  done: 'Assessment returned',
  failure: 'The assessment was not returned.',
}

const REFUSAL = {
  title: 'Refuse this certificate?',
  consequence: (name: string) =>
    `No certificate is issued. ${name} keeps the answers and can submit the assessment again.`,
  action: 'Refuse certificate',
  label: 'Reason',
  done: 'Certificate refused',
  failure: 'The certificate was not refused.',
}
