import { createPublicKey } from 'node:crypto'
import { type App, scopeOf } from '#core/context.ts'
import { seal } from '#core/sealed.ts'
import { withTenants } from '#db/pools.ts'
import { insertConnection } from '#features/sso/connections.queries.ts'
import { secretPlace } from '#features/sso/settings-of.ts'
import { LOCAL_IDP, localIdpKey } from './local-idp.ts'

/**
 * Connects Harbour Foods to the providers of `npm run idp`, for trying out. Never in production: whoever reaches
 * the machine's own ports could then sign in.
 */
export async function connectLocalIdp(app: App): Promise<void> {
  if (app.env.NODE_ENV === 'production') return
  const key = createPublicKey(await localIdpKey(app.env.DATA_DIR))
  const { rows } = await app.pools.app.query<{ tenant: number; openid: number; saml: number }>(
    `select id as tenant, nextval('ids') as openid, nextval('ids') as saml from tenants where domain = 'harbour'`,
  )
  const [ids] = rows
  if (!ids) return
  const scope = scopeOf(ids.tenant)
  const common = { creates_users: true, people_tenant_id: null }
  const saml = `http://127.0.0.1:${LOCAL_IDP.samlPort}`
  await withTenants(app.pools, [ids.tenant], async (db) => {
    const isNew = await insertConnection(db, scope, {
      ...common,
      id: ids.openid,
      kind: 'oidc',
      domain: 'harbour.example',
      name: 'Harbour Foods (OpenID)',
      issuer: `http://127.0.0.1:${LOCAL_IDP.openidPort}`,
      client_id: LOCAL_IDP.clientId,
      client_secret: seal(app.secrets, secretPlace(ids.tenant, ids.openid), LOCAL_IDP.clientSecret),
    })
    if (!isNew) return
    await insertConnection(db, scope, {
      ...common,
      id: ids.saml,
      kind: 'saml',
      domain: 'harbour-saml.example',
      name: 'Harbour Foods (SAML)',
      issuer: `${saml}/metadata`,
      entry_point: `${saml}/sso`,
      // A bare key serves as well as a certificate.
      idp_certificate: String(key.export({ type: 'spki', format: 'pem' })),
    })
    await db
      .updateTable('tenants')
      .set({ sign_in_mode: 'combined' })
      .where('id', '=', ids.tenant)
      .execute()
  })
}
