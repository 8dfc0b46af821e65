import type { ResponseChange, SavedResponse } from 'contract/assessments'
import { CompiledQuery } from 'kysely'
import type { Actor, Scope } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { listStatementAnswers } from './assessments.queries.ts'
import { raiseFuture } from './raise-future.ts'
import { refuseSave } from './refuse-save.ts'
import { reopenElement } from './reopen-element.ts'

// One statement for what people do all day: find, check, save, write the history. What is seldom needed after
// it (raising the future, reopening, beginning) is told by flags and done in statements of its own.
// $1 tenant, $2 assessment, $3 person, $4 statement, $5 state, $6 response, $7 reason, $8 version seen, $9 key.
const SAVE = `with place as (
  select a.status, s.element_id, s.statement_set_id, s.allows_not_applicable, chosen.value as chosen,
    own.statement_response_id as before_response, own.not_applicable_reason as before_reason, own.version as before_version,
    other.state as other_state, other.statement_response_id as other_response, other.not_applicable_reason as other_reason,
    other.version as other_version, other.to_confirm as other_to_confirm, other.updated_at as other_updated_at,
    (select v.value from statement_responses v where v.tenant_id = $1 and v.statement_id = $4 and v.id = other.statement_response_id) as other_value,
    exists (select from element_completions c where c.tenant_id = $1 and c.assessment_id = $2 and c.element_id = s.element_id) as is_complete
  from assessments a
  join statements s on s.tenant_id = $1 and s.id = $4 and s.content_set_id = a.content_set_id
  left join statement_responses chosen on chosen.tenant_id = $1 and chosen.statement_id = $4 and chosen.id = $6
  left join responses own on own.tenant_id = $1 and own.assessment_id = $2 and own.statement_id = $4 and own.state = $5
  left join responses other on other.tenant_id = $1 and other.assessment_id = $2 and other.statement_id = $4 and other.state = 3 - $5::smallint
  where a.tenant_id = $1 and a.id = $2 and a.user_id = $3 and a.status not in ('in_review', 'certified')
), saved as (
  insert into responses as r (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, updated_by)
  select $1, $2, $4, $5, $6, $7, $3 from place
  where ($6::bigint is null or chosen is not null)
    and ($7::text is null or allows_not_applicable)
    and coalesce(before_version, 0) = $8::int
    and ($5::smallint = 1 or $6::bigint is null or other_value is null or other_value <= chosen)
  on conflict (tenant_id, assessment_id, statement_id, state) do update set
    statement_response_id = excluded.statement_response_id, not_applicable_reason = excluded.not_applicable_reason,
    version = r.version + 1, to_confirm = false, updated_at = now(), updated_by = excluded.updated_by
    where r.version = $8
  returning version, updated_at
), history as (
  insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id,
    before_response_id, before_reason, after_response_id, after_reason)
  select $1, $2, $4, $5, version, $9, $3, before_response, before_reason, $6, $7 from saved, place
)
select version, updated_at, place.*, status <> 'in_progress' as is_resting, coalesce($5::smallint = 1 and other_value < chosen, false) as is_above_future
from saved, place`

type Saved = {
  version: number
  updated_at: string
  statement_set_id: number
  element_id: number
  is_complete: boolean
  is_resting: boolean
  is_above_future: boolean
  other_state: SavedResponse['state'] | null
  other_response: number | null
  other_reason: string | null
  other_version: number
  other_to_confirm: boolean
  other_updated_at: string
}

/** Saves one choice, once, however often it is sent; a stale one changes nothing and says what stands. */
export async function saveResponse(
  db: Db,
  scope: Scope,
  actor: Actor,
  assessmentId: number,
  change: ResponseChange,
): Promise<SavedResponse[]> {
  const { statement_id, state, statement_response_id, not_applicable_reason, version, key } = change
  refuseReasonElsewhere(change)
  const { rows } = await db.executeQuery<Saved>(
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
    ]),
  )
  const [saved] = rows
  if (!saved) return await refuseSave(db, scope, actor, assessmentId, change)
  if (saved.is_complete || saved.is_resting) {
    await reopenElement(db, scope, assessmentId, saved.element_id)
  }
  if (!saved.is_above_future) return bothStates(change, saved)
  await raiseFuture(db, scope, actor, assessmentId, change)
  return await listStatementAnswers(db, scope, assessmentId, statement_id)
}

function bothStates(change: ResponseChange, saved: Saved): SavedResponse[] {
  const { statement_set_id, version, updated_at } = saved
  const { statement_id, state, statement_response_id, not_applicable_reason } = change
  const place = { statement_set_id, statement_id }
  const own = {
    ...place,
    state,
    statement_response_id,
    not_applicable_reason,
    version,
    to_confirm: false,
    updated_at,
  }
  if (saved.other_state === null) return [own]
  const other = {
    ...place,
    state: saved.other_state,
    statement_response_id: saved.other_response,
    not_applicable_reason: saved.other_reason,
    version: saved.other_version,
    to_confirm: saved.other_to_confirm,
    updated_at: saved.other_updated_at,
  }
  return state === 1 ? [own, other] : [other, own]
}

function refuseReasonElsewhere({
  not_applicable_reason,
  state,
  statement_response_id,
}: ResponseChange) {
  if (not_applicable_reason === null || (state === 1 && statement_response_id === null)) return
  throw new ApiError('invalid-input', 'A statement that does not apply has no response.', {
    fields: { not_applicable_reason: 'Send it with state 1 and without a response' },
  })
}
