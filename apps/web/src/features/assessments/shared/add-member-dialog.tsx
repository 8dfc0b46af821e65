import { useMutation } from '@tanstack/react-query'
import { MEMBER_ROLES } from 'contract/enumerations'
import { MEMBER_ROLE_HINTS, SHARED_ROLE_LABELS } from 'contract/labels'
import type { Colleague, MemberRole } from 'contract/shared-assessments'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { showToast } from '#core/toast.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Form } from '#ui/form.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { colleagueFault } from './colleague-fault.ts'
import { ColleagueField } from './colleague-field.tsx'
import { type SharedPeople, usePeopleChanged, useRefreshShared } from './shared-query.ts'
import { useRemoveMember } from './use-members.ts'

interface AddMemberDialogProps {
  shared: SharedPeople
  onClose: () => void
}

export function AddMemberDialog({ shared, onClose }: AddMemberDialogProps) {
  const [chosen, setChosen] = useState<Colleague | null>(null)
  const [role, setRole] = useState<MemberRole>('contributor')
  const [isSubmitted, setSubmitted] = useState(false)
  const add = useAdd(shared, onClose)
  const fault = colleagueFault(add.error)
  function submit() {
    setSubmitted(true)
    if (chosen) add.mutate({ colleague: chosen, role })
  }
  return (
    <Dialog
      open
      isBusy={add.isPending}
      onOpenChange={onClose}
      title="Add a member"
      footer={
        <>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form="new-member" isLoading={add.isPending}>
            Add member
          </Button>
        </>
      }
    >
      <Form id="new-member" onSubmit={submit} className="space-y-5">
        <ColleagueField
          label="Colleague"
          assessmentId={shared.id}
          error={fault ?? (isSubmitted && !chosen ? 'Choose a colleague' : undefined)}
          chosen={chosen}
          onChoose={(colleague) => {
            setChosen(colleague)
            add.reset()
          }}
          taken={takenIn(shared)}
        />
        <RadioCards
          label="Role"
          options={MEMBER_ROLES.map((value) => ({
            value,
            label: SHARED_ROLE_LABELS[value],
            hint: MEMBER_ROLE_HINTS[value],
          }))}
          value={role}
          onValueChange={setRole}
        />
      </Form>
      <FailureAlert error={fault ? null : add.error} title="The member was not added." />
    </Dialog>
  )
}

function takenIn({ owner, members }: SharedPeople) {
  return new Map([
    [owner.id, SHARED_ROLE_LABELS.owner],
    ...members.map(({ id, role }) => [id, SHARED_ROLE_LABELS[role]] as const),
  ])
}

function useAdd({ id }: SharedPeople, onClose: () => void) {
  const show = usePeopleChanged(id)
  const undo = useRemoveMember(id)
  return useMutation({
    mutationFn: ({ colleague, role }: { colleague: Colleague; role: MemberRole }) =>
      api.shared.setMember.call({ params: { id, userId: colleague.id }, body: { role } }),
    onSuccess: (people, { colleague, role }) => {
      show(people)
      onClose()
      const what = role === 'viewer' ? 'a viewer' : 'a contributor'
      showToast({
        variant: 'success',
        title: `${isolated(colleague.name)} is ${what} now`,
        action: { label: 'Undo', onClick: () => undo.mutate(colleague) },
      })
    },
    onError: useRefreshShared(),
  })
}
