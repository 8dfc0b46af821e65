import type { Approvals } from 'contract/approvals'
import type { SignedInContext } from '#core/context.ts'
import type { Db, Scope } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { getApprover } from '#features/assessments/approver.queries.ts'
import { lockAssessment } from '#features/assessments/locks.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { tell } from '#support/notices.queries.ts'
import { endRequest, insertRequest, listChangesSince, listRequests } from './approvals.queries.ts'

export async function listApprovals(
  db: Db,
  { scope, actor }: Pick<SignedInContext, 'scope' | 'actor'>,
  id: number,
): Promise<Approvals> {
  const found = await getApprover(db, scope, actor.id, id)
  const requests = await listRequests(db, scope, id)
  const [last, before] = requests
  const since = last?.state === 'asked' ? before : last
  return {
    approver: found.approver,
    requests,
    changes:
      since?.state === 'approved' || !since ? [] : await listChangesSince(db, scope, id, since.id),
  }
}

/** Asks the approver. While a request is open, nothing happens. */
export async function askApproval(
  db: Db,
  context: SignedInContext,
  id: number,
  approverId: number,
): Promise<void> {
  const { scope, actor } = context
  const [last] = await listRequests(db, scope, id)
  if (last?.state === 'asked') return
  await endRequest(db, scope, id, { state: 'cleared' })
  await insertRequest(db, scope, { id, approverId, askedBy: actor.id })
  await recordEvent(db, context, 'approval.requested', { subject: `assessment ${id}` })
  await tellOne(db, context, id, { kind: 'approval', userId: approverId })
}

/** Behind the bell and in the next digest. */
export async function tellOne(
  db: Db,
  { app, scope, actor }: SignedInContext,
  assessmentId: number,
  { kind, userId }: { kind: 'approval' | 'approved' | 'refused'; userId: number },
): Promise<void> {
  await tell(db, scope, [userId], { kind, assessmentId, by: actor.id, at: app.adapters.now() })
}

/** Locks the assessment for its approver, who was asked and sees everything as it was then. */
export async function lockAsked(db: Db, context: SignedInContext, id: number, request: number) {
  const { scope, actor } = context
  await requireApprover(db, context, id)
  await lockAssessment(db, scope, { id })
  await requireApprover(db, context, id)
  const [last] = await listRequests(db, scope, id)
  if (last?.id !== request || last.approver.id !== actor.id) throw notFound('approval request')
  if (last.state === 'asked') return last
  throw new ApiError('conflict', WHY_NOT[last.state])
}

const WHY_NOT = {
  approved: 'You have already approved this certification. Reload the page.',
  refused: 'You have already decided not to approve this certification. Reload the page.',
  cleared:
    'This request for approval was cancelled because an answer, a note, a file, the scope or the approver changed. Ask the owner to request your approval again.',
}

async function requireApprover(
  db: Db,
  { scope, actor }: { scope: Scope; actor: { id: number } },
  id: number,
) {
  const { approver } = await getApprover(db, scope, actor.id, id)
  if (approver?.id !== actor.id)
    throw new ApiError('not-assigned', 'Only the approver of this certification can do this.')
}

export async function refuseApproval(
  db: Db,
  context: SignedInContext,
  id: number,
  { request, reason }: { request: number; reason: string },
) {
  const { asked_by: asker } = await lockAsked(db, context, id, request)
  await endRequest(db, context.scope, id, { state: 'refused', reason })
  await recordEvent(db, context, 'approval.refused', { subject: `assessment ${id}` })
  await tellOne(db, context, id, { kind: 'refused', userId: asker.id })
  return await listApprovals(db, context, id)
}
