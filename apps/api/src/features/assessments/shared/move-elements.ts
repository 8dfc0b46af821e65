import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { requireOpen } from '#features/assessments/require-open-assessment.ts'
import { requireElements } from './assign.ts'
import { deleteAssignments, hasAssignment, moveAssignments } from './assignments.queries.ts'
import { lockManaged, requireEligible } from './managed.ts'
import { refuseApprover } from './set-approver.ts'
import { addContributor, getPeople } from './shared.queries.ts'
import { tellAssigned } from './tell-people.ts'

type Body = { from_id: number | null; to_id: number; element_ids?: number[] | undefined }

/** Moves everything from one colleague, or what needs a new person, to another one. */
export async function moveElements(
  db: Db,
  context: SignedInContext,
  id: number,
  { from_id: from, to_id: to, element_ids: elementIds }: Body,
) {
  const { scope } = context
  const found = await lockManaged(db, context, id)
  requireOpen(found.status)
  await requireEligible(db, context, to)
  const isFirst = !(await hasAssignment(db, scope, id, to))
  refuseApprover(found, to)
  const moved = await moveAssignments(db, scope, id, { from, to, elementIds })
  if (moved.length === 0) throw notFound('assignment')
  // The owner answers what isn't assigned.
  if (to === found.owner_id) await deleteAssignments(db, scope, id, moved)
  else {
    await addContributor(db, scope, id, to)
    const elements = await requireElements(db, context, found, moved)
    await tellAssigned(db, context, found, { userId: to, elements, dueOn: null, isFirst })
  }
  return { ...(await getPeople(db, scope, id)), moved }
}
