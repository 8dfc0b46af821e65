import { type App, scopeOf } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import { withTenants } from '#db/pools.ts'
import { insertSsoUser } from '#features/sso/identities.queries.ts'
import { LOCAL_IDP } from './local-idp.ts'

/** In development the demo knows the Salesforce of `npm run idp`, unless another one is configured. */
export function withLocalSalesforce(env: Env): Env {
  const isWanted = env.DEMO && env.NODE_ENV === 'development'
  if (!isWanted || env.SALESFORCE_ISSUER !== undefined) return env
  return {
    ...env,
    SALESFORCE_ISSUER: `http://127.0.0.1:${LOCAL_IDP.openidPort}`,
    SALESFORCE_CLIENT_ID: LOCAL_IDP.browserClientId,
    SALESFORCE_ORGANISATIONS: [LOCAL_IDP.salesforceOrganisation],
  }
}

/** Salesforce makes no accounts here: somebody at Harbour Foods is there before, to be linked by the address. */
export async function addSalesforcePerson(app: App): Promise<void> {
  if (app.env.NODE_ENV !== 'development') return
  const { rows } = await app.pools.app.query<{ id: number }>(
    `select id from tenants where domain = 'harbour'`,
  )
  const [harbour] = rows
  if (!harbour) return
  const person = { email: 'plant.manager@harbour.example', name: 'Plant Manager' }
  await withTenants(app.pools, [harbour.id], (db) => insertSsoUser(db, scopeOf(harbour.id), person))
}
