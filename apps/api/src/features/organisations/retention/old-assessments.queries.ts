import { sql } from 'kysely'
import type { Scope, Db } from '#core/context.ts'

/** A valid certificate keeps its assessment `a`. */
const isKept = (today: string) => sql`exists (select from certifications c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id
    and c.revoked_at is null and c.valid_until >= ${today}::date)`

export async function countOldAssessments(
  db: Db,
  { tenantId }: Scope,
  { upTo, today }: { upTo: number; today: string },
): Promise<{ year: number; count: number }[]> {
  const { rows } = await sql<{ year: number; count: number }>`
    select a.year, count(*) as count from assessments a
    where a.tenant_id = ${tenantId} and a.year <= ${upTo} and not ${isKept(today)}
    group by a.year order by a.year`.execute(db)
  return rows
}

/** Returns the years of the deleted assessments. Skips assessments in use until the next sweep. */
export async function deleteOldAssessments(
  db: Db,
  { tenantId }: Scope,
  { upTo, today, atMost }: { upTo: number; today: string; atMost: number },
): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    delete from assessments where tenant_id = ${tenantId} and id in (
      select a.id from assessments a
      where a.tenant_id = ${tenantId} and a.year <= ${upTo} and not ${isKept(today)}
      order by a.year, a.id limit ${atMost} for update skip locked)
    returning year`.execute(db)
  return rows.map(({ year }) => year)
}

/** Without suspended organisations, which keep everything. */
export async function listLimited(db: Db) {
  return await db
    .selectFrom('tenants')
    .select(['id', 'time_zone as timeZone', 'retention_years as years'])
    .where('status', '=', 'active')
    .where('retention_years', 'is not', null)
    .$narrowType<{ years: number }>()
    .orderBy('id')
    .execute()
}
