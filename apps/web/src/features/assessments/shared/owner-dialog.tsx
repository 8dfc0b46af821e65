import { useMutation } from '@tanstack/react-query'
import type { Colleague } from 'contract/shared-assessments'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { showSuccess } from '#core/toast.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { ColleagueField } from './colleague-field.tsx'
import { colleagueFault } from './colleague-fault.ts'
import { type SharedPeople, usePeopleChanged, useRefreshShared } from './shared-query.ts'

interface OwnerDialogProps {
  shared: SharedPeople
  onClose: () => void
}

export function OwnerDialog({ shared: { id, owner }, onClose }: OwnerDialogProps) {
  const [chosen, setChosen] = useState<Colleague | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const show = usePeopleChanged(id)
  const before = isolated(owner.name)
  const change = useMutation({
    ...api.shared.setOwner.mutation(),
    onSuccess: (people) => {
      show(people)
      onClose()
      const now = isolated(people.owner.name)
      showSuccess(`${now} is the owner now`, `${before} stays as a contributor.`)
    },
    onError: useRefreshShared(),
  })
  function submit() {
    setSubmitted(true)
    if (chosen) change.mutate({ params: { id }, body: { user_id: chosen.id } })
  }
  const fault = colleagueFault(change.error)
  return (
    <Dialog
      open
      isBusy={change.isPending}
      onOpenChange={onClose}
      title="Change owner"
      description={`${before} stays as a contributor. Answers and assigned elements don’t change.`}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form="new-owner" isLoading={change.isPending}>
            Change owner
          </Button>
        </>
      }
    >
      <Form id="new-owner" onSubmit={submit}>
        <ColleagueField
          label="New owner"
          assessmentId={id}
          hint="Answers everything, assigns elements to colleagues and completes the assessment."
          error={fault ?? (isSubmitted && !chosen ? 'Choose the new owner' : undefined)}
          chosen={chosen}
          onChoose={(colleague) => {
            setChosen(colleague)
            change.reset()
          }}
          taken={new Map([[owner.id, 'Owner now']])}
        />
      </Form>
      <FailureAlert error={fault ? null : change.error} title="The owner was not changed." />
    </Dialog>
  )
}
