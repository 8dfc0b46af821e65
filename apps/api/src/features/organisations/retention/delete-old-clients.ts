import type { App } from '#core/context.ts'
import { scopeOf } from '#db/scope.ts'
import { yearOf } from '#core/host-tenant.ts'
import { withTenants } from '#db/pools.ts'
import { forgetRemovedLinks } from '#features/identity/remember-links.queries.ts'
import {
  deleteClientsBefore,
  deletePresence,
  forgetAwaited,
  forgetEndedSessions,
  listRetention,
} from './retention.queries.ts'

/**
 * Deletes the addresses and browsers of audit events past the organisation's retention, the addresses of sessions that
 * have ended, removed links that no one used in time, where users last were in shared assessments, and addresses with
 * which no one joined. The events stay.
 */
export async function deleteOldClients(app: App): Promise<void> {
  const organisations = await withTenants(app.pools, [], listRetention)
  for (const { id, timeZone, years } of organisations)
    await withTenants(app.pools, [id], async (db) => {
      const scope = scopeOf(id)
      await forgetEndedSessions(db, scope)
      await deletePresence(db, scope)
      await forgetRemovedLinks(db, scope)
      const thisYear = yearOf({ timeZone }, app.adapters.now())
      await forgetAwaited(db, scope, thisYear)
      if (years === null) return
      await deleteClientsBefore(db, scope, { year: thisYear - years, timeZone })
    })
}
