import { ASSESSMENT_TYPES } from 'contract/enumerations'
import type { DueDate, Task } from 'contract/due-dates'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { isInForce } from '#support/in-force.queries.ts'

/** What users can answer in the year, by title. */
export async function listTasks(db: Db, { tenantId }: Scope, year: number): Promise<DueDate[]> {
  const { rows } = await sql<DueDate>`
    select c.family_id, ${year}::int as year, k.type, c.title, c.language, d.due_on::text as due_on
    from content_sets c
    cross join unnest(${[...ASSESSMENT_TYPES]}::text[]) k(type)
    left join due_dates d on d.tenant_id = c.tenant_id and d.family_id = c.family_id
      and d.year = ${year} and d.type = k.type
    where c.tenant_id = ${tenantId} and ${isInForce(sql`k.type`, year)}
    order by c.title, c.family_id, k.type desc`.execute(db)
  return rows
}

export async function saveDueDate(
  db: Db,
  { tenantId }: Scope,
  { family_id, year, type }: Task,
  due_on: string | null,
): Promise<void> {
  if (due_on === null)
    await db
      .deleteFrom('due_dates')
      .where('tenant_id', '=', tenantId)
      .where('family_id', '=', family_id)
      .where('year', '=', year)
      .where('type', '=', type)
      .execute()
  else
    await db
      .insertInto('due_dates')
      .values({ tenant_id: tenantId, family_id, year, type, due_on })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'family_id', 'year', 'type']).doUpdateSet({ due_on }),
      )
      .execute()
}
