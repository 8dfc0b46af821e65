import type { SsoFailureReason } from 'contract/sso'
import { type OidcProvider, startOidcProvider } from 'e2e/idp/oidc-provider'
import { type SamlProvider, startSamlProvider } from 'e2e/idp/saml-provider'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type TestTenant, aTenant } from './factories.ts'
import { salesforceEnv } from './salesforce.ts'
import { aSamlConnection, allowSso, anOpenidConnection, lastRefusal, ssoFailure } from './sso.ts'
import { type TestApp, startTestApp } from './test-app.ts'

type Options = { isSalesforce?: boolean; hasSaml?: boolean }

/** An app with its identity providers for a test file, and a new organisation with single sign-on for each test. */
export class SsoFixture {
  t!: TestApp
  openid!: OidcProvider
  otherOpenid!: OidcProvider
  saml!: SamlProvider
  otherSaml!: SamlProvider
  tenant!: TestTenant
  readonly origins: string[]
  readonly #label: string
  #count = 0

  constructor(label: string, { isSalesforce: isSalesforceLike = false, hasSaml }: Options = {}) {
    this.#label = label
    this.origins = Array.from({ length: 80 }, (_, n) => `http://${label}${n}.localhost:4003`)
    const { origins } = this
    beforeAll(async () => {
      this.openid = await startOidcProvider({ origins, isSalesforceLike })
      this.otherOpenid = await startOidcProvider({ origins, isSalesforceLike })
      if (hasSaml) {
        this.saml = await startSamlProvider({ origins })
        this.otherSaml = await startSamlProvider({ origins })
      }
      const env = isSalesforceLike ? salesforceEnv(this.openid) : {}
      this.t = await startTestApp({ works: false, env })
    })
    afterAll(async () => {
      await this.t.close()
      await this.openid.stop()
      await this.otherOpenid.stop()
      if (hasSaml) await Promise.all([this.saml.stop(), this.otherSaml.stop()])
    })
    beforeEach(async () => {
      this.openid.rewriteToken = undefined
      this.otherOpenid.rewriteToken = undefined
      this.openid.context = undefined
      if (hasSaml) this.saml.rewrite = undefined
      this.tenant = await this.newTenant()
    })
  }

  async newTenant(mode?: Parameters<typeof allowSso>[2]): Promise<TestTenant> {
    const tenant = await aTenant(this.t.db, { domain: `${this.#label}${this.#count++}` })
    await allowSso(this.t.db, tenant, mode)
    return tenant
  }

  async connect(
    input: Partial<Parameters<typeof anOpenidConnection>[3]> = {},
    provider: Pick<OidcProvider, 'issuer'> = this.openid,
  ): Promise<number> {
    const { db, app } = this.t
    return await anOpenidConnection(db, app.secrets, provider, { tenant: this.tenant, ...input })
  }

  async connectSaml(
    input: Partial<Parameters<typeof aSamlConnection>[2]> = {},
    provider = this.saml,
  ): Promise<number> {
    return await aSamlConnection(this.t.db, provider, { tenant: this.tenant, ...input })
  }

  async sessions() {
    return await this.t.sql<{ id: number; user_id: number; method: string }>`
      select id, user_id, method from sessions where tenant_id = ${this.tenant.id}`
  }

  async identities() {
    return await this.t.sql<{ issuer: string; user_id: number }>`
      select issuer, user_id from identities where tenant_id = ${this.tenant.id}`
  }

  async auditActions(): Promise<string[]> {
    const rows = await this.t.sql<{ action: string }>`
      select action from audit_events where tenant_id = ${this.tenant.id} order by id`
    return rows.map(({ action }) => action)
  }

  async setActive(user: { id: number }, isActive: boolean): Promise<void> {
    await this.t.sql`update users set is_active = ${isActive} where id = ${user.id}`
  }

  /** A sign-in ended on the failure screen, and the audit log has the reason with its detail. */
  async expectRefused(end: string, reason: SsoFailureReason, detail = /./): Promise<void> {
    expect(end).toBe(ssoFailure(reason))
    expect(await lastRefusal(this.t.db, this.tenant)).toMatchObject({
      reason,
      detail: expect.stringMatching(detail),
    })
  }
}
