import { sql } from 'kysely'
import { ANSWER, recordChanged } from '#features/assessments/answer-events.queries.ts'
import { answeredIn } from '#features/assessments/answered.queries.ts'
import { applies } from '#support/applies.queries.ts'
import type { Scope, Db } from '#db/scope.ts'
import { lacksElement } from './scope.queries.ts'

export type Move = {
  /** The caller has locked them. */
  ids: readonly number[]
  from: number
  to: number
  /** Keys of the statements whose answers may no longer hold. */
  toConfirm: readonly string[]
  actorId: number
}

/** Moves assessments to another edition by keys, after what was chosen of it. Answers without a counterpart stay in the history. */
export async function moveAssessments(db: Db, scope: Scope, move: Move): Promise<void> {
  await dropAnswers(db, scope, move)
  await moveAnswers(db, scope, move)
  await raiseFutures(db, scope, move)
  await moveWithStatements(db, scope, move)
  await moveCompletions(db, scope, move)
  await moveAssignments(db, scope, move)
  await moveRows(db, scope, move)
}

function counterparts({ tenantId }: Scope, { ids, from, to, toConfirm }: Move) {
  return sql`
    select r.assessment_id, r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason,
      n.id as new_statement, nr.id as new_response, n.key = any(${[...toConfirm]}::text[]) and r.state < 3 as asks_toConfirm,
      n.id is not null and case
        when r.statement_response_id is not null then nr.id is not null
        else r.not_applicable_reason is null or n.allows_not_applicable end as has_one
    from responses r
    join statements o on o.tenant_id = r.tenant_id and o.id = r.statement_id and o.content_set_id = ${from}
    left join statement_responses oldr on oldr.tenant_id = r.tenant_id and oldr.id = r.statement_response_id
    left join statements n on n.tenant_id = r.tenant_id and n.content_set_id = ${to} and n.key = o.key
    left join statement_responses nr on nr.tenant_id = r.tenant_id and nr.statement_id = n.id and nr.key = oldr.key
    where r.tenant_id = ${tenantId} and r.assessment_id = any(${[...ids]}::bigint[])`
}

async function dropAnswers(db: Db, scope: Scope, move: Move) {
  await sql`
    with found as (${counterparts(scope, move)}), changed as (
      delete from responses r using found f
      where r.tenant_id = ${scope.tenantId} and r.assessment_id = f.assessment_id and r.statement_id = f.statement_id
        and r.state = f.state and not f.has_one
      returning r.*
    )
    ${recordChanged(move.actorId, { before: ANSWER, version: sql`version + 1` })}`.execute(db)
}

// The version of an answer stays, so a page that doesn't know of the move can keep saving.
async function moveAnswers(db: Db, scope: Scope, move: Move) {
  await sql`
    with found as (${counterparts(scope, move)}), changed as (
      update responses r set statement_id = f.new_statement, statement_response_id = f.new_response,
        to_confirm = r.to_confirm or f.asks_toConfirm
      from found f
      where r.tenant_id = ${scope.tenantId} and r.assessment_id = f.assessment_id and r.statement_id = f.statement_id and r.state = f.state
      returning r.*, f.statement_response_id as old_response, f.not_applicable_reason as old_reason
    )
    ${recordChanged(move.actorId, { before: sql`old_response, old_reason`, after: ANSWER })}`.execute(
    db,
  )
}

/** Values may have changed places. The future response may not be lower than the current one. */
export async function raiseFutures(
  db: Db,
  { tenantId }: Scope,
  { ids, to, actorId }: Pick<Move, 'ids' | 'to' | 'actorId'>,
): Promise<void> {
  await sql`
    with changed as (
      update responses f set statement_response_id = c.statement_response_id, version = f.version + 1, to_confirm = true
      from responses c
      join statements s on s.tenant_id = c.tenant_id and s.id = c.statement_id and s.content_set_id = ${to}
      join statement_responses cv on cv.tenant_id = c.tenant_id and cv.id = c.statement_response_id
      cross join statement_responses fv
      where c.tenant_id = ${tenantId} and c.assessment_id = any(${[...ids]}::bigint[]) and c.state = 1
        and f.tenant_id = c.tenant_id and f.assessment_id = c.assessment_id and f.statement_id = c.statement_id and f.state = 2
        and fv.tenant_id = f.tenant_id and fv.id = f.statement_response_id and fv.value < cv.value
      returning f.*, fv.id as old_response
    )
    ${recordChanged(actorId, { before: sql`old_response, null::text`, after: sql`statement_response_id, null::text` })}`.execute(
    db,
  )
}

// Notes, files and comments of a removed statement stay with it, and follow again if a later edition brings it back.
async function moveWithStatements(db: Db, { tenantId }: Scope, { ids, to }: Move) {
  const counterpart = sql`
    from statements o, statements s
    where w.tenant_id = ${tenantId} and w.assessment_id = any(${[...ids]}::bigint[])
      and o.tenant_id = w.tenant_id and o.id = w.statement_id
      and s.tenant_id = w.tenant_id and s.content_set_id = ${to} and s.key = o.key`
  await sql`update notes w set statement_id = s.id ${counterpart}`.execute(db)
  await sql`update comments w set statement_id = s.id ${counterpart}`.execute(db)
  await sql`update attachments w set statement_id = s.id ${counterpart}`.execute(db)
}

/** An element stays completed if all its statements are answered and none is to confirm. */
async function moveCompletions(db: Db, { tenantId }: Scope, { ids, to }: Move) {
  const answers = sql`r.tenant_id = ${tenantId} and r.assessment_id = g.assessment_id and r.statement_id = s.id`
  await sql`
    with gone as (
      delete from element_completions where tenant_id = ${tenantId} and assessment_id = any(${[...ids]}::bigint[])
      returning assessment_id, element_id, completed_at
    )
    insert into element_completions (tenant_id, assessment_id, element_id, completed_at)
    select ${tenantId}, g.assessment_id, n.id, g.completed_at
    from gone g
    join elements o on o.tenant_id = ${tenantId} and o.id = g.element_id
    join elements n on n.tenant_id = ${tenantId} and n.content_set_id = ${to} and n.key = o.key
    join assessments a on a.tenant_id = ${tenantId} and a.id = g.assessment_id
    where not exists (
      select from statements s where s.tenant_id = ${tenantId} and s.element_id = n.id and ${applies(sql`s`, sql`a`)}
        and not exists (${answeredIn(answers)}))`.execute(db)
}

/** Who answers an element answers its counterpart. */
async function moveAssignments(db: Db, { tenantId }: Scope, { ids, to }: Move) {
  await sql`
    with gone as (
      delete from element_assignments where tenant_id = ${tenantId} and assessment_id = any(${[...ids]}::bigint[])
      returning *
    )
    insert into element_assignments (tenant_id, assessment_id, element_id, user_id, awaited_email, due_on, done_at, returned_at,
      declined_at, declined_by, decline_reason, suggested_id)
    select ${tenantId}, g.assessment_id, n.id, g.user_id, g.awaited_email, g.due_on, g.done_at, g.returned_at,
      g.declined_at, g.declined_by, g.decline_reason, g.suggested_id
    from gone g
    join elements o on o.tenant_id = ${tenantId} and o.id = g.element_id
    join elements n on n.tenant_id = ${tenantId} and n.content_set_id = ${to} and n.key = o.key`.execute(
    db,
  )
}

async function moveRows(db: Db, { tenantId }: Scope, { ids, from, to }: Move) {
  await sql`
    update assessments a set content_set_id = ${to},
      status = case when a.status = 'completed' and ${lacksElement(sql`${to}`)} then 'in_progress' else a.status end
    where a.tenant_id = ${tenantId} and a.id = any(${[...ids]}::bigint[])`.execute(db)
  await sql`update content_sets set was_used = true where tenant_id = ${tenantId}
    and id = ${from} and not was_used`.execute(db)
}
