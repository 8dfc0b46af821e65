import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Submission } from 'contract/submissions'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { failureToast, showSuccess } from '#core/toast.ts'
import { invalidate } from '#core/invalidate.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { BUTTON_LOOK } from './next-step.tsx'

interface OfAssessment {
  assessmentId: number
}

export function SubmitButton({ assessmentId }: OfAssessment) {
  return (
    <ConfirmButton
      assessmentId={assessmentId}
      call={api.submissions.submit.call}
      label="Submit for review"
      title="Submit for review?"
      description="An auditor reviews every answer. You can withdraw the submission until the review starts. You can’t change answers until the review ends."
      done="Submitted for review"
      failed="The assessment was not submitted"
    />
  )
}

export function WithdrawButton({ assessmentId }: OfAssessment) {
  return (
    <ConfirmButton
      assessmentId={assessmentId}
      call={api.submissions.withdraw.call}
      label="Withdraw"
      title="Withdraw submission?"
      description="Auditors no longer see the assessment. You can change answers and submit it again."
      done="Submission withdrawn"
      failed="The submission was not withdrawn"
    />
  )
}

interface ConfirmButtonProps extends OfAssessment {
  call: (input: { params: { id: number } }) => Promise<Submission>
  label: string
  title: string
  description: string
  done: string
  failed: string
}

function ConfirmButton({
  assessmentId,
  call,
  label,
  title,
  description,
  ...labels
}: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const params = { id: assessmentId }
  const { mutate, isPending } = useMutation({
    mutationFn: () => call({ params }),
    onSuccess: (standing) => {
      queryClient.setQueryData(api.submissions.get.query({ params }).queryKey, standing)
      showSuccess(labels.done)
    },
    onError: failureToast(labels.failed),
    // A refusal also means that the page is out of date.
    onSettled: async () => {
      setOpen(false)
      const { overview, quiz } = api.assessments
      const stale = [overview.key, quiz.key, api.submissions.get.key]
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
      title={title}
      description={description}
      actionLabel={label}
      actionVariant="primary"
      isLoading={isPending}
      onAction={() => mutate()}
    />
  )
}
