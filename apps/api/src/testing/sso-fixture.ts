import { generateKeyPairSync } from 'node:crypto'
import type { SsoFailureReason } from 'contract/sso'
import { type OidcProvider, startOidcProvider } from 'e2e/idp/oidc-provider'
import { startSamlProvider } from 'e2e/idp/saml-provider'
import { afterAll, beforeEach, expect } from 'vitest'
import { refusalsWithoutAdvice } from './advice.ts'
import { type TestTenant, aTenant } from './factories.ts'
import { salesforceEnv } from './salesforce.ts'
import { aSamlConnection, allowSso, anOpenidConnection, lastRefusal, ssoFailure } from './sso.ts'
import { testApp } from './test-app.ts'

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const [samlKey, otherSamlKey] = [newKey(), newKey()]

export const SWITCHES = ['connections', 'single sign-on'] as const

/** An app with its identity providers for a test file, and a new organisation with single sign-on for each test. */
export async function startSso(label: string, { isSalesforce: isSalesforceLike = false } = {}) {
  const origins = Array.from({ length: 300 }, (_, n) => `http://${label}${n}.localhost:4003`)
  const openid = await startOidcProvider({ origins, isSalesforceLike })
  const otherOpenid = await startOidcProvider({ origins, isSalesforceLike })
  const saml = await startSamlProvider({ origins, privateKey: samlKey })
  const otherSaml = await startSamlProvider({ origins, privateKey: otherSamlKey })
  afterAll(() => Promise.all([openid, otherOpenid, saml, otherSaml].map(({ stop }) => stop())))
  const t = await testApp({ works: false, env: isSalesforceLike ? salesforceEnv(openid) : {} })

  // Of all tests of the file.
  afterAll(async () => expect(await refusalsWithoutAdvice(t)).toEqual([]))

  let count = 0
  async function newTenant(mode?: Parameters<typeof allowSso>[2]): Promise<TestTenant> {
    const tenant = await aTenant(t.db, { domain: `${label}${count++}` })
    await allowSso(t.db, tenant, mode)
    return tenant
  }
  const s = { tenant: await newTenant() }
  beforeEach(async () => {
    openid.rewriteToken = undefined
    otherOpenid.rewriteToken = undefined
    openid.context = undefined
    for (const provider of [saml, otherSaml]) {
      provider.rewrite = undefined
      provider.rewriteXml = undefined
      provider.signs = { response: true, assertion: true }
    }
    s.tenant = await newTenant()
  })

  return Object.assign(s, {
    t,
    origins,
    openid,
    otherOpenid,
    saml,
    otherSaml,
    newTenant,
    connect: async (
      input: Partial<Parameters<typeof anOpenidConnection>[3]> = {},
      provider: Pick<OidcProvider, 'issuer'> = openid,
    ) => await anOpenidConnection(t.db, t.app.secrets, provider, { tenant: s.tenant, ...input }),
    connectSaml: async (
      input: Partial<Parameters<typeof aSamlConnection>[2]> = {},
      provider = saml,
    ) => await aSamlConnection(t.db, provider, { tenant: s.tenant, ...input }),
    sessions: () => t.sql<{ id: number; user_id: number; method: string }>`
      select id, user_id, method from sessions where tenant_id = ${s.tenant.id}`,
    identities: () => t.sql<{ issuer: string; user_id: number }>`
      select issuer, user_id from identities where tenant_id = ${s.tenant.id}`,
    auditActions: async () => {
      const rows = await t.sql<{ action: string }>`
        select action from audit_events where tenant_id = ${s.tenant.id} order by id`
      return rows.map(({ action }) => action)
    },
    setActive: (user: { id: number }, isActive: boolean) =>
      t.sql`update users set is_active = ${isActive} where id = ${user.id}`,
    /** Ends single sign-on for sign-ins that have started. Answers the reason that they give. */
    switchOff: async (what: (typeof SWITCHES)[number]) => {
      if (what === 'connections') await t.sql`update sso_connections set is_active = false`
      else await allowSso(t.db, s.tenant, 'credentials')
      await t.app.hosts(s.tenant.host, { isFresh: true })
      return what === 'connections' ? ('changed' as const) : ('unknown-domain' as const)
    },
    /** Expects the failure screen, and an audit event with the reason and its detail. */
    expectRefused: async (end: string, reason: SsoFailureReason, detail = /./) => {
      expect(end).toBe(ssoFailure(reason))
      expect(await lastRefusal(t.db, s.tenant)).toMatchObject({
        reason,
        detail: expect.stringMatching(detail),
      })
    },
  })
}
