import type { App } from '#core/context.ts'
import { scopeOf } from '#db/scope.ts'
import { dayOf, yearOf } from '#core/host-tenant.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { type Retention, listRetention, deleteOldAssessments } from './retention.queries.ts'

/** Small, because each assessment has thousands of answers. */
const BATCH = 100

/** Removes assessments past their retention. The file sweep removes their files. */
export async function removeOldAssessments(app: App): Promise<void> {
  const organisations = await withTenants(app.pools, [], listRetention)
  for (const { years, ...organisation } of organisations) {
    if (years === null) continue
    let removed = BATCH
    while (removed === BATCH) removed = await removeSome(app, { ...organisation, years })
  }
}

type Limited = Retention & { years: number }

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
