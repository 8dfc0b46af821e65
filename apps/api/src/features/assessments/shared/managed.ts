import { allows } from '#core/permissions.ts'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { lockAssessment } from '#features/assessments/locks.queries.ts'
import { notManaged } from '#features/assessments/require-open-assessment.ts'
import { findColleague } from './colleagues.queries.ts'
import { type Shared, findShared } from './shared.queries.ts'

type Caller = Pick<SignedInContext, 'scope' | 'actor'>

/** A shared assessment of which the caller is one of the people, or which they manage as an admin. */
export async function getReadable(db: Db, { scope, actor }: Caller, id: number): Promise<Shared> {
  const found = await findShared(db, scope, actor.id, id)
  if (!found || !(found.is_one_of || isManager(actor))) throw notFound('shared assessment')
  return found
}

/** Locks a shared assessment for its owner or an admin. */
export async function lockManaged(db: Db, caller: Caller, id: number): Promise<Shared> {
  await requireManaged(db, caller, id)
  await lockAssessment(db, caller.scope, { id })
  return await requireManaged(db, caller, id)
}

export async function requireManaged(db: Db, caller: Caller, id: number): Promise<Shared> {
  const found = await getReadable(db, caller, id)
  if (!mayManage(caller.actor, found)) throw notManaged()
  return found
}

export function mayManage(actor: Caller['actor'], { owner_id }: Shared): boolean {
  return owner_id === actor.id || isManager(actor)
}

function isManager({ roles }: Caller['actor']) {
  return allows(roles, 'manage-shared-assessments')
}

/** Who can't sign in, has left or reviews can't take part. */
export async function requireEligible(
  db: Db,
  { scope }: Pick<Caller, 'scope'>,
  userId: number,
  field = 'user_id',
) {
  const found = await findColleague(db, scope, userId)
  if (!found) throw notFound('user')
  if (found.is_eligible) return found
  const message = `${found.name} can’t take part. Choose an active colleague who isn’t an auditor`
  throw new ApiError('invalid-input', `${message}.`, { fields: { [field]: message } })
}
