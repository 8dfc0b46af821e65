import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { joinAssessment } from '#features/assessments/locks.queries.ts'
import { notYours, requireOpen } from '#features/assessments/require-open-assessment.ts'
import { tell } from '#support/notices.queries.ts'
import { requireElements, seen } from './assign.ts'
import { markDeclined } from './declined.queries.ts'
import { getReadable, requireEligible } from './managed.ts'

type Body = { reason: string; suggested_id: number | null }

/** "Not mine": gives an element back to the owner, who chooses a new person. Its answers stay. */
export async function declineElement(
  db: Db,
  context: SignedInContext,
  { id, elementId }: { id: number; elementId: number },
  { reason, suggested_id: suggestedId }: Body,
) {
  const { app, scope, actor } = context
  await getReadable(db, context, id)
  await joinAssessment(db, scope, { id })
  const found = await getReadable(db, context, id)
  requireOpen(found.status)
  await requireElements(db, context, found, [elementId])
  if (suggestedId !== null) await requireOther(db, context, suggestedId)
  const at = app.adapters.now()
  const declined = { id, elementId, userId: actor.id, at, reason, suggestedId }
  if (!(await markDeclined(db, scope, declined))) throw notYours('answer')
  await tell(db, scope, [found.owner_id], {
    kind: 'not_mine',
    assessmentId: id,
    elementIds: [elementId],
    by: actor.id,
    at,
  })
  return await seen(db, context, id)
}

async function requireOther(db: Db, context: SignedInContext, suggestedId: number) {
  if (suggestedId !== context.actor.id)
    return await requireEligible(db, context, suggestedId, 'suggested_id')
  const message = 'Choose someone else, or no one'
  throw new ApiError('invalid-input', `${message}.`, { fields: { suggested_id: message } })
}
