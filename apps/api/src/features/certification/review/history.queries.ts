import { sql } from 'kysely'
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
      // A user's row has the name, so that it goes when the user is removed.
      actor_name: sql`case when exists (select from users
        where tenant_id = ${scope.tenantId} and id = ${actor.id}) then '' else ${actor.name} end`,
    })
    .execute()
  await recordEvent(db, { scope, actor, request }, action, {
    subject: `assessment ${assessmentId}`,
  })
}

export async function listHistory(db: Db, scope: Scope, assessmentId: number) {
  return await db
    .selectFrom('assessment_events as e')
    .leftJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'e.tenant_id').onRef('u.id', '=', 'e.actor_id'),
    )
    .select(['e.step', 'e.reason', 'e.at'])
    .select((row) => row.fn.coalesce('u.name', 'e.actor_name').as('by'))
    .where('e.tenant_id', '=', scope.tenantId)
    .where('e.assessment_id', '=', assessmentId)
    .orderBy('e.id')
    .execute()
}
