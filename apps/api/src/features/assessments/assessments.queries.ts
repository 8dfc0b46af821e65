import type { AssessmentStatus, SavedResponse } from 'contract/assessments'
import type { Attachment } from 'contract/attachments'
import type { AssessmentType } from 'contract/fields'
import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'

const COLUMNS = [
  'id',
  'user_id',
  'content_set_id',
  'year',
  'type',
  'status',
  'carried_from',
  'is_report_pending',
  'completed_at',
] as const

/** A person's assessment of a year and type; the newest edition if there are several. */
export async function findAssessment(
  db: Db,
  scope: Scope,
  userId: number,
  year: number,
  type: AssessmentType,
) {
  const row = await db
    .selectFrom('assessments')
    .select(COLUMNS)
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('year', '=', year)
    .where('type', '=', type)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row && typed(row)
}

/** Only the person's own: anybody else's is as if it were not there. */
export async function getOwnAssessment(db: Db, scope: Scope, userId: number, id: number) {
  const row = await db
    .selectFrom('assessments')
    .select(COLUMNS)
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw notFound('assessment')
  return typed(row)
}

function typed<Row extends { status: string; type: string }>(row: Row) {
  return { ...row, status: row.status as AssessmentStatus, type: row.type as AssessmentType }
}

export type Assessment = Awaited<ReturnType<typeof getOwnAssessment>>

/** A person's assessments of a type, newest year first and newest edition first within it. */
export async function listAssessments(db: Db, scope: Scope, userId: number, type: AssessmentType) {
  const rows = await db
    .selectFrom('assessments')
    .select(COLUMNS)
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .orderBy('year', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(typed)
}

type StandingRow = Omit<Assessment, 'status' | 'type'> & {
  status: string
  type: string
  answers: Omit<SavedResponse, 'statement_set_id'>[]
  notes: { statement_id: number; note: string; version: number; updated_at: string }[]
  attachments: Attachment[]
  completed: number[]
}

/** An assessment with everything saved in it, in one query: most pages start with it. */
export async function getStanding(
  db: Db,
  { tenantId }: Scope,
  id: number,
  /** Only this person's: anybody else's is as if it were not there. */
  ownerId?: number,
) {
  const { rows } = await sql<StandingRow>`
    select a.id, a.user_id, a.content_set_id, a.year, a.type, a.status, a.carried_from, a.is_report_pending, a.completed_at,
      (select coalesce(json_agg(own order by own.statement_id, own.state), '[]') from (
        select r.statement_id, r.state, r.statement_response_id, r.not_applicable_reason, r.version, r.to_confirm, r.updated_at
        from responses r where r.tenant_id = a.tenant_id and r.assessment_id = a.id) own) as answers,
      (select coalesce(json_agg(own), '[]') from (
        select n.statement_id, n.note, n.version, n.updated_at
        from notes n where n.tenant_id = a.tenant_id and n.assessment_id = a.id) own) as notes,
      (select coalesce(json_agg(own order by own.id), '[]') from (
        select f.id, f.statement_id, f.name, f.size, f.piece_bytes, f.status, f.media_type, f.created_at, f.scanning_since,
          least(f.size, cardinality(f.pieces) * f.piece_bytes) as received
        from attachments f where f.tenant_id = a.tenant_id and f.assessment_id = a.id and f.removed_at is null) own) as attachments,
      (select coalesce(json_agg(c.element_id), '[]')
        from element_completions c where c.tenant_id = a.tenant_id and c.assessment_id = a.id) as completed
    from assessments a
    where a.tenant_id = ${tenantId} and a.id = ${id} and a.user_id = coalesce(${ownerId ?? null}::bigint, a.user_id)`.execute(
    db,
  )
  if (!rows[0]) throw notFound('assessment')
  const { answers, notes, attachments, completed, ...row } = rows[0]
  return {
    assessment: typed(row),
    answers: answers.map(timed),
    notes: notes.map(timed),
    attachments: attachments.map(begun),
    completed,
  }
}

export type Standing = Awaited<ReturnType<typeof getStanding>>

// Within JSON the database writes a moment in a form of its own.
function timed<Row extends { updated_at: string }>(row: Row) {
  return { ...row, updated_at: new Date(row.updated_at).toISOString() }
}

function begun<Row extends { created_at: string; scanning_since: string }>(row: Row) {
  return {
    ...row,
    created_at: new Date(row.created_at).toISOString(),
    scanning_since: new Date(row.scanning_since).toISOString(),
  }
}

/** Both states of one statement as they stand. */
export async function listStatementAnswers(
  db: Db,
  scope: Scope,
  assessmentId: number,
  statementId: number,
): Promise<SavedResponse[]> {
  const all = await db
    .selectFrom('responses as r')
    .innerJoin('statements as s', (join) =>
      join.onRef('s.tenant_id', '=', 'r.tenant_id').onRef('s.id', '=', 'r.statement_id'),
    )
    .select([
      's.statement_set_id',
      'r.statement_id',
      'r.state',
      'r.statement_response_id',
      'r.not_applicable_reason',
      'r.version',
      'r.to_confirm',
      'r.updated_at',
    ])
    .where('r.tenant_id', '=', scope.tenantId)
    .where('r.assessment_id', '=', assessmentId)
    .where('r.statement_id', '=', statementId)
    .orderBy('r.state')
    .execute()
  return all as SavedResponse[]
}

/** Makes the row of a year and type; of two at once one is made and both get its id. */
export async function insertAssessment(
  db: Db,
  scope: Scope,
  assessment: {
    user_id: number
    content_set_id: number
    year: number
    type: AssessmentType
    carried_from: number | null
  },
): Promise<{ id: number; isNew: boolean }> {
  const made = await db
    .insertInto('assessments')
    .values({ tenant_id: scope.tenantId, ...assessment })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'content_set_id', 'year', 'type']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (made) return { id: made.id, isNew: true }
  const there = await findAssessment(
    db,
    scope,
    assessment.user_id,
    assessment.year,
    assessment.type,
  )
  if (!there) throw notFound('assessment')
  return { id: there.id, isNew: false }
}

export async function updateAssessment(
  db: Db,
  scope: Scope,
  id: number,
  change: {
    status?: AssessmentStatus
    completed_at?: string
    touched_at?: string
    is_report_pending?: boolean
  },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('assessments')
    .set(change)
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw notFound('assessment')
}

/** After a change: the element is no longer complete, and the assessment is in progress. */
export async function reopenElement(
  db: Db,
  scope: Scope,
  assessmentId: number,
  elementId: number,
): Promise<void> {
  await db
    .deleteFrom('element_completions')
    .where('tenant_id', '=', scope.tenantId)
    .where('assessment_id', '=', assessmentId)
    .where('element_id', '=', elementId)
    .execute()
  await db
    .updateTable('assessments')
    .set({ status: 'in_progress' })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', assessmentId)
    .where('status', 'in', ['not_started', 'completed'])
    .execute()
}

/** A change reopens a completed assessment; what is open has no report to be made. */
export async function isReopened(db: Db, scope: Scope, id: number): Promise<boolean> {
  const { status } = await db
    .selectFrom('assessments')
    .select('status')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('assessment'))
  return status === 'in_progress'
}

/** A job takes the person's turn (`withSession`): nothing of the assessment changes until its transaction ends. */
export async function lockAssessment(db: Db, scope: Scope, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(-user_id) from assessments where tenant_id = ${scope.tenantId} and id = ${id}`.execute(
    db,
  )
}
