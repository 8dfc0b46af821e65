import { sql } from 'kysely'
import { type Db, type Scope, platformScopeOf } from '#db/scope.ts'
import { listAllConnections } from './sso/connections.queries.ts'
import { endSignInsOf, revokeSessionsOf, revokeSsoSessions } from './sso/end-connection.queries.ts'

/**
 * Ends all single sign-on of an organisation, and what its connections signed in at others; never the session of the
 * caller. Answers how many sessions were live.
 */
export async function endSingleSignOn(
  db: Db,
  scope: Scope,
  callerSessionId: number,
): Promise<number> {
  let ended = 0
  for (const { id, people_tenant_id } of await listAllConnections(db, scope)) {
    await endSignInsOf(
      db,
      platformScopeOf([scope.tenantId, people_tenant_id ?? scope.tenantId]),
      id,
    )
    if (people_tenant_id !== null)
      ended += await revokeSessionsOf(db, platformScopeOf([people_tenant_id]), id, callerSessionId)
  }
  for (const table of ['handovers', 'handover_codes'] as const)
    await db.deleteFrom(table).where('tenant_id', '=', scope.tenantId).execute()
  return (
    ended +
    (await revokeSsoSessions(db, platformScopeOf([scope.tenantId]), sql`true`, callerSessionId))
  )
}
