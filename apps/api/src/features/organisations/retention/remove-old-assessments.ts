import { type App, scopeOf } from '#core/context.ts'
import { dayOf, yearOf } from '#core/host-tenant.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { deleteOldAssessments, listLimited } from './old-assessments.queries.ts'

/** With thousands of answers each, so that no transaction takes long. */
const AT_ONCE = 100

type Limited = Awaited<ReturnType<typeof listLimited>>[number]

/**
 * Removes the assessments whose years of retention are over, with all that belongs to them; their files go with the
 * sweep of files. Several nodes may do so at once.
 */
export async function removeOldAssessments(app: App): Promise<void> {
  const organisations = await withTenants(app.pools, [], listLimited)
  for (const organisation of organisations) {
    let removed = AT_ONCE
    while (removed === AT_ONCE) removed = await removeSome(app, organisation)
  }
}

async function removeSome(app: App, { id, timeZone, years }: Limited): Promise<number> {
  const now = app.adapters.now()
  const scope = scopeOf(id)
  return await withTenants(app.pools, [id], async (db) => {
    const removed = await deleteOldAssessments(db, scope, {
      upTo: yearOf({ timeZone }, now) - years - 1,
      today: dayOf({ timeZone }, now),
      atMost: AT_ONCE,
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
