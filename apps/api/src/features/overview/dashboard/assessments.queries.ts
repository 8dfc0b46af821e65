import { ANSWERED_STATES } from 'contract/participation-states'
import type { TakingPart } from 'contract/dashboard'
import type { Db } from '#db/driver.ts'
import { inScope } from '#db/in-scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

/** How many assessments an organisation has of a year, a type, a content set and a status. */
export type Assessments = Awaited<ReturnType<typeof countAssessments>>[number]

/** Read once: several figures of the dashboard add these up. */
export async function countAssessments(db: Db, scope: VisibleScope) {
  return await db
    .selectFrom('assessments')
    .select(['tenant_id', 'year', 'type', 'content_set_id', 'status'])
    .select((count) => count.fn.countAll<number>().as('count'))
    .where(inScope('tenant_id', scope))
    .groupBy(['tenant_id', 'year', 'type', 'content_set_id', 'status'])
    .execute()
}

export function countOf(counted: readonly Assessments[], statuses?: readonly string[]): number {
  return counted
    .filter(({ status }) => (statuses ? statuses.includes(status) : status !== 'not_started'))
    .reduce((sum, { count }) => sum + count, 0)
}

export function stagesOf(counted: readonly Assessments[] = []): Omit<TakingPart, 'not_begun'> {
  return {
    in_progress: countOf(counted, ['in_progress']),
    completed: countOf(counted, ANSWERED_STATES),
  }
}
