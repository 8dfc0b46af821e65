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

/** As the database's `standing_of` gives it. */
export type StandingRow = Omit<Assessment, 'status' | 'type'> & {
  status: string
  type: string
  answers: Omit<SavedResponse, 'statement_set_id'>[]
  notes: { statement_id: number; note: string; version: number; updated_at: string }[]
  attachments: Attachment[]
  completed: number[]
}

/** An assessment with all that is saved of it, in one round trip: it is what most pages begin with. */
export async function getStanding(
  db: Db,
  { tenantId }: Scope,
  id: number,
  /** Only this person's: anybody else's is as if it were not there. */
  ownerId?: number,
) {
  const { rows } = await sql<StandingRow>`select * from standing_of(${tenantId}, ${id})`.execute(db)
  const row = rows.find(({ user_id }) => ownerId === undefined || user_id === ownerId)
  if (!row) throw notFound('assessment')
  return standingFrom(row)
}

/** As it is used, of a row as the database gives it. */
export function standingFrom({ answers, notes, attachments, completed, ...row }: StandingRow) {
  return {
    assessment: typed(row),
    answers: answers.map(timed),
    notes: notes.map(timed),
    attachments: attachments.map(begun),
    completed,
  }
}

export type Standing = ReturnType<typeof standingFrom>

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
