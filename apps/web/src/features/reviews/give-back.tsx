import type { Review } from 'contract/reviews'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { Alert } from '#ui/alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { count, statementsOf } from './review-labels.ts'
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
    wordsOf: () => words.done,
    onClose,
  })
  const remarks = statementsOf(review).filter(({ reviewed }) => reviewed?.remark).length
  const shown =
    remarks === 0
      ? 'No statement has a remark.'
      : `${count(remarks, 'remark')} will be shown beside the statements.`
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
        hint={`${review.respondent.name} reads it in the mail and on the assessment.`}
        rows={4}
        limit={LONGEST}
        value={reason}
        onChange={({ target }) => onReason(target.value)}
        error={wasTried ? fault : undefined}
      />
      {finish.error && (
        <Alert isLive variant="destructive">
          {finish.error.message}
        </Alert>
      )}
    </AlertDialog>
  )
}

function faultOf(reason: string) {
  if (reason === '') return 'Say why'
  return reason.length > LONGEST ? 'Shorten it to 2,000 characters' : undefined
}

const RETURN = {
  title: 'Return the assessment?',
  consequence: (name: string) =>
    `${name} can change the answers and submit again; what you said of unchanged answers stands then.`,
  action: 'Return the assessment',
  label: 'What has to be mended',
  done: 'The assessment was returned',
}

const REFUSAL = {
  title: 'Refuse the certificate?',
  consequence: (name: string) =>
    `No certificate is issued. ${name} keeps the answers and may submit them again.`,
  action: 'Refuse the certificate',
  label: 'Why it is refused',
  done: 'The certificate was refused',
}
