import type { AssessmentType } from 'contract/fields'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'

type Answered = { contentSetId: number | undefined; year: number; type: AssessmentType }

/** Of a content set, whichever edition it is. */
export async function findDueDate(
  db: Db,
  { tenantId }: Scope,
  { contentSetId, year, type }: Answered,
): Promise<string | null> {
  if (contentSetId === undefined) return null
  const { rows } = await sql<{ due_on: string }>`
    select d.due_on::text as due_on from content_sets c
    join due_dates d on d.tenant_id = c.tenant_id and d.family_id = c.family_id
    where c.tenant_id = ${tenantId} and c.id = ${contentSetId} and d.year = ${year} and d.type = ${type}`.execute(
    db,
  )
  return rows[0]?.due_on ?? null
}
