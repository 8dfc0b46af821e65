import type { AuditAction } from 'contract/audit-labels'
import type { MemberRole, People } from 'contract/shared-assessments'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { deleteAssignments, moveAssignments } from './assignments.queries.ts'
import { lockManaged, requireEligible } from './managed.ts'
import {
  type Shared,
  addContributor,
  endMembership,
  getPeople,
  upsertMember,
} from './shared.queries.ts'
import { refuseApprover } from './set-approver.ts'
import { setOwner } from './shared.queries.ts'

/** Adds a colleague or changes their role. A viewer answers nothing, so their elements need a new person. */
export async function setMember(
  db: Db,
  context: SignedInContext,
  id: number,
  { userId, role }: { userId: number; role: MemberRole },
): Promise<People> {
  const { scope } = context
  const found = await lockManaged(db, context, id)
  await requireEligible(db, context, userId)
  refuseOwner(found, userId)
  await upsertMember(db, scope, id, { userId, role })
  if (role === 'viewer') await moveAssignments(db, scope, id, { from: userId, to: null })
  return await changed(db, context, found, { userId, action: 'shared_assessment.member_set', role })
}

export async function removeMember(
  db: Db,
  context: SignedInContext,
  id: number,
  userId: number,
): Promise<People> {
  const { scope } = context
  const found = await lockManaged(db, context, id)
  refuseOwner(found, userId)
  if (!(await endMembership(db, scope, id, userId))) throw notFound('member')
  await moveAssignments(db, scope, id, { from: userId, to: null })
  return await changed(db, context, found, { userId, action: 'shared_assessment.member_removed' })
}

/** The previous owner stays as a contributor. */
export async function handOver(
  db: Db,
  context: SignedInContext,
  id: number,
  userId: number,
): Promise<People> {
  const { scope } = context
  const found = await lockManaged(db, context, id)
  await requireEligible(db, context, userId)
  refuseApprover(found, userId)
  if (found.owner_id === userId) return await getPeople(db, scope, id)
  await addContributor(db, scope, id, found.owner_id)
  await setOwner(db, scope, id, userId)
  // The owner answers everything, so nothing is assigned to them.
  const theirs = await moveAssignments(db, scope, id, { from: userId, to: null })
  await deleteAssignments(db, scope, id, theirs)
  return await changed(db, context, found, { userId, action: 'shared_assessment.handed_over' })
}

function refuseOwner({ owner_id }: Shared, userId: number) {
  if (owner_id === userId)
    throw new ApiError(
      'conflict',
      'This person owns the assessment. Hand it over to someone else first.',
    )
}

async function changed(
  db: Db,
  context: SignedInContext,
  { id, title, year }: Shared,
  { userId, action, role }: { userId: number; action: AuditAction; role?: MemberRole },
) {
  const details = { title, year, member_role: role }
  await recordEvent(db, context, action, { subject: `user ${userId}`, details })
  return await getPeople(db, context.scope, id)
}
