import type { AssessmentStatus, SavedResponse } from 'contract/assessments'
import type { Attachment } from 'contract/attachments'
import type { AssessmentType } from 'contract/fields'
import { sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { RECEIVED_BYTES } from '#support/stored-bytes.queries.ts'

const COLUMNS = ['id', 'user_id', 'content_set_id', 'year', 'carried_from'] as const
const STATUS = [
  'is_report_pending',
  'completed_at',
  sql<AssessmentType>`type`.as('type'),
  sql<AssessmentStatus>`status`.as('status'),
] as const

function ownAssessments(db: Db, scope: Scope, userId: number) {
  return db
    .selectFrom('assessments')
    .select(COLUMNS)
    .select(STATUS)
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
}

/** Another user's assessment is not found. */
export async function getOwnAssessment(db: Db, scope: Scope, userId: number, id: number) {
  return await ownAssessments(db, scope, userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('assessment'))
}

export type Assessment = Awaited<ReturnType<typeof getOwnAssessment>>

/** A user's assessments of a type, the newest year and edition first. */
export async function listAssessments(db: Db, scope: Scope, userId: number, type: AssessmentType) {
  return await ownAssessments(db, scope, userId)
    .where('type', '=', type)
    .orderBy('year', 'desc')
    .orderBy('id', 'desc')
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
  { tenantId }: Scope,
  id: number,
  /** Only this user's assessment is found. */
  ownerId?: number,
) {
  const { rows } = await sql<SavedAnswersRow>`
    select a.id, a.user_id, a.content_set_id, a.year, a.type, a.status, a.carried_from, a.is_report_pending, a.completed_at,
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
    from assessments a
    where a.tenant_id = ${tenantId} and a.id = ${id}
      and a.user_id = coalesce(${ownerId ?? null}::bigint, a.user_id)`.execute(db)
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

type NewAssessment = Pick<Assessment, 'user_id' | 'content_set_id' | 'year' | 'carried_from'> & {
  type: AssessmentType
}

/** Of two parallel inserts one succeeds, and both get its id. */
export async function insertAssessment(db: Db, scope: Scope, assessment: NewAssessment) {
  const made = await db
    .insertInto('assessments')
    .values({ tenant_id: scope.tenantId, ...assessment })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'content_set_id', 'year', 'type']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (made) return { id: made.id, isNew: true }
  const { id } = await ownAssessments(db, scope, assessment.user_id)
    .where('year', '=', assessment.year)
    .where('type', '=', assessment.type)
    .orderBy('id', 'desc')
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

/** A job takes the user's turn (`withSession`): nothing of the assessment changes until its transaction ends. */
export async function lockAssessment(db: Db, scope: Scope, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(-user_id) from assessments
    where tenant_id = ${scope.tenantId} and id = ${id}`.execute(db)
}
