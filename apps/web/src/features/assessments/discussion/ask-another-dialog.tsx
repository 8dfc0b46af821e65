import { useMutation } from '@tanstack/react-query'
import type { Comment } from 'contract/comments'
import type { Colleague } from 'contract/shared-assessments'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { useUser } from '#core/user.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { colleagueFault } from '#features/assessments/shared/colleague-fault.ts'
import { ColleagueField } from '#features/assessments/shared/colleague-field.tsx'
import { type Place, useShowComment } from './use-comments.ts'

interface AskAnotherDialogProps {
  place: Place
  comment: Comment
  onClose: () => void
}

export function AskAnotherDialog({ place, comment, onClose }: AskAnotherDialogProps) {
  const user = useUser()
  const [chosen, setChosen] = useState<Colleague | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const show = useShowComment(place)
  const ask = useMutation({
    mutationFn: ({ id }: Colleague) =>
      api.comments.ask.call({
        params: { id: place.assessmentId, commentId: comment.id },
        body: { user_id: id },
      }),
    onSuccess: (changed) => {
      show(changed)
      onClose()
    },
  })
  const fault = colleagueFault(ask.error)
  function submit() {
    setSubmitted(true)
    if (chosen) ask.mutate(chosen)
  }
  return (
    <Dialog
      open
      isBusy={ask.isPending}
      onOpenChange={onClose}
      title="Ask someone else"
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form="ask-another" isLoading={ask.isPending}>
            Ask
          </Button>
        </>
      }
    >
      <Form id="ask-another" onSubmit={submit}>
        <ColleagueField
          label="Colleague"
          hint="Your colleague can answer this statement until the question is resolved."
          assessmentId={place.assessmentId}
          error={fault ?? (isSubmitted && !chosen ? 'Choose a colleague' : undefined)}
          chosen={chosen}
          onChoose={(colleague) => {
            setChosen(colleague)
            ask.reset()
          }}
          taken={new Map([[user.id, 'You']])}
        />
      </Form>
      <FailureAlert error={fault ? null : ask.error} title="The question was not sent." />
    </Dialog>
  )
}
