import type { NoteChange } from 'contract/answers'
import type { Note } from 'contract/assessments'
import type { NoteConflict } from 'contract/note-conflict'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { isStatementAsked } from '#features/assessments/asked.queries.ts'
import { getAssessment } from '#features/assessments/assessments.queries.ts'
import { findElementOf } from '#features/assessments/attachments.queries.ts'
import { joinAssessment } from '#features/assessments/locks.queries.ts'
import { completedByOwner, requireOpen } from '#features/assessments/require-open-assessment.ts'
import { followStatement } from './follow-statement.ts'
import {
  isCompletedByOwner,
  reopenElement,
  startAssessment,
} from '#features/assessments/completions.queries.ts'
import { upsertNote, findNote } from './notes.queries.ts'

/**
 * Saves a note once, however often it is sent. Notes of what is asked are in the report, so a completed element reopens.
 */
export async function saveNote(
  db: Db,
  context: Pick<SignedInContext, 'app' | 'scope' | 'actor'>,
  assessmentId: number,
  change: NoteChange,
): Promise<Note> {
  const { scope, actor } = context
  const asking = { userId: actor.id, to: 'answer', statementId: change.statement_id } as const
  await joinAssessment(db, scope, { id: assessmentId, asking })
  const assessment = await getAssessment(db, scope, asking, assessmentId)
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
  const isAsked = await isStatementAsked(db, scope, assessmentId, change.statement_id)
  const which = { id: assessmentId, elementId }
  if (isAsked && (await isCompletedByOwner(db, scope, actor.id, which))) throw completedByOwner()
  const saved = await upsertNote(db, scope, actor, assessmentId, change)
  if (!saved) return await refuseNote(db, context, assessmentId, change)
  if (isAsked) await reopenElement(db, scope, assessmentId, elementId)
  else await startAssessment(db, scope, assessmentId)
  return saved
}

async function refuseNote(
  db: Db,
  { scope, actor }: Pick<SignedInContext, 'scope' | 'actor'>,
  assessmentId: number,
  change: NoteChange,
) {
  const saved = await findNote(db, scope, actor.id, assessmentId, change.statement_id)
  if (saved?.last_key === change.key) return saved
  const {
    last_key: _,
    saved_by,
    ...note
  } = saved ?? {
    last_key: null,
    saved_by: null,
    statement_id: change.statement_id,
    note: '',
    version: 0,
    updated_at: new Date(0).toISOString(),
  }
  throw new ApiError(
    'conflict',
    'This note was changed while you were editing. Check the saved note, then save again.',
    { details: { note, saved_by } satisfies NoteConflict },
  )
}
