import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import type { StandingReview } from './reviews.queries.ts'

export type Answer = {
  statement_id: number
  state: number
  statement_response_id: number | null
  not_applicable_reason: string | null
}

export type Before = {
  round: number
  /** What was declared then. */
  answers: Answer[]
  /** Statements whose note was written anew since. */
  notes: number[]
  files: { statement_id: number; added: number; removed: number }[]
}

/** What was declared at a time, whatever its respondent has made of it since. */
export async function listAnswersAt(
  db: Db,
  { tenantId }: Scope,
  assessmentId: number,
  at: string,
): Promise<Answer[]> {
  const { rows } = await sql<Answer>`
    select e.* from (select ${tenantId}::bigint as tenant_id) w
    cross join lateral (${answersAt(sql`${assessmentId}`, sql`${at}::timestamptz`)}) e`.execute(db)
  return rows
}

/** Of the tenant of `w`. */
function answersAt(assessmentId: RawBuilder<unknown>, at: RawBuilder<unknown>) {
  return sql`
    select distinct on (v.statement_id, v.state) v.statement_id, v.state, v.after_response_id as statement_response_id,
      v.after_reason as not_applicable_reason
    from response_events v
    where v.tenant_id = w.tenant_id and v.assessment_id = ${assessmentId} and v.state in (1, 2) and v.at <= ${at}
    order by v.statement_id, v.state, v.version desc`
}

/** How an assessment stood when the last round before this one ended that auditors saw, and what came since; undefined in the first. */
export async function findBefore(
  db: Db,
  { tenantId }: Scope,
  { assessment_id: assessmentId, round }: StandingReview,
): Promise<Before | undefined> {
  const { rows } = await sql<Before>`
    select w.round,
      (select coalesce(json_agg(e), '[]') from (
        ${answersAt(sql`w.assessment_id`, sql`w.ended_at`)}) e) as answers,
      (select coalesce(json_agg(statement_id), '[]') from notes
        where tenant_id = w.tenant_id and assessment_id = w.assessment_id and updated_at > w.ended_at) as notes,
      (select coalesce(json_agg(f), '[]') from (
        select statement_id,
          count(*) filter (where created_at > w.ended_at and removed_at is null)::int as added,
          count(*) filter (where created_at <= w.ended_at and removed_at > w.ended_at)::int as removed
        from attachments
        where tenant_id = w.tenant_id and assessment_id = w.assessment_id and status <> 'uploading'
        group by statement_id) f) as files
    from reviews w
    where w.tenant_id = ${tenantId} and w.assessment_id = ${assessmentId} and w.round < ${round}
      and w.begun_at is not null and w.ended_at is not null
    order by w.round desc limit 1`.execute(db)
  return rows[0]
}
