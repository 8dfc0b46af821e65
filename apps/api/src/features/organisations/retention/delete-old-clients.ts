import type { App } from '#core/context.ts'
import { scopeOf } from '#db/scope.ts'
import { yearOf } from '#core/host-tenant.ts'
import { withTenants } from '#db/pools.ts'
import { forgetRemovedLinks } from '#features/identity/remember-links.queries.ts'
import {
  deleteClientsBefore,
  deletePresence,
  forgetEndedSessions,
  listRetention,
} from './retention.queries.ts'

/**
 * Deletes the addresses and browsers of audit events past the organisation's retention, the addresses of sessions that
 * have ended, removed links that no one used in time, and where users last were in shared assessments. The events stay.
 */
export async function deleteOldClients(app: App): Promise<void> {
  const organisations = await withTenants(app.pools, [], listRetention)
  for (const { id, timeZone, years } of organisations)
    await withTenants(app.pools, [id], async (db) => {
      const scope = scopeOf(id)
      await forgetEndedSessions(db, scope)
      await deletePresence(db, scope)
      await forgetRemovedLinks(db, scope)
      if (years === null) return
      const year = yearOf({ timeZone }, app.adapters.now()) - years
      await deleteClientsBefore(db, scope, { year, timeZone })
    })
}
