import type { ResponseChange, SavedResponse } from 'contract/assessments'
import { CompiledQuery } from 'kysely'
import type { Actor, Scope } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { refuseSave } from './refuse-save.ts'

const OPEN = `('not_started', 'in_progress', 'completed', 'returned')`

// One statement, because this is what people do all day: it checks, saves, raises the future with a higher
// current (domain.md, assessment), writes the history, reopens a completed element, and answers both states.
// $1 tenant, $2 assessment, $3 person, $4 statement, $5 state, $6 response, $7 reason, $8 version seen, $9 key.
const SAVE = `with a as (
  select id, content_set_id, status from assessments where tenant_id = $1 and id = $2 and user_id = $3 and status in ${OPEN}
), s as (
  select s.id, s.element_id, s.statement_set_id, s.allows_not_applicable
  from a join statements s on s.tenant_id = $1 and s.id = $4 and s.content_set_id = a.content_set_id
), chosen as (
  select value from statement_responses where tenant_id = $1 and statement_id = $4 and id = $6
), there as (
  select r.*, v.value from responses r
  left join statement_responses v on v.tenant_id = $1 and v.statement_id = $4 and v.id = r.statement_response_id
  where r.tenant_id = $1 and r.assessment_id = $2 and r.statement_id = $4 and r.state in (1, 2)
), saved as (
  insert into responses as r (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, updated_by)
  select $1, $2, $4, $5, $6, $7, $3 from s
  where ($6::bigint is null or exists (select from chosen))
    and ($7::text is null or s.allows_not_applicable)
    and ($8::int = 0 or exists (select from there where state = $5))
    and ($5::smallint = 1 or $6::bigint is null
      or coalesce((select value from there where state = 1) <= (select value from chosen), true))
  on conflict (tenant_id, assessment_id, statement_id, state) do update set
    statement_response_id = excluded.statement_response_id, not_applicable_reason = excluded.not_applicable_reason,
    version = r.version + 1, to_confirm = false, updated_at = now(), updated_by = excluded.updated_by
    where r.version = $8
  returning r.*
), raised as (
  update responses r set statement_response_id = $6, version = r.version + 1, to_confirm = false, updated_at = now(), updated_by = $3
  from saved, there t
  where saved.state = 1 and t.state = 2 and t.value < (select value from chosen)
    and r.tenant_id = $1 and r.assessment_id = $2 and r.statement_id = $4 and r.state = 2
  returning r.*
), written as (
  select * from saved union all select * from raised
), history as (
  insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id,
    before_response_id, before_reason, after_response_id, after_reason)
  select $1, $2, $4, w.state, w.version, $9, $3, t.statement_response_id, t.not_applicable_reason, w.statement_response_id, w.not_applicable_reason
  from written w left join there t on t.state = w.state
), reopened as (
  delete from element_completions c using saved, s where c.tenant_id = $1 and c.assessment_id = $2 and c.element_id = s.element_id
), begun as (
  update assessments x set status = 'in_progress' from saved, a
  where x.tenant_id = $1 and x.id = $2 and a.status in ('not_started', 'completed')
)
select s.statement_set_id, w.statement_id, w.state, w.statement_response_id, w.not_applicable_reason, w.version, w.to_confirm, w.updated_at
from (
  select * from written
  union all
  select tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, version, to_confirm, updated_at, updated_by
  from there where state not in (select state from written)
) w, s
where exists (select from saved)
order by w.state`

/** Saves one choice, once, however often it is sent; a stale one changes nothing and says what stands. */
export async function saveResponse(
  db: Db,
  scope: Scope,
  actor: Actor,
  assessmentId: number,
  change: ResponseChange,
): Promise<SavedResponse[]> {
  const { statement_id, state, statement_response_id, not_applicable_reason, version, key } = change
  if (not_applicable_reason !== null && (state !== 1 || statement_response_id !== null)) {
    throw new ApiError('invalid-input', 'A statement that does not apply has no response.', {
      fields: { not_applicable_reason: 'Send it with state 1 and without a response' },
    })
  }
  const { rows } = await db.executeQuery(
    CompiledQuery.raw(SAVE, [
      scope.tenantId,
      assessmentId,
      actor.id,
      statement_id,
      state,
      statement_response_id,
      not_applicable_reason,
      version,
      key,
    ]) as CompiledQuery<SavedResponse>,
  )
  if (rows.length > 0) return rows
  return await refuseSave(db, scope, actor, assessmentId, change)
}
