import type { Member } from 'contract/shared-assessments'
import { ConfirmDialog } from '#support/confirm-dialog.tsx'
import { useRemoveMember, useSetRole } from './use-members.ts'
import { countOf } from './work-text.ts'

interface QuestionProps {
  id: number
  member: Member
  onClose: () => void
}

export function RemoveMember({ id, member, onClose }: QuestionProps) {
  const remove = useRemoveMember(id, onClose)
  const { name } = member
  const work =
    countOf(member) > 0
      ? ` Elements, questions and actions assigned to ${name} will need a new person.`
      : ''
  return (
    <ConfirmDialog
      title={`Remove ${name} from this assessment?`}
      description={`${name} will no longer be able to open the assessment. All answers are kept.${work}`}
      actionLabel="Remove member"
      mutation={{ ...remove, mutate: () => remove.mutate(member) }}
      failure="The member was not removed."
      onClose={onClose}
    />
  )
}

export function MakeViewer({ id, member, onClose }: QuestionProps) {
  const set = useSetRole(id, onClose)
  const { name, elements } = member
  const work = elements > 0 ? ` Elements assigned to ${name} will need a new person.` : ''
  return (
    <ConfirmDialog
      title={`Make ${name} a viewer?`}
      description={`Viewers can read and comment, but can’t be assigned elements.${work} All answers are kept.`}
      actionLabel="Change to viewer"
      actionVariant="primary"
      mutation={{ ...set, mutate: () => set.mutate({ person: member, role: 'viewer' }) }}
      failure="The role was not changed."
      onClose={onClose}
    />
  )
}
