import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { failureToast, showSuccess } from '#core/toast.ts'
import { invalidate } from '#core/invalidate.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { BUTTON_LOOK } from '#features/home/next-step.tsx'

export const SUBMIT = {
  call: api.submissions.submit.call,
  label: 'Submit for review',
  title: 'Submit for review?',
  description:
    'An auditor reviews every answer. You can withdraw the submission until the review starts. You can’t change answers during the review.',
  done: 'Submitted for review',
  failed: 'The assessment was not submitted',
}

export const WITHDRAW: typeof SUBMIT = {
  call: api.submissions.withdraw.call,
  label: 'Withdraw',
  title: 'Withdraw submission?',
  description:
    'Auditors will no longer see the assessment. You can change your answers and submit it again.',
  done: 'Submission withdrawn',
  failed: 'The submission was not withdrawn',
}

type ConfirmButtonProps = typeof SUBMIT & { assessmentId: number }

export function ConfirmButton({
  assessmentId,
  call,
  label,
  done,
  failed,
  ...texts
}: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const params = { id: assessmentId }
  const { mutate, isPending } = useMutation({
    mutationFn: () => call({ params }),
    onSuccess: (submission) => {
      queryClient.setQueryData(api.submissions.get.query({ params }).queryKey, submission)
      showSuccess(done)
    },
    onError: failureToast(failed),
    // A refusal also means that the page is out of date.
    onSettled: async () => {
      setOpen(false)
      const { overview, quiz } = api.assessments
      const { get, returned } = api.submissions
      const stale = [overview.key, quiz.key, get.key, returned.key, api.approvals.list.key]
      await invalidate(queryClient, stale)
    },
  })
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="lg" className={BUTTON_LOOK}>
          {label}
        </Button>
      }
      {...texts}
      actionLabel={label}
      actionVariant="primary"
      isLoading={isPending}
      onAction={() => mutate()}
    />
  )
}
