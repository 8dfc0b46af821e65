import { useMutation } from '@tanstack/react-query'
import { MEMBER_ROLES } from 'contract/enumerations'
import { MEMBER_ROLE_HINTS, SHARED_ROLE_LABELS } from 'contract/labels'
import type { Colleague, MemberRole } from 'contract/shared-assessments'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { showToast } from '#core/toast.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { ColleagueDialog } from './colleague-dialog.tsx'
import { type SharedPeople, usePeopleChanged, useRefreshShared } from './shared-query.ts'
import { useRemoveMember } from './use-members.ts'

interface AddMemberDialogProps {
  shared: SharedPeople
  onClose: () => void
}

export function AddMemberDialog({ shared, onClose }: AddMemberDialogProps) {
  const [role, setRole] = useState<MemberRole>('contributor')
  const add = useAdd(shared, onClose)
  return (
    <ColleagueDialog
      title="Add a member"
      action="Add member"
      field={{ label: 'Colleague', missing: 'Choose a colleague' }}
      id={shared.id}
      taken={takenIn(shared)}
      mutation={add}
      failure="The member was not added."
      onSubmit={(colleague) => add.mutate({ colleague, role })}
      onClose={onClose}
    >
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
    </ColleagueDialog>
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
