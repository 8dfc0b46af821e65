import type { AuditAction } from 'contract/audit-labels'
import type { SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { recordEvent } from '#support/audit.queries.ts'

type Step = { assessmentId: number; action: AuditAction; reason?: string | undefined }

/** Records a step in the assessment's history and in the audit log. */
export async function recordStep(
  db: Db,
  { actor, request }: Pick<SignedInContext, 'actor' | 'request'>,
  scope: Scope,
  { assessmentId, action, reason }: Step,
): Promise<void> {
  await db
    .insertInto('assessment_events')
    .values({
      tenant_id: scope.tenantId,
      assessment_id: assessmentId,
      step: action,
      reason: reason ?? null,
      actor_id: actor.id,
      actor_name: actor.name,
    })
    .execute()
  await recordEvent(db, { scope, actor, request }, action, {
    subject: `assessment ${assessmentId}`,
  })
}

export async function listHistory(db: Db, scope: Scope, assessmentId: number) {
  return await db
    .selectFrom('assessment_events')
    .select(['step', 'reason', 'actor_name as by', 'at'])
    .where('tenant_id', '=', scope.tenantId)
    .where('assessment_id', '=', assessmentId)
    .orderBy('id')
    .execute()
}
