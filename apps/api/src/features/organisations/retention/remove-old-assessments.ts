import type { App } from '#core/context.ts'
import { type Scope, type Db, scopeOf } from '#db/scope.ts'
import { dayOf, yearOf } from '#core/host-tenant.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { sql } from 'kysely'

/** Small, because each assessment has thousands of answers. */
const BATCH = 100

type Limited = Awaited<ReturnType<typeof listLimited>>[number]

/** Removes assessments past their retention. The file sweep removes their files. */
export async function removeOldAssessments(app: App): Promise<void> {
  const organisations = await withTenants(app.pools, [], listLimited)
  for (const organisation of organisations) {
    let removed = BATCH
    while (removed === BATCH) removed = await removeSome(app, organisation)
  }
}

async function removeSome(app: App, { id, timeZone, years }: Limited): Promise<number> {
  const now = app.adapters.now()
  const scope = scopeOf(id)
  return await withTenants(app.pools, [id], async (db) => {
    const removed = await deleteOldAssessments(db, scope, {
      upTo: yearOf({ timeZone }, now) - years - 1,
      today: dayOf({ timeZone }, now),
      atMost: BATCH,
    })
    for (const year of new Set(removed)) {
      const assessments = removed.filter((one) => one === year).length
      await recordEvent(db, { scope }, 'assessments.expired', {
        details: { year, assessments, kept_for_years: years },
      })
    }
    return removed.length
  })
}

/** A valid certificate keeps its assessment `a`. */
const isCertified = (today: string) => sql`exists (select from certifications c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id
    and c.revoked_at is null and c.valid_until >= ${today}::date)`

export async function countOldAssessments(
  db: Db,
  { tenantId }: Scope,
  { upTo, today }: { upTo: number; today: string },
): Promise<{ year: number; count: number }[]> {
  const { rows } = await sql<{ year: number; count: number }>`
    select a.year, count(*) as count from assessments a
    where a.tenant_id = ${tenantId} and a.year <= ${upTo} and not ${isCertified(today)}
    group by a.year order by a.year`.execute(db)
  return rows
}

/** Returns the years of the deleted assessments. Skips assessments in use until the next sweep. */
async function deleteOldAssessments(
  db: Db,
  { tenantId }: Scope,
  { upTo, today, atMost }: { upTo: number; today: string; atMost: number },
): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    delete from assessments where tenant_id = ${tenantId} and id in (
      select a.id from assessments a
      where a.tenant_id = ${tenantId} and a.year <= ${upTo} and not ${isCertified(today)}
      order by a.year, a.id limit ${atMost} for update skip locked)
    returning year`.execute(db)
  return rows.map(({ year }) => year)
}

/** Without suspended organisations, which keep everything. */
async function listLimited(db: Db) {
  return await db
    .selectFrom('tenants')
    .select(['id', 'time_zone as timeZone', 'retention_years as years'])
    .where('status', '=', 'active')
    .where('retention_years', 'is not', null)
    .$narrowType<{ years: number }>()
    .orderBy('id')
    .execute()
}
