import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'

/** After a change: a completed element is open again, and its assessment in progress. */
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
