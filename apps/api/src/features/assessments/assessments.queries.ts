import { isOneOf } from '#support/one-of.queries.ts'
import type { AssessmentStatus, SavedResponse } from 'contract/assessments'
import type { Attachment } from 'contract/attachments'
import type { AssessmentType } from 'contract/fields'
import { sql } from 'kysely'
import type { Scope as ChosenScope } from 'rules/scope'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { notYours } from '#features/assessments/require-open-assessment.ts'
import {
  type Asking,
  IS_SHARED,
  OWNER,
  mayUse,
  ownedAs,
} from '#features/assessments/access.queries.ts'
import { RECEIVED_BYTES } from '#support/stored-bytes.queries.ts'

const COLUMNS = [
  'a.id',
  OWNER.as('owner_id'),
  IS_SHARED.as('is_shared'),
  'a.content_set_id',
  'c.family_id',
  'a.year',
  'a.carried_from',
  'a.is_report_pending',
  'a.completed_at',
  'a.scope_levels',
  'a.scope_profiles',
  sql<AssessmentType>`a.type`.as('type'),
  sql<AssessmentStatus>`a.status`.as('status'),
] as const

function assessments(db: Db, scope: Scope) {
  return db
    .selectFrom('assessments as a')
    .innerJoin('content_sets as c', (join) =>
      join.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.id', '=', 'a.content_set_id'),
    )
    .select(COLUMNS)
    .where('a.tenant_id', '=', scope.tenantId)
}

export async function getAssessment(db: Db, scope: Scope, asking: Asking, id: number) {
  const { may_use, ...assessment } = await assessments(db, scope)
    .select(mayUse(asking).as('may_use'))
    .where('a.id', '=', id)
    .where(isOneOf(asking.userId))
    .executeTakeFirstOrThrow(() => notFound('assessment'))
  if (!may_use) throw notYours(asking.to)
  return assessment
}

export type Assessment = Awaited<ReturnType<typeof getAssessment>>

export type OwnAssessment = Awaited<ReturnType<typeof listAssessments>>[number]

/** Each part has an index of its own. */
function idsOf({ tenantId }: Scope, userId: number) {
  return sql`select tenant_id, id from assessments where tenant_id = ${tenantId} and user_id = ${userId}
    union all select tenant_id, id from assessments where tenant_id = ${tenantId} and owner_id = ${userId}
    union all select tenant_id, id from assessments where tenant_id = ${tenantId} and approver_id = ${userId}
    union all select tenant_id, assessment_id from assessment_members
      where tenant_id = ${tenantId} and user_id = ${userId} and left_at is null`
}

/** A user's own and shared assessments with the titles of their sets, the newest year and edition first. */
export async function listAssessments(db: Db, scope: Scope, userId: number) {
  return await assessments(db, scope)
    .where(sql<boolean>`(a.tenant_id, a.id) in (${idsOf(scope, userId)})`)
    .select(['c.title', 'c.language', 'a.touched_at'])
    .orderBy('a.year', 'desc')
    .orderBy('a.id', 'desc')
    .execute()
}

type SavedAnswersRow = Assessment & {
  answers: Omit<SavedResponse, 'statement_set_id'>[]
  notes: { statement_id: number; note: string; version: number; updated_at: string }[]
  attachments: Attachment[]
  completed: number[]
}

/** An assessment with everything saved in it, in one query. */
export async function getSavedAnswers(
  db: Db,
  scope: Scope,
  id: number,
  /** Left out by jobs, and by the pages that show what was submitted. */
  asking?: Asking,
) {
  const { rows } = await sql<SavedAnswersRow>`
    select a.id, ${OWNER} as owner_id, ${IS_SHARED} as is_shared, a.content_set_id, s.family_id, a.year, a.type, a.status, a.carried_from, a.is_report_pending, a.completed_at, a.scope_levels, a.scope_profiles,
      (select coalesce(json_agg(own order by own.statement_id, own.state), '[]') from (
        select r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason, r.version, r.to_confirm, r.updated_at
        from responses r where r.tenant_id = a.tenant_id and r.assessment_id = a.id) own) as answers,
      (select coalesce(json_agg(own), '[]') from (
        select n.statement_id, n.note, n.version, n.updated_at
        from notes n where n.tenant_id = a.tenant_id and n.assessment_id = a.id) own) as notes,
      (select coalesce(json_agg(own order by own.id), '[]') from (
        select f.id, f.statement_id, f.name as file_name, f.size, f.piece_bytes, f.status, f.media_type, f.created_at, f.scanning_since,
          ${RECEIVED_BYTES} as received
        from attachments f where f.tenant_id = a.tenant_id and f.assessment_id = a.id and f.removed_at is null) own) as attachments,
      (select coalesce(json_agg(c.element_id), '[]')
        from element_completions c where c.tenant_id = a.tenant_id and c.assessment_id = a.id) as completed
    from assessments a join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id
    where a.tenant_id = ${scope.tenantId} and a.id = ${id}
      and ${asking ? mayUse(asking) : sql`true`}`.execute(db)
  if (!rows[0] && asking) await getAssessment(db, scope, asking, id)
  if (!rows[0]) throw notFound('assessment')
  const { answers, notes, attachments, completed, ...row } = rows[0]
  return {
    assessment: row,
    answers: answers.map(timed),
    notes: notes.map(timed),
    attachments: attachments.map(withTimes),
    completed,
  }
}

export type SavedAnswers = Awaited<ReturnType<typeof getSavedAnswers>>

// JSON has timestamps in a form of its own.
function timed<Row extends { updated_at: string }>(row: Row) {
  return { ...row, updated_at: new Date(row.updated_at).toISOString() }
}

function withTimes<Row extends { created_at: string; scanning_since: string }>(row: Row) {
  return {
    ...row,
    created_at: new Date(row.created_at).toISOString(),
    scanning_since: new Date(row.scanning_since).toISOString(),
  }
}

export async function listStatementAnswers(
  db: Db,
  { tenantId }: Scope,
  assessmentId: number,
  statementId: number,
) {
  const { rows } = await sql<SavedResponse>`
    select s.statement_set_id, r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason,
      r.version, r.to_confirm, r.updated_at
    from responses r join statements s on s.tenant_id = r.tenant_id and s.id = r.statement_id
    where r.tenant_id = ${tenantId} and r.assessment_id = ${assessmentId} and r.statement_id = ${statementId}
    order by r.state`.execute(db)
  return rows
}

/** The content set of an assessment, for links and texts. Undefined if the organisation has no other one. */
export async function findSetToName(db: Db, { tenantId }: Scope, assessmentId: number) {
  const { rows } = await sql<{ id: number; title: string }>`
    select c.family_id as id, c.title
    from assessments a join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
    where a.tenant_id = ${tenantId} and a.id = ${assessmentId}
      and exists (select from content_sets o
        where o.tenant_id = c.tenant_id and o.family_id <> c.family_id and o.status <> 'draft')`.execute(
    db,
  )
  return rows[0]
}

type NewAssessment = Pick<
  Assessment,
  'owner_id' | 'is_shared' | 'family_id' | 'content_set_id' | 'year' | 'type' | 'carried_from'
> &
  ChosenScope

/** Of two parallel inserts one succeeds, and both get its id. */
export async function insertAssessment(
  db: Db,
  scope: Scope,
  { owner_id, is_shared, family_id, scope_levels, scope_profiles, ...assessment }: NewAssessment,
) {
  const chosen = {
    scope_levels: scope_levels && [...scope_levels],
    scope_profiles: scope_profiles && [...scope_profiles],
  }
  const whose = is_shared ? { owner_id, family_id } : { user_id: owner_id }
  const made = await db
    .insertInto('assessments')
    .values({ tenant_id: scope.tenantId, ...whose, ...chosen, ...assessment })
    // Shared assessments have another key.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return { id: made.id, isNew: true }
  const { id } = await assessments(db, scope)
    .where(ownedAs({ owner_id, is_shared }))
    .where('c.family_id', '=', family_id)
    .where('a.year', '=', assessment.year)
    .where('a.type', '=', assessment.type)
    .executeTakeFirstOrThrow(() => notFound('assessment'))
  return { id, isNew: false }
}

type AssessmentChange = {
  status?: AssessmentStatus
  completed_at?: string
  touched_at?: string
  is_report_pending?: boolean
}

export async function updateAssessment(db: Db, scope: Scope, id: number, change: AssessmentChange) {
  const { numUpdatedRows } = await db
    .updateTable('assessments')
    .set(change)
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw notFound('assessment')
}
