import { useMutation } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { isolated } from '#core/isolated.ts'
import { showSuccess } from '#core/toast.ts'
import { ColleagueDialog } from './colleague-dialog.tsx'
import { type SharedPeople, usePeopleChanged, useRefreshShared } from './shared-query.ts'

interface ApproverDialogProps {
  shared: SharedPeople
  onClose: () => void
}

export function ApproverDialog({ shared, onClose }: ApproverDialogProps) {
  const { id, owner, members, approver } = shared
  const show = usePeopleChanged(id)
  const change = useMutation({
    ...api.approvals.setApprover.mutation(),
    onSuccess: (people) => {
      show(people)
      onClose()
      showSuccess(`${isolated(people.approver?.name ?? '')} is now the approver`)
    },
    onError: useRefreshShared(),
  })
  const answering = members.filter(({ elements }) => elements > 0)
  return (
    <ColleagueDialog
      title={approver ? 'Change approver' : 'Choose an approver'}
      description="The approver can read all answers but can’t change them. The approver has to approve the certification before it is submitted."
      action={approver ? 'Change approver' : 'Choose approver'}
      field={{ label: 'Approver', missing: 'Choose the approver' }}
      id={id}
      taken={
        new Map([
          [owner.id, 'Owner'],
          ...answering.map((member) => [member.id, 'Answers elements'] as const),
          ...(approver ? [[approver.id, 'Current approver'] as const] : []),
        ])
      }
      mutation={change}
      failure="The approver was not changed."
      onSubmit={(colleague) => change.mutate({ params: { id }, body: { user_id: colleague.id } })}
      onClose={onClose}
    />
  )
}
