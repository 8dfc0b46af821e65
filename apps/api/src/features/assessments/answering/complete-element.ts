import type { AssessmentStatus } from 'contract/assessments'
import type { SignedInContext } from '#core/context.ts'
import { sql } from 'kysely'
import { ApiError, notFound } from '#core/errors.ts'
import type { Call } from '#db/call-together.ts'
import type { Db } from '#db/driver.ts'
import { type Edition, editionOf } from '#features/content/edition.ts'
import {
  type StandingRow,
  standingFrom,
  updateAssessment,
} from '#features/assessments/assessments.queries.ts'
import { followElement } from './follow-statement.ts'
import { type SavedAnswer, stateOf } from '#features/assessments/progress.ts'

export type Completed = { status: AssessmentStatus; is_report_pending: boolean }

/** Completes an element whose statements are all answered. When every required one is complete, the report's job is made with it. */
export async function completeElement(
  db: Db,
  context: SignedInContext,
  assessmentId: number,
  elementId: number,
): Promise<Completed> {
  const { app, scope } = context
  const { isNew, ...standing } = await standAndComplete(db, context, assessmentId, elementId)
  const { assessment } = standing
  if (['in_review', 'certified'].includes(assessment.status))
    throw new ApiError('assessment-closed', 'This assessment is closed.')
  const edition = await editionOf(app.frozen, db, scope, assessment.content_set_id)
  const { elements } = edition
  if (!elements.some((element) => element.id === elementId)) {
    const followed = await followElement(db, scope, assessment.content_set_id, elementId)
    return await completeElement(db, context, assessmentId, followed)
  }
  refuseOpenStatements(standing.answers, edition, elementId)
  const completed = new Set([...standing.completed, elementId])
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

/** The call that does the same for all but the last required element; nothing when something is not as usual. */
export function completeCall(assessmentId: number, elementId: number): Call {
  return {
    name: 'complete_element',
    types: ['bigint', 'bigint'],
    values: [assessmentId, elementId],
  }
}

function refuseOpenStatements(
  saved: readonly SavedAnswer[],
  { statements }: Edition,
  elementId: number,
) {
  const answers = Map.groupBy(saved, (answer) => answer.statement_id)
  const open = statements
    .filter(({ element_id }) => element_id === elementId)
    .filter(({ id }) => stateOf(answers.get(id) ?? []) !== 'answered')
    .map(({ id }) => id)
  if (open.length === 0) return
  const what = open.length === 1 ? 'One statement is' : `${open.length} statements are`
  throw new ApiError('element-incomplete', `${what} not answered yet.`, {
    details: { statement_ids: open },
  })
}

/** In one round trip: how the assessment stood, and the completion, which an error takes back. */
async function standAndComplete(
  db: Db,
  { scope: { tenantId }, actor }: SignedInContext,
  assessmentId: number,
  elementId: number,
) {
  const { rows } = await sql<StandingRow & { is_new: boolean }>`
    select * from complete_and_stand(${tenantId}, ${actor.id}, ${assessmentId}, ${elementId})`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw notFound('assessment')
  const { is_new: isNew, ...standing } = row
  return { ...standingFrom(standing), isNew }
}
