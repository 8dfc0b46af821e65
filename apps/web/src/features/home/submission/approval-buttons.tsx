import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { invalidate } from '#core/invalidate.ts'
import { showSuccess } from '#core/toast.ts'
import { BUTTON_LOOK } from '#features/home/next-step.tsx'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { ReasonDialog } from '#support/reason-dialog.tsx'
import { Button } from '#ui/button.tsx'

interface ApprovalButtonsProps {
  assessmentId: number
  request: number
  owner: string
}

export function ApprovalButtons({ assessmentId: id, request, owner }: ApprovalButtonsProps) {
  const [open, setOpen] = useState<'approve' | 'refuse' | null>(null)
  const [reason, setReason] = useState('')
  const close = () => setOpen(null)
  const approve = useDecision('Approved and submitted for review', close, () =>
    api.approvals.approve.call({ params: { id }, body: { request } }),
  )
  const refuse = useDecision(`${owner} can now see your reason`, close, () =>
    api.approvals.refuse.call({ params: { id }, body: { request, reason: reason.trim() } }),
  )
  return (
    <>
      <Button size="lg" className={BUTTON_LOOK} onClick={() => setOpen('refuse')}>
        Don’t approve
      </Button>
      <Button size="lg" className={BUTTON_LOOK} onClick={() => setOpen('approve')}>
        Approve
      </Button>
      {open === 'approve' && (
        <ConfirmDialog
          title="Approve this certification?"
          description="The certification is submitted straight away. No one can change the answers during the review."
          actionLabel="Approve"
          actionVariant="primary"
          mutation={approve}
          failure="The certification was not approved."
          onClose={close}
        />
      )}
      {open === 'refuse' && (
        <ReasonDialog
          title="Don’t approve this certification?"
          description={`The certification isn’t submitted. ${owner} can make changes and ask you again.`}
          actionLabel="Don’t approve"
          label="Reason"
          hint={`${owner} will see the reason.`}
          reason={reason}
          onReason={setReason}
          mutation={refuse}
          failure="Your decision was not saved."
          onClose={close}
        />
      )}
    </>
  )
}

function useDecision(done: string, onClose: () => void, decide: () => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation<unknown, Error, void>({
    mutationFn: decide,
    onSuccess: () => {
      onClose()
      showSuccess(done)
    },
    // A refusal also means that the page is out of date.
    onSettled: () =>
      invalidate(queryClient, [
        api.approvals.list.key,
        api.assessments.overview.key,
        api.assessments.quiz.key,
        api.submissions.get.key,
        api.submissions.returned.key,
      ]),
  })
}
