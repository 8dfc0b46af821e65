import { type App, scopeOf } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import { withTenants } from '#db/pools.ts'
import { insertSsoUser } from '#features/identity/sso/identities.queries.ts'
import { LOCAL_IDP } from './local-idp.ts'

/** Configures the Salesforce of `npm run idp` for the demo while it runs. */
export function withLocalSalesforce(env: Env, isThere: boolean): Env {
  const isWanted = isThere && env.DEMO && env.NODE_ENV === 'development'
  if (!isWanted || env.SALESFORCE_ISSUER !== undefined) return env
  return {
    ...env,
    SALESFORCE_ISSUER: `http://127.0.0.1:${LOCAL_IDP.openidPort}`,
    SALESFORCE_CLIENT_ID: LOCAL_IDP.browserClientId,
    SALESFORCE_ORGANISATIONS: Object.values(LOCAL_IDP.salesforceOrganisations),
  }
}

const PEOPLE = [
  { domain: 'harbour', email: 'plant.manager@harbour.example', name: 'Plant Manager' },
  { domain: 'northfield', email: 'trust.colleague@northfield.example', name: 'Trust Colleague' },
]

/** Salesforce creates no accounts, so these users exist before and are linked by their address. */
export async function addSalesforcePeople(app: App): Promise<void> {
  if (app.env.NODE_ENV !== 'development') return
  const { rows: tenants } = await app.pools.app.query<{ id: number; domain: string }>(
    `select id, domain from tenants where domain = any($1)`,
    [PEOPLE.map(({ domain }) => domain)],
  )
  for (const { id, domain } of tenants) {
    for (const { email, name } of PEOPLE.filter((person) => person.domain === domain)) {
      await withTenants(app.pools, [id], async (db) => {
        // Later starts keep edited settings.
        if (!(await insertSsoUser(db, scopeOf(id), { email, name }))) return
        const mode = { sign_in_mode: 'combined' }
        await db.updateTable('tenants').set(mode).where('id', '=', id).execute()
      })
    }
  }
}
