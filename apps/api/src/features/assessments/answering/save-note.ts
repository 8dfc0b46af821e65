import type { Note, NoteChange } from 'contract/assessments'
import { sql } from 'kysely'
import type { Actor, SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { getOwnAssessment, reopenElement } from '#features/assessments/assessments.queries.ts'
import { findElementOf } from '#features/assessments/attachments.queries.ts'
import { requireOpen } from '#features/assessments/require-open-assessment.ts'
import { followStatement } from './follow-statement.ts'

/** Saves a note once, however often it is sent. Notes are in the report, so a completed element reopens. */
export async function saveNote(
  db: Db,
  context: Pick<SignedInContext, 'app' | 'scope' | 'actor'>,
  assessmentId: number,
  change: NoteChange,
): Promise<Note> {
  const { scope, actor } = context
  const assessment = await getOwnAssessment(db, scope, actor.id, assessmentId)
  const { content_set_id } = assessment
  const elementId = await findElementOf(db, scope, content_set_id, change.statement_id)
  if (elementId === undefined) {
    const followed = await followStatement(db, context, assessmentId, change.statement_id)
    if (!followed) throw notFound('statement')
    const there = { ...change, statement_id: followed.id }
    const note = await saveNote(db, context, assessmentId, there)
    return { ...note, statement_id: change.statement_id }
  }
  requireOpen(assessment.status, 'notes')
  const saved = await upsertNote(db, scope, actor, assessmentId, change)
  if (!saved) return await refuseNote(db, scope, assessmentId, change)
  await reopenElement(db, scope, assessmentId, elementId)
  return saved
}

async function upsertNote(
  db: Db,
  scope: Scope,
  actor: Actor,
  assessmentId: number,
  { statement_id, note, version, key }: NoteChange,
) {
  const { rows } = await sql<Note>`
    insert into notes as n (tenant_id, assessment_id, statement_id, note, last_key, updated_by)
    select ${scope.tenantId}, ${assessmentId}, ${statement_id}, ${note}, ${key}::uuid, ${actor.id}
    where ${version}::int = 0 or exists (
      select from notes where tenant_id = ${scope.tenantId} and assessment_id = ${assessmentId} and statement_id = ${statement_id})
    on conflict (tenant_id, assessment_id, statement_id) do update
      set note = excluded.note, last_key = excluded.last_key, version = n.version + 1, updated_at = now(), updated_by = excluded.updated_by
      where n.version = ${version}
    returning statement_id, note, version, updated_at`.execute(db)
  return rows[0]
}

async function refuseNote(db: Db, scope: Scope, assessmentId: number, change: NoteChange) {
  const saved = await db
    .selectFrom('notes')
    .select(['statement_id', 'note', 'version', 'updated_at', 'last_key'])
    .where('tenant_id', '=', scope.tenantId)
    .where('assessment_id', '=', assessmentId)
    .where('statement_id', '=', change.statement_id)
    .executeTakeFirst()
  if (saved?.last_key === change.key) return saved
  const { last_key: _, ...note } = saved ?? {
    last_key: null,
    statement_id: change.statement_id,
    note: '',
    version: 0,
    updated_at: new Date(0).toISOString(),
  }
  throw new ApiError('conflict', 'This note was changed in another tab or on another device.', {
    details: { note },
  })
}
