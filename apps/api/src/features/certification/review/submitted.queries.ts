import { sql } from 'kysely'
import type { Scope as ChosenScope } from 'rules/scope'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import type { StoredReview } from './reviews.queries.ts'
import type { SavedAnswer } from '#features/assessments/progress.ts'

export type Answer = Omit<SavedAnswer, 'to_confirm'>

/** What was submitted, with the ids of its edition. Later changes don't affect it. */
export type Submitted = {
  answers: Answer[]
  elements: number[]
  notes: { statement_id: number; version: number }[]
  files: { statement_id: number; id: number }[]
  /** Missing in what was submitted before there were levels and profiles. */
  scope?: ChosenScope
}

/** Starts a new round with the assessment as it is now. */
export async function insertReview(
  db: Db,
  { tenantId }: Scope,
  assessmentId: number,
  submittedAt: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into reviews (tenant_id, assessment_id, content_set_id, round, submitted_at, submitted)
    select a.tenant_id, a.id, a.content_set_id,
      (select coalesce(max(w.round), 0) + 1 from reviews w where w.tenant_id = a.tenant_id and w.assessment_id = a.id),
      ${submittedAt.toISOString()},
      jsonb_build_object(
        'answers', (select coalesce(jsonb_agg(jsonb_build_object('statement_id', r.statement_id, 'state', r.state,
            'statement_response_id', r.statement_response_id, 'not_applicable_reason', r.not_applicable_reason)), '[]')
          from responses r where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.state in (1, 2)),
        'scope', jsonb_build_object('scope_levels', a.scope_levels, 'scope_profiles', a.scope_profiles),
        'elements', (select coalesce(jsonb_agg(c.element_id), '[]')
          from element_completions c where c.tenant_id = a.tenant_id and c.assessment_id = a.id),
        'notes', (select coalesce(jsonb_agg(jsonb_build_object('statement_id', n.statement_id, 'version', n.version)), '[]')
          from notes n where n.tenant_id = a.tenant_id and n.assessment_id = a.id),
        'files', (select coalesce(jsonb_agg(jsonb_build_object('statement_id', f.statement_id, 'id', f.id)), '[]')
          from attachments f where f.tenant_id = a.tenant_id and f.assessment_id = a.id
            and f.removed_at is null and f.status <> 'uploading'))
    from assessments a where a.tenant_id = ${tenantId} and a.id = ${assessmentId}
    returning id`.execute(db)
  if (!rows[0]) throw notFound('assessment')
  return rows[0].id
}

export async function getSubmitted(db: Db, { tenantId }: Scope, id: number): Promise<Submitted> {
  const { rows } = await sql<{ submitted: Submitted }>`
    select submitted from reviews where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('review')
  return rows[0].submitted
}

type Before = { id: number; round: number; content_set_id: number; submitted: Submitted }

/** The last earlier round that auditors saw. */
export async function findEarlierSubmission(
  db: Db,
  { tenantId }: Scope,
  { assessment_id, round }: StoredReview,
): Promise<Before | undefined> {
  const { rows } = await sql<Before>`
    select id, round, content_set_id, submitted from reviews
    where tenant_id = ${tenantId} and assessment_id = ${assessment_id} and round < ${round}
      and started_at is not null and ended_at is not null
    order by round desc limit 1`.execute(db)
  return rows[0]
}
