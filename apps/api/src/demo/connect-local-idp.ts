import { createPublicKey } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '#core/context.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import { encrypt } from '#core/encrypt.ts'
import type { Env } from '#core/env.ts'
import { withTenants } from '#db/pools.ts'
import { type NewConnection, insertConnection } from '#features/identity/sso/connections.queries.ts'
import { insertSsoUser } from '#features/identity/sso/identities.queries.ts'
import { secretAad } from '#features/identity/sso/settings-of.ts'
import { nextId } from '#support/tenants.queries.ts'
import { LOCAL_IDP, localIdpKey } from './local-idp.ts'

const OPENID_ISSUER = `http://127.0.0.1:${LOCAL_IDP.openidPort}`
const SAML = `http://127.0.0.1:${LOCAL_IDP.samlPort}`
const SAML_ISSUER = `${SAML}/metadata`

/**
 * Connects Harbour Foods to the providers of `npm run idp`, or disconnects it if they don't run. Leaves connections
 * alone that were edited or removed. Never in production, where anyone with access to the ports could sign in.
 */
export async function connectLocalIdp(app: App, isThere: boolean): Promise<void> {
  if (app.env.NODE_ENV === 'production') return
  const [harbour, northfield] = [await idOf(app, 'harbour'), await idOf(app, 'northfield')]
  if (harbour === undefined || northfield === undefined) return
  if (!isThere) return await withTenants(app.pools, [harbour], (db) => switchTo(db, harbour, false))
  const connections = [
    await openid(app, harbour, 'harbour.example', { people_tenant_id: null }),
    await openid(app, harbour, 'northfield.example', { people_tenant_id: northfield }),
    await saml(app),
  ]
  await withTenants(app.pools, [harbour], async (db) => {
    await switchTo(db, harbour, true)
    const removed = await removedDomains(db, harbour)
    const added: boolean[] = []
    for (const one of connections.filter(({ domain }) => !removed.includes(domain)))
      added.push(await insertConnection(db, scopeOf(harbour), one))
    // Later starts keep edited settings.
    if (!added.includes(true)) return
    await db
      .updateTable('tenants')
      .set({ sign_in_mode: 'combined' })
      .where('id', '=', harbour)
      .execute()
  })
}

/** Only unedited connections, because an edit raises the version. */
async function switchTo(db: Db, harbour: number, isActive: boolean): Promise<void> {
  await db
    .updateTable('sso_connections')
    .set({ is_active: isActive })
    .where('tenant_id', '=', harbour)
    .where('issuer', 'in', [OPENID_ISSUER, SAML_ISSUER])
    .where('version', '=', 1)
    .execute()
}

async function removedDomains(db: Db, harbour: number): Promise<string[]> {
  const removals = await db
    .selectFrom('audit_events')
    .select(sql<string>`details->>'domain'`.as('domain'))
    .where('tenant_id', '=', harbour)
    .where('action', '=', 'sso.removed')
    .execute()
  return removals.map(({ domain }) => domain)
}

async function openid(
  app: App,
  tenantId: number,
  domain: string,
  people: Pick<NewConnection, 'people_tenant_id'>,
): Promise<NewConnection> {
  const id = await withTenants(app.pools, [], nextId)
  return {
    ...people,
    id,
    kind: 'oidc',
    domain,
    name: `${domain} (OpenID)`,
    creates_users: true,
    required_contexts: [],
    issuer: OPENID_ISSUER,
    client_id: LOCAL_IDP.clientId,
    client_secret: encrypt(app.secrets, secretAad(tenantId, id), LOCAL_IDP.clientSecret),
  }
}

async function saml(app: App): Promise<NewConnection> {
  const key = createPublicKey(await localIdpKey(app.env.DATA_DIR))
  return {
    id: await withTenants(app.pools, [], nextId),
    kind: 'saml',
    domain: 'harbour-saml.example',
    name: 'harbour-saml.example (SAML)',
    creates_users: true,
    required_contexts: [],
    people_tenant_id: null,
    issuer: SAML_ISSUER,
    entry_point: `${SAML}/sso`,
    // A bare key works like a certificate.
    idp_certificate: String(key.export({ type: 'spki', format: 'pem' })),
  }
}

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
export async function addSalesforceUsers(app: App): Promise<void> {
  if (app.env.NODE_ENV !== 'development') return
  for (const { domain, email, name } of PEOPLE) {
    const id = await idOf(app, domain)
    if (id === undefined) continue
    await withTenants(app.pools, [id], async (db) => {
      // Later starts keep edited settings.
      if (!(await insertSsoUser(db, scopeOf(id), { email, name }))) return
      const mode = { sign_in_mode: 'combined' }
      await db.updateTable('tenants').set(mode).where('id', '=', id).execute()
    })
  }
}

async function idOf({ pools }: App, domain: string): Promise<number | undefined> {
  const tenant = await withTenants(pools, [], (db) =>
    db.selectFrom('tenants').select('id').where('domain', '=', domain).executeTakeFirst(),
  )
  return tenant?.id
}
