import { useMutation } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { showSuccess } from '#core/toast.ts'
import { sendFirst } from '#features/assessments/outbox/send-first.ts'
import { useOutbox } from '#features/assessments/outbox/use-outbox.ts'
import { ColleagueDialog } from './colleague-dialog.tsx'
import { type SharedPeople, usePeopleChanged, useRefreshShared } from './shared-query.ts'

interface OwnerDialogProps {
  shared: SharedPeople
  onClose: () => void
}

export function OwnerDialog({ shared: { id, owner }, onClose }: OwnerDialogProps) {
  const show = usePeopleChanged(id)
  const before = isolated(owner.name)
  const outbox = useOutbox()
  const change = useMutation({
    mutationFn: async (userId: number) => {
      // An answer that the owner is still sending would be refused then.
      await sendFirst(outbox, id)
      return await api.shared.setOwner.call({ params: { id }, body: { user_id: userId } })
    },
    onSuccess: (people) => {
      show(people)
      onClose()
      const now = isolated(people.owner.name)
      showSuccess(`${now} is now the owner`, `${before} is now a contributor.`)
    },
    onError: useRefreshShared(),
  })
  return (
    <ColleagueDialog
      title="Change owner"
      description={`${before} becomes a contributor. Answers and elements assigned to others don’t change.`}
      action="Change owner"
      field={{
        label: 'New owner',
        hint: 'Answers everything, assigns elements to colleagues and completes the assessment.',
        missing: 'Choose the new owner',
      }}
      id={id}
      taken={new Map([[owner.id, 'Current owner']])}
      mutation={change}
      failure="The owner was not changed."
      onSubmit={(colleague) => change.mutate(colleague.id)}
      onClose={onClose}
    />
  )
}
