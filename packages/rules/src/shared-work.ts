import type { Person, SharedForUser } from 'contract/shared'

/** Whether a user may answer an element: of a shared assessment only its owner and who it is assigned to. */
export function mayAnswer(
  shared: SharedForUser | null,
  userId: number,
  elementId: number,
): boolean {
  if (shared === null || shared.role === 'owner') return true
  return assignmentOf(shared, elementId)?.person?.id === userId
}

export function assignmentOf(shared: SharedForUser | null, elementId: number) {
  return shared?.assignments.find((one) => one.element_id === elementId)
}

/** Who answers an element. Null: it needs a new person. */
export function answererOf(shared: SharedForUser, elementId: number): Person | null {
  const assignment = assignmentOf(shared, elementId)
  return assignment ? assignment.person : shared.owner
}
