import type { ResponseChange } from 'contract/assessments'
import { sql } from 'kysely'
import type { Actor, Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'

/** A current response above the future raises the future with it (domain.md, assessment). */
export async function raiseFuture(
  db: Db,
  { tenantId }: Scope,
  actor: Actor,
  assessmentId: number,
  { statement_id, statement_response_id, key }: ResponseChange,
): Promise<void> {
  await sql`
    with before as (
      select statement_response_id, not_applicable_reason from responses
      where tenant_id = ${tenantId} and assessment_id = ${assessmentId} and statement_id = ${statement_id} and state = 2
      for update
    ), raised as (
      update responses set statement_response_id = ${statement_response_id}, not_applicable_reason = null,
        version = version + 1, to_confirm = false, updated_at = now(), updated_by = ${actor.id}
      where tenant_id = ${tenantId} and assessment_id = ${assessmentId} and statement_id = ${statement_id} and state = 2
      returning version
    )
    insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id,
      before_response_id, before_reason, after_response_id)
    select ${tenantId}, ${assessmentId}, ${statement_id}, 2, version, ${key}::uuid, ${actor.id},
      before.statement_response_id, before.not_applicable_reason, ${statement_response_id}
    from raised, before`.execute(db)
}
