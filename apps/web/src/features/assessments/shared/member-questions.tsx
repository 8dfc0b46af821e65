import type { Member } from 'contract/shared-assessments'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { useRemoveMember, useSetRole } from './use-members.ts'

interface QuestionProps {
  id: number
  member: Member
  onClose: () => void
}

export function RemoveMember({ id, member, onClose }: QuestionProps) {
  const remove = useRemoveMember(id, onClose)
  const { name } = member
  return (
    <ConfirmDialog
      title={`Remove ${name} from this assessment?`}
      description={`${name} can no longer open the assessment. All answers are kept. Elements, questions and actions assigned to ${name} need a new person.`}
      actionLabel="Remove member"
      mutation={{ ...remove, mutate: () => remove.mutate(member) }}
      failure="The member was not removed."
      onClose={onClose}
    />
  )
}

export function MakeViewer({ id, member, onClose }: QuestionProps) {
  const set = useSetRole(id, onClose)
  const { name } = member
  return (
    <ConfirmDialog
      title={`Make ${name} a viewer?`}
      description={`Viewers can’t be assigned elements, so elements assigned to ${name} need a new person. All answers are kept.`}
      actionLabel="Change to viewer"
      actionVariant="primary"
      mutation={{ ...set, mutate: () => set.mutate({ person: member, role: 'viewer' }) }}
      failure="The role was not changed."
      onClose={onClose}
    />
  )
}
