import type { AssessmentStatus } from 'contract/assessments'
import { type AnswerState, stateOf } from 'rules/answer-state'
import { plural } from 'rules/plural'
import { withoutNote } from 'rules/required-notes'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import type { Edition } from '#features/content/edition.ts'
import { editionFor } from '#features/assessments/edition-for.ts'
import {
  type SavedAnswers,
  getSavedAnswers,
  updateAssessment,
} from '#features/assessments/assessments.queries.ts'
import { lockAssessment } from '#features/assessments/locks.queries.ts'
import { requireOpen } from '#features/assessments/require-open-assessment.ts'
import { followElement } from './followed.queries.ts'
import { insertCompletion } from '#features/assessments/completions.queries.ts'

/** Completes an element whose statements are all answered. The last required one enqueues the report. */
export async function completeElement(
  db: Db,
  context: SignedInContext,
  assessmentId: number,
  elementId: number,
): Promise<{ status: AssessmentStatus; is_report_pending: boolean }> {
  const { app, scope, actor } = context
  const asking = { userId: actor.id, to: 'manage' } as const
  await lockAssessment(db, scope, { id: assessmentId, asking })
  const saved = await getSavedAnswers(db, scope, assessmentId, asking)
  const { assessment } = saved
  requireOpen(assessment.status)
  const edition = await editionFor(db, scope, app.cache, assessment)
  const { elements } = edition
  if (!elements.some((element) => element.id === elementId)) {
    const followed = await followElement(db, scope, assessment.content_set_id, elementId)
    return await completeElement(db, context, assessmentId, followed)
  }
  requireAnswered(saved, edition, elementId)
  const isNew = await insertCompletion(db, scope, assessmentId, elementId)
  const completed = new Set([...saved.completed, elementId])
  if (!elements.every((element) => !element.is_required || completed.has(element.id))) {
    return { status: assessment.status, is_report_pending: assessment.is_report_pending }
  }
  if (isNew) {
    const now = app.adapters.now().toISOString()
    await updateAssessment(db, scope, assessmentId, {
      status: 'completed',
      completed_at: now,
      touched_at: now,
      is_report_pending: true,
    })
    await app.jobs.enqueue(db, 'report', { tenantId: scope.tenantId, id: assessmentId })
  }
  return { status: 'completed', is_report_pending: isNew || assessment.is_report_pending }
}

/** Refuses an element with open statements, or without a note that an answer requires. */
export function requireAnswered(
  saved: Pick<SavedAnswers, 'answers' | 'notes'>,
  { statements }: Edition,
  elementId: number,
) {
  const own = statements.filter(({ element_id }) => element_id === elementId)
  const { open, toConfirm, unexplained } = lackingIn(saved, own)
  const unanswered = [...open, ...toConfirm]
  if (unanswered.length + unexplained.length === 0) return
  throw new ApiError('element-incomplete', incompleteText({ open, toConfirm, unexplained }), {
    details: {
      statement_ids: own.filter((one) => unanswered.includes(one)).map(({ id }) => id),
      note_ids: unexplained.map(({ id }) => id),
    },
  })
}

/** Completed elements that couldn't be completed now. */
export function incompleteAmong(saved: SavedAnswers, { statements }: Edition): number[] {
  const lists = Object.values(lackingIn(saved, statements))
  const lacking = new Set(lists.flat().map(({ element_id }) => element_id))
  return saved.completed.filter((id) => lacking.has(id))
}

function lackingIn(
  { answers: saved, notes }: Pick<SavedAnswers, 'answers' | 'notes'>,
  statements: Edition['statements'],
) {
  const answers = Map.groupBy(saved, (answer) => answer.statement_id)
  const inState = (state: AnswerState) =>
    statements.filter(({ id }) => stateOf(answers.get(id)) === state)
  return {
    open: inState('open'),
    toConfirm: inState('to-confirm'),
    unexplained: withoutNote(statements, { answers, notes }),
  }
}

function incompleteText({ open, toConfirm, unexplained }: ReturnType<typeof lackingIn>) {
  const answers = plural(open.length, {
    one: '# statement hasn’t been answered yet. Answer it, then complete the element.',
    other: '# statements haven’t been answered yet. Answer them, then complete the element.',
  })
  const confirmations = plural(toConfirm.length, {
    one: '# answer hasn’t been confirmed yet. Confirm it, then complete the element.',
    other: '# answers haven’t been confirmed yet. Confirm them, then complete the element.',
  })
  const notes = plural(unexplained.length, {
    one: '# answer requires a note. Write it, then complete the element.',
    other: '# answers require a note. Write the notes, then complete the element.',
  })
  return [
    ...(open.length > 0 ? [answers] : []),
    ...(toConfirm.length > 0 ? [confirmations] : []),
    ...(unexplained.length > 0 ? [notes] : []),
  ].join(' ')
}
