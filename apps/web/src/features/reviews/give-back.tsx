import type { Review } from 'contract/reviews'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { plural } from '#core/plural.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { statementsOf } from './review-labels.ts'
import { useFinish } from './use-finish.ts'

const LONGEST = 2000

interface GiveBackProps {
  review: Review
  isRefusal: boolean
  reason: string
  onReason: (reason: string) => void
  onClose: () => void
}

export function GiveBack({ review, isRefusal, reason, onReason, onClose }: GiveBackProps) {
  const words = isRefusal ? REFUSAL : RETURN
  const [wasTried, setTried] = useState(false)
  const fault = faultOf(reason.trim())
  const finish = useFinish({
    reviewId: review.id,
    finish: () => {
      const step = isRefusal ? api.reviews.refuse : api.reviews.giveBack
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
    <AlertDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={words.title}
      description={`${words.consequence(review.respondent.name)} ${shown}`}
      actionLabel={words.action}
      actionVariant={isRefusal ? 'destructive' : 'primary'}
      isLoading={finish.isPending}
      onAction={() => {
        setTried(true)
        if (!fault) finish.mutate()
      }}
    >
      <TextArea
        id="reason"
        label={words.label}
        hint={`${review.respondent.name} sees this text in an email and in the assessment.`}
        rows={4}
        limit={LONGEST}
        value={reason}
        onChange={({ target }) => onReason(target.value)}
        error={wasTried ? fault : undefined}
      />
      <FailureAlert error={finish.error} title="The review was not finished." />
    </AlertDialog>
  )
}

function faultOf(reason: string) {
  if (reason === '') return 'Enter a reason'
  return reason.length > LONGEST ? 'Shorten the reason to 2,000 characters' : undefined
}

const RETURN = {
  title: 'Return this assessment?',
  consequence: (name: string) =>
    `${name} can change answers and submit the assessment again. You don’t have to review unchanged answers again.`,
  action: 'Return assessment',
  label: 'What to change',
  done: 'Assessment returned',
}

const REFUSAL = {
  title: 'Refuse this certificate?',
  consequence: (name: string) =>
    `No certificate is issued. ${name} keeps the answers and can submit the assessment again.`,
  action: 'Refuse certificate',
  label: 'Reason',
  done: 'Certificate refused',
}
