import { sql } from 'kysely'
import { REOPENED } from 'rules/assessment-status'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'

/** After a change the element is no longer complete, and the assessment is in progress. */
export async function reopenElement(db: Db, { tenantId }: Scope, id: number, elementId: number) {
  await sql`delete from element_completions
    where tenant_id = ${tenantId} and assessment_id = ${id}
      and element_id = ${elementId}`.execute(db)
  await sql`update assessments set status = 'in_progress'
    where tenant_id = ${tenantId} and id = ${id}
      and status = any(${[...REOPENED]}::text[])`.execute(db)
}

/** After a change to what isn't asked: it opens nothing again, but an assessment with answers has started. */
export async function startAssessment(db: Db, { tenantId }: Scope, id: number) {
  await sql`update assessments set status = 'in_progress'
    where tenant_id = ${tenantId} and id = ${id} and status = 'not_started'`.execute(db)
}

/** Whether an element of a shared assessment is complete, and someone else owns it. */
export async function isCompletedByOwner(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  { id, elementId }: { id: number; elementId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from element_completions c join assessments a on a.tenant_id = c.tenant_id and a.id = c.assessment_id
    where c.tenant_id = ${tenantId} and c.assessment_id = ${id} and c.element_id = ${elementId} and a.owner_id <> ${userId}`.execute(
    db,
  )
  return rows.length > 0
}

/** A change reopens a completed assessment, so it has no report to create. */
export async function isReopened(db: Db, scope: Scope, id: number): Promise<boolean> {
  const { status } = await db
    .selectFrom('assessments')
    .select('status')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('assessment'))
  return status === 'in_progress'
}

export async function insertCompletion(
  db: Db,
  { tenantId }: Scope,
  assessmentId: number,
  elementId: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('element_completions')
    .values({ tenant_id: tenantId, assessment_id: assessmentId, element_id: elementId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
