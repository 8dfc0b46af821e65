import type { SharedForUser } from 'contract/shared-assessments'
import { answererOf, assignmentOf } from 'rules/shared-work'
import { useUser } from '#core/user.ts'
import { formatDue } from '#features/assessments/due-text.ts'
import { UserName } from '#features/assessments/user-name.tsx'
import { OwnText } from '#ui/own-text.tsx'

interface AssignmentTextProps {
  shared: SharedForUser
  elementId: number
  isComplete: boolean
}

/** Who answers an element of a shared assessment, and how far they are. */
export function AssignmentText({ shared, elementId, isComplete }: AssignmentTextProps) {
  const user = useUser()
  const assignment = assignmentOf(shared, elementId)
  const person = answererOf(shared, elementId)
  if (isComplete || (!assignment && shared.role === 'owner')) return null
  if (person === null)
    return (
      <OwnText className="block text-13 font-medium text-warning-ink">Needs a new person</OwnText>
    )
  return (
    <span className="block text-13 text-muted-foreground">
      <OwnText>
        {person.id === user.id ? 'You' : <UserName of={person} />}
        {assignment && stateText(assignment)}
      </OwnText>
    </span>
  )
}

function stateText({ done_at, returned_at, due_on }: SharedForUser['assignments'][number]) {
  if (done_at !== null) return ', done'
  const due = due_on === null ? '' : `, ${lowered(formatDue(due_on))}`
  return returned_at === null ? due : `, given back${due}`
}

function lowered(text: string) {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
