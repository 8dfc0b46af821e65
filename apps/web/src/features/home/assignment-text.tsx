import type { Assignment, Declined, Person, SharedForUser } from 'contract/shared-assessments'
import type { ReactNode } from 'react'
import { answererOf, assignmentOf } from 'rules/shared-work'
import { useUser } from '#core/user.ts'
import { formatDue } from '#features/assessments/due-text.ts'
import { DeclinedText } from '#features/assessments/declined-text.tsx'
import { UserName } from '#features/assessments/user-name.tsx'
import { OwnText } from '#ui/own-text.tsx'

interface AssignmentTextProps {
  shared: SharedForUser
  elementId: number
  isComplete: boolean
  /** In a list of their elements only, which doesn't name them again. */
  isOfOnePerson: boolean
}

/** Who answers an element of a shared assessment, and how far they are. */
export function AssignmentText(props: AssignmentTextProps) {
  const { shared, elementId, isComplete, isOfOnePerson } = props
  const assignment = assignmentOf(shared, elementId)
  if (isComplete || (!assignment && shared.role === 'owner')) return null
  if (assignment?.awaited)
    return (
      <Line>
        Waiting for <bdi translate="no">{assignment.awaited}</bdi>
      </Line>
    )
  return <Answerer {...{ shared, elementId, assignment, isOfOnePerson }} />
}

interface AnswererProps extends Omit<AssignmentTextProps, 'isComplete'> {
  assignment: Assignment | undefined
}

function Answerer({ shared, elementId, assignment, isOfOnePerson }: AnswererProps) {
  const person = answererOf(shared, elementId)
  if (person === null) return <NeedsPerson declined={assignment?.declined ?? null} />
  const state = assignment ? stateText(assignment) : ''
  if (!isOfOnePerson) return <NamedState person={person} state={state} />
  return state === '' ? null : <Line>{raised(state)}</Line>
}

function NamedState({ person, state }: { person: Person; state: string }) {
  const user = useUser()
  return (
    <Line>
      {person.id === user.id ? 'You' : <UserName of={person} />}
      {state !== '' && `, ${state}`}
    </Line>
  )
}

function Line({ children }: { children: ReactNode }) {
  return (
    <span className="block text-13 text-muted-foreground">
      <OwnText>{children}</OwnText>
    </span>
  )
}

function NeedsPerson({ declined }: { declined: Declined | null }) {
  return (
    <>
      <OwnText className="block text-13 font-medium text-warning-ink">Needs a new person</OwnText>
      {declined && (
        <Line>
          <DeclinedText declined={declined} />
        </Line>
      )}
    </>
  )
}

function stateText({ done_at, returned_at, due_on }: Assignment) {
  if (done_at !== null) return 'done'
  const due = due_on === null ? [] : [lowered(formatDue(due_on))]
  return [...(returned_at === null ? [] : ['given back']), ...due].join(', ')
}

function lowered(text: string) {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function raised(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
