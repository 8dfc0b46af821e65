import type { AssessmentType } from 'contract/fields'
import { sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import { createCache } from '#core/cache.ts'
import { freezeReport } from '#features/reports/snapshot/create-report.ts'
import { type DemoElement, type DemoYear, demoAnswers } from './demo-answers.ts'
import { demoSet } from './demo-set.ts'
import type { DemoUser } from './demo-users.ts'

type Wanted = {
  user: DemoUser
  userId: number
  setId: number
  which: DemoYear
  year: number
  at: Date
  type?: AssessmentType
}

/** Inserts one user's answers of one year, and the report if all are complete. Returns the assessment's id. */
export async function insertDemoAssessment(
  db: Db,
  scope: Scope,
  { user, userId, setId, which, year, at, type = 'self_assessment' }: Wanted,
): Promise<number | undefined> {
  const elements = demoAnswers(demoSet(), user, which)
  if (elements.length === 0) return undefined
  const isComplete = elements.every((element) => element.isComplete)
  const { id } = await db
    .insertInto('assessments')
    .values({
      tenant_id: scope.tenantId,
      user_id: userId,
      content_set_id: setId,
      year,
      type,
      status: isComplete ? 'completed' : 'in_progress',
      completed_at: isComplete ? at.toISOString() : null,
      touched_at: at.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertAnswers(db, scope, { assessmentId: id, userId, setId, at }, elements)
  if (isComplete) await freezeReport(db, scope, createCache(), id, at)
  return id
}

type DemoAnswers = { assessmentId: number; userId: number; setId: number; at: Date }

/** With their history, notes and completed elements. */
export async function insertAnswers(
  db: Db,
  { tenantId }: Scope,
  { assessmentId, userId, setId, at }: DemoAnswers,
  elements: DemoElement[],
) {
  const answers = JSON.stringify(elements.flatMap((element) => element.answers))
  await sql`
    with saved as (
      insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, updated_at, updated_by)
      select ${tenantId}, ${assessmentId}, s.id, c.state, r.id, case when c.state = 1 then x."notApplicableReason" end, ${at.toISOString()}::timestamptz, ${userId}
      from jsonb_to_recordset(${answers}) as x(statement text, current text, future text, "notApplicableReason" text)
      cross join lateral (values (1, x.current), (2, x.future)) as c(state, key)
      join statements s on s.tenant_id = ${tenantId} and s.content_set_id = ${setId} and s.key = x.statement
      left join statement_responses r on r.tenant_id = ${tenantId} and r.statement_id = s.id and r.key = c.key
      where r.id is not null or (c.state = 1 and x."notApplicableReason" is not null)
      returning *
    )
    insert into response_events (tenant_id, assessment_id, statement_id, state, version, key, user_id, at, after_response_id, after_reason)
    select tenant_id, assessment_id, statement_id, state, version, gen_random_uuid(), updated_by, updated_at, statement_response_id, not_applicable_reason
    from saved`.execute(db)
  await sql`
    insert into notes (tenant_id, assessment_id, statement_id, note, last_key, updated_at, updated_by)
    select ${tenantId}, ${assessmentId}, s.id, x.note, gen_random_uuid(), ${at.toISOString()}::timestamptz, ${userId}
    from jsonb_to_recordset(${answers}) as x(statement text, note text)
    join statements s on s.tenant_id = ${tenantId} and s.content_set_id = ${setId} and s.key = x.statement
    where x.note is not null`.execute(db)
  const complete = elements
    .filter((element) => element.isComplete)
    .map((element) => element.element)
  await sql`
    insert into element_completions (tenant_id, assessment_id, element_id, completed_at)
    select ${tenantId}, ${assessmentId}, id, ${at.toISOString()}::timestamptz from elements
    where tenant_id = ${tenantId} and content_set_id = ${setId} and key = any(${complete}::text[])`.execute(
    db,
  )
}
