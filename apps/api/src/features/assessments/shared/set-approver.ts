import type { People } from 'contract/shared-assessments'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { updateApprover } from '#features/assessments/approver.queries.ts'
import { requireOpen } from '#features/assessments/require-open-assessment.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { hasAssignment } from './assignments.queries.ts'
import { lockManaged, requireEligible } from './managed.ts'
import { type Shared, getPeople } from './shared.queries.ts'

/** Chooses who approves a shared certification: one person who owns no element. */
export async function setApprover(
  db: Db,
  context: SignedInContext,
  id: number,
  userId: number | null,
): Promise<People> {
  const { scope } = context
  const found = await lockManaged(db, context, id)
  requireOpen(found.status)
  if (userId === found.approver_id) return await getPeople(db, scope, id)
  if (userId !== null) await requireFree(db, context, found, userId)
  await updateApprover(db, scope, id, userId)
  const { title, year } = found
  const subject = `user ${userId ?? found.approver_id}`
  const action =
    userId === null ? 'shared_assessment.approver_removed' : 'shared_assessment.approver_set'
  await recordEvent(db, context, action, { subject, details: { title, year } })
  return await getPeople(db, scope, id)
}

async function requireFree(db: Db, context: SignedInContext, found: Shared, userId: number) {
  const { name } = await requireEligible(db, context, userId)
  if (found.type !== 'certification')
    throw new ApiError(
      'conflict',
      'Only certifications have an approver, because self-assessments aren’t submitted.',
    )
  if (userId === found.owner_id)
    throw inField(`${name} owns this assessment. Choose someone else to approve it`)
  if (await hasAssignment(db, context.scope, found.id, userId))
    throw inField(
      `${name} answers elements of this assessment. Assign those elements to someone else first`,
    )
}

/** What they approve, they don't answer. */
export function refuseApprover({ approver_id }: Shared, userId: number): void {
  if (approver_id === userId)
    throw inField('This person approves the assessment. Choose another approver first')
}

function inField(message: string) {
  return new ApiError('invalid-input', `${message}.`, { fields: { user_id: message } })
}
