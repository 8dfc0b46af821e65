import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { getSavedAnswers, updateAssessment } from '#features/assessments/assessments.queries.ts'
import { editionFor } from '#features/assessments/edition-for.ts'

/**
 * After statements went: the last open element may not be asked any more, so there would be nothing left to complete.
 * What stays complete gets a new report if it says something else.
 */
export async function completeIfWhole(
  db: Db,
  { app, scope }: Pick<SignedInContext, 'app' | 'scope'>,
  id: number,
  hasReport = false,
): Promise<void> {
  const { assessment, completed } = await getSavedAnswers(db, scope, id)
  const { status } = assessment
  if (status === 'completed' ? !hasReport : status !== 'in_progress') return
  const { elements } = await editionFor(db, scope, app.cache, assessment)
  if (!elements.some(({ id: element }) => completed.includes(element))) return
  if (elements.some((element) => element.is_required && !completed.includes(element.id))) return
  await updateAssessment(db, scope, id, {
    ...(status === 'in_progress' && {
      status: 'completed',
      completed_at: app.adapters.now().toISOString(),
    }),
    is_report_pending: true,
  })
  await app.jobs.enqueue(db, 'report', { tenantId: scope.tenantId, id })
}
