import type { AssessmentStatus } from 'contract/assessments'
import { stateOf } from 'rules/answer-state'
import { plural } from 'rules/plural'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { type Edition, editionOf } from '#features/content/edition.ts'
import { getSavedAnswers, updateAssessment } from '#features/assessments/assessments.queries.ts'
import { lockAssessment } from '#features/assessments/locks.queries.ts'
import { requireOpen } from '#features/assessments/require-open-assessment.ts'
import type { SavedAnswer } from '#features/assessments/progress.ts'
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
  const edition = await editionOf(db, scope, app.cache, assessment.content_set_id)
  const { elements } = edition
  if (!elements.some((element) => element.id === elementId)) {
    const followed = await followElement(db, scope, assessment.content_set_id, elementId)
    return await completeElement(db, context, assessmentId, followed)
  }
  requireAnswered(saved.answers, edition, elementId)
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

/** Refuses an element with open statements. */
export function requireAnswered(
  saved: readonly SavedAnswer[],
  { statements }: Edition,
  elementId: number,
) {
  const answers = Map.groupBy(saved, (answer) => answer.statement_id)
  const open = statements
    .filter(({ element_id }) => element_id === elementId)
    .filter(({ id }) => stateOf(answers.get(id)) !== 'answered')
    .map(({ id }) => id)
  if (open.length === 0) return
  const message = plural(open.length, {
    one: '# statement hasn’t been answered yet. Answer it, then complete the element.',
    other: '# statements haven’t been answered yet. Answer them, then complete the element.',
  })
  throw new ApiError('element-incomplete', message, { details: { statement_ids: open } })
}
