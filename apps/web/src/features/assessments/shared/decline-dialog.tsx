import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Quiz } from 'contract/assessments'
import type { Colleague } from 'contract/shared-assessments'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { invalidate } from '#core/invalidate.ts'
import { isolated } from '#core/isolated.ts'
import { showSuccess } from '#core/toast.ts'
import { useUser } from '#core/user.ts'
import { sendFirst } from '#features/assessments/outbox/send-first.ts'
import { useOutbox } from '#features/assessments/outbox/use-outbox.ts'
import { useOverviewSearch } from '#features/assessments/player/use-overview-search.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { colleagueFault } from './colleague-fault.ts'
import { ColleagueField } from './colleague-field.tsx'

const LONGEST = 1000

interface DeclineDialogProps {
  quiz: Quiz
  onClose: () => void
}

/** "Not mine": the owner gets the reason and, if known, a colleague's name. */
export function DeclineDialog({ quiz, onClose }: DeclineDialogProps) {
  const user = useUser()
  const [reason, setReason] = useState('')
  const [person, setPerson] = useState<Colleague | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const decline = useDecline(quiz, onClose)
  const missing = faultOf(reason.trim())
  const fault = colleagueFault(decline.error, 'suggested_id')
  const owner = quiz.shared?.owner
  function submit() {
    setSubmitted(true)
    if (missing) return
    decline.mutate({ reason: reason.trim(), suggested_id: person?.id ?? null })
  }
  return (
    <Dialog
      open
      isBusy={decline.isPending}
      onOpenChange={onClose}
      title="Give this element back?"
      description={`${isolated(owner?.name ?? '')} will choose someone else. Your answers are kept.`}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form="decline" isLoading={decline.isPending}>
            Give back
          </Button>
        </>
      }
    >
      <Form id="decline" onSubmit={submit} className="space-y-5">
        <TextArea
          label="Reason"
          rows={3}
          limit={LONGEST}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={isSubmitted ? missing : undefined}
        />
        <ColleagueField
          label="Who could answer instead?"
          isOptional
          assessmentId={quiz.assessment.id}
          error={fault}
          chosen={person}
          onChoose={(colleague) => {
            setPerson(colleague)
            decline.reset()
          }}
          taken={new Map([[user.id, 'You'], ...(owner ? [[owner.id, 'Owner'] as const] : [])])}
        />
      </Form>
      <FailureAlert error={fault ? null : decline.error} title="The element was not given back." />
    </Dialog>
  )
}

function faultOf(reason: string) {
  if (reason === '') return 'Enter a reason'
  return reason.length > LONGEST ? 'Shorten the reason to 1,000 characters' : undefined
}

function useDecline({ assessment, element, shared }: Quiz, onClose: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const search = useOverviewSearch(assessment)
  const outbox = useOutbox()
  return useMutation({
    mutationFn: async (body: { reason: string; suggested_id: number | null }) => {
      // An answer that is still being sent would be refused then.
      await sendFirst(outbox, assessment.id)
      await api.assignments.decline.call({
        params: { id: assessment.id, elementId: element.id },
        body,
      })
    },
    onSuccess: async () => {
      onClose()
      await invalidate(queryClient, [api.assessments.overview.key, api.assessments.quiz.key])
      const name = isolated(shared?.owner.name ?? '')
      showSuccess('Element given back', `${name} will choose someone else.`)
      await navigate({ to: '/', search })
    },
  })
}
