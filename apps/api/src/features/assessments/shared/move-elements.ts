import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { addViewer } from '#features/assessments/comments/comments.queries.ts'
import { getComment, tellAsked } from '#features/assessments/comments/for-person.ts'
import { moveActions } from '#features/assessments/plan/change-plan.queries.ts'
import { tellPlanned } from '#features/assessments/plan/tell-planned.ts'
import { requireOpen } from '#features/assessments/require-open-assessment.ts'
import { askedAmong } from './assign.ts'
import { deleteAssignments, moveAssignments } from './assignments.queries.ts'
import { lockManaged, requireEligible } from './managed.ts'
import { moveQuestions } from './moved-questions.queries.ts'
import { refuseApprover } from './set-approver.ts'
import { addContributor, getPeople } from './shared.queries.ts'
import { tellAssigned } from './tell-people.ts'

type Body = {
  from_id: number | null
  from_email?: string | undefined
  to_id: number
  element_ids?: number[] | undefined
  question_ids?: number[] | undefined
  action_ids?: number[] | undefined
}

/**
 * Moves the elements, open questions and planned actions of one colleague, or those that need a new person, to another one.
 * Or what waits for an address.
 */
export async function moveElements(
  db: Db,
  context: SignedInContext,
  id: number,
  { from_id: from, from_email: fromEmail, to_id: to, ...chosen }: Body,
) {
  const { scope } = context
  const found = await lockManaged(db, context, id)
  requireOpen(found.status)
  await requireEligible(db, context, to)
  refuseApprover(found, to)
  const { elementIds, questionIds, actionIds } = chosenOf(chosen, fromEmail)
  const moved = await moveAssignments(db, scope, id, { from, fromEmail, to, elementIds })
  const movedQuestions = await moveQuestions(db, scope, id, { from, to, questionIds })
  const movedActions = await moveActions(db, scope, id, { from, to, actionIds })
  if (moved.length + movedQuestions.length + movedActions.length === 0) throw nothingLeft()
  if (movedActions.length > 0) await addViewer(db, scope, id, to)
  await tellPlanned(db, context, { assessmentId: id, to, actionIds: movedActions })
  // The owner answers what isn't assigned.
  if (to === found.owner_id) await deleteAssignments(db, scope, id, moved)
  else if (moved.length > 0) {
    await addContributor(db, scope, id, to)
    // They aren't told of what isn't asked.
    const elements = await askedAmong(db, context, found, moved)
    if (elements.length > 0)
      await tellAssigned(db, context, found, { userId: to, elements, dueOn: null })
  }
  if (movedQuestions.length > 0) await askedNow(db, context, id, { to, questions: movedQuestions })
  return {
    ...(await getPeople(db, scope, id)),
    moved,
    moved_questions: movedQuestions,
    moved_actions: movedActions,
  }
}

/** On a page from before someone else moved or finished everything. */
function nothingLeft() {
  return new ApiError(
    'not-found',
    'There is nothing left to move. Everything has already been moved or finished.',
  )
}

/** Everything, unless some of it is chosen. No question or action waits for an address. */
function chosenOf(
  {
    element_ids: elements,
    question_ids: questions,
    action_ids: actions,
  }: Omit<Body, 'from_id' | 'to_id'>,
  fromEmail: string | undefined,
) {
  if (fromEmail !== undefined) return { elementIds: elements, questionIds: [], actionIds: [] }
  const isAll = [elements, questions, actions].every((ids) => ids === undefined)
  return isAll
    ? { elementIds: undefined, questionIds: undefined, actionIds: undefined }
    : { elementIds: elements ?? [], questionIds: questions ?? [], actionIds: actions ?? [] }
}

async function askedNow(
  db: Db,
  context: SignedInContext,
  id: number,
  { to, questions }: { to: number; questions: readonly number[] },
) {
  await addViewer(db, context.scope, id, to)
  for (const question of questions)
    await tellAsked(db, context, id, await getComment(db, context, id, question))
}
