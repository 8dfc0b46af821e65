import type { Person, SharedForUser } from 'contract/shared-assessments'

/** Whether a user may answer an element: of a shared assessment only its owner and who it is assigned to. */
export function mayAnswer(
  shared: SharedForUser | null,
  userId: number,
  elementId: number,
): boolean {
  if (shared === null || shared.role === 'owner') return true
  return assignmentOf(shared, elementId)?.person?.id === userId
}

/** A completed element is opened again by its owner alone. */
export function isClosedByOwner(shared: SharedForUser | null, isComplete: boolean): boolean {
  return shared !== null && shared.role !== 'owner' && isComplete
}

/** Whether a user may answer a statement: of an element that they may answer, or about which they are asked. */
export function mayAnswerStatement(
  shared: SharedForUser | null,
  userId: number,
  { id, element_id }: { id: number; element_id: number },
): boolean {
  return mayAnswer(shared, userId, element_id) || questionsTo(shared, userId, id).length > 0
}

/** The open questions that a user is asked about a statement. */
export function questionsTo(shared: SharedForUser | null, userId: number, statementId: number) {
  return questionsAbout(shared, statementId).filter(({ person }) => person?.id === userId)
}

export function questionsAbout(shared: SharedForUser | null, statementId: number) {
  return shared?.questions.filter((one) => one.statement_id === statementId) ?? []
}

export function assignmentOf(shared: SharedForUser | null, elementId: number) {
  return shared?.assignments.find((one) => one.element_id === elementId)
}

/** Who answers an element. Null: it needs a new person. */
export function answererOf(shared: SharedForUser, elementId: number): Person | null {
  const assignment = assignmentOf(shared, elementId)
  return assignment && assignment.awaited === null ? assignment.person : shared.owner
}

/**
 * Whether an element waits for this user: to be answered or, by the owner, to be completed once it is done.
 */
export function isTheirTurn(
  shared: SharedForUser | null,
  userId: number,
  elementId: number,
): boolean {
  if (shared === null) return true
  const assignment = assignmentOf(shared, elementId)
  if (shared.role === 'owner')
    return (
      !assignment ||
      assignment.done_at !== null ||
      (assignment.person ?? assignment.awaited) === null
    )
  return assignment?.person?.id === userId && assignment.done_at === null
}

/** Whether an element waits for someone who hasn't joined, so that the owner answers it after their own. */
export function waitsForOwner(shared: SharedForUser | null, elementId: number): boolean {
  const awaited = assignmentOf(shared, elementId)?.awaited ?? null
  return awaited !== null && shared?.role === 'owner'
}
