import { sql } from 'kysely'
import { ANSWER, recordChanged } from '#features/assessments/answer-events.queries.ts'
import type { Scope, Db } from '#db/scope.ts'
import { raiseFutures } from './move-assessments.queries.ts'

/** Copies answers by their keys. A certified response becomes the current one, and the future one is no lower. */
export async function copyAnswers(
  db: Db,
  scope: Scope,
  userId: number,
  fromId: number,
  toId: number,
  contentSetId: number,
) {
  await sql`
    with changed as (
      insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, to_confirm, updated_by)
      select r.tenant_id, ${toId}, s.id, r.state, sr.id, r.not_applicable_reason, true, ${userId}
      from responses r
      join statements old on old.tenant_id = r.tenant_id and old.id = r.statement_id
      join statements s on s.tenant_id = r.tenant_id and s.content_set_id = ${contentSetId} and s.key = old.key
      left join responses c on c.tenant_id = r.tenant_id and c.assessment_id = r.assessment_id and c.statement_id = r.statement_id and c.state = 3
      left join statement_responses oldr on oldr.tenant_id = r.tenant_id and oldr.id = case
        when r.state = 1 then coalesce(c.statement_response_id, r.statement_response_id) else r.statement_response_id end
      left join statement_responses sr on sr.tenant_id = r.tenant_id and sr.statement_id = s.id and sr.key = oldr.key
      where r.tenant_id = ${scope.tenantId} and r.assessment_id = ${fromId} and r.state in (1, 2)
        and (sr.id is not null or (r.not_applicable_reason is not null and s.allows_not_applicable))
      returning *
    )
    ${recordChanged(userId, { after: ANSWER })}`.execute(db)
  await raiseFutures(db, scope, { ids: [toId], to: contentSetId, actorId: userId })
}

export async function confirmAnswers(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  { assessmentId, statementId }: { assessmentId: number; statementId: number },
): Promise<void> {
  await sql`
    with changed as (
      update responses set to_confirm = false, version = version + 1, updated_at = now(), updated_by = ${userId}
      where tenant_id = ${tenantId} and assessment_id = ${assessmentId} and statement_id = ${statementId} and to_confirm
      returning *
    ), started as (
      update assessments set status = case status when 'not_started' then 'in_progress' else status end, touched_at = now()
      where tenant_id = ${tenantId} and id = ${assessmentId} and exists (select from changed)
        and (status = 'not_started' or touched_at < now() - interval '5 minutes')
    )
    ${recordChanged(userId, { before: ANSWER, after: ANSWER })}`.execute(db)
}
