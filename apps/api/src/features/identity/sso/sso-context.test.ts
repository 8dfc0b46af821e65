import { inflateRawSync } from 'node:zlib'
import { type OidcProvider, TWO_STEPS, startOidcProvider } from 'e2e/idp/oidc-provider'
import { type SamlProvider, startSamlProvider } from 'e2e/idp/saml-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestTenant, aTenant } from '#testing/factories.ts'
import {
  SSO_SUCCESS,
  aSamlConnection,
  aSamlVisitor,
  allowSso,
  anOpenidConnection,
  anOpenidVisitor,
  lastRefusal,
  originAt,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password'
const REQUIRED = ['phrh', TWO_STEPS]
const ORIGINS = Array.from({ length: 19 }, (_, n) => `http://strong${n}.localhost:4003`)

let t: TestApp
let openid: OidcProvider
let saml: SamlProvider
let tenant: TestTenant
let made = 0
beforeAll(async () => {
  t = await startTestApp({ works: false })
  openid = await startOidcProvider({ origins: ORIGINS })
  saml = await startSamlProvider({ origins: ORIGINS })
})
afterAll(async () => {
  await openid.stop()
  await saml.stop()
  await t.close()
})
beforeEach(async () => {
  openid.context = undefined
  saml.rewrite = undefined
  tenant = await aTenant(t.db, { domain: `strong${made++}` })
  await allowSso(t.db, tenant)
  // Whoever comes from a provider is not asked for a second step here.
  await t.db
    .updateTable('tenants')
    .set({ is_mfa_required: true })
    .where('id', '=', tenant.id)
    .execute()
})

const sessions = async () =>
  await t.db.selectFrom('sessions').select('id').where('tenant_id', '=', tenant.id).execute()

describe('an OpenID provider', () => {
  const connect = (requiredContexts: string[]) =>
    anOpenidConnection(t.db, t.app.secrets, openid, { tenant, requiredContexts })
  const start = () => `${originAt(tenant)}/api/auth/sso/harbour.example/start`

  test('is trusted to ask for two steps when nothing is required of its answers', async () => {
    await connect([])
    const visitor = anOpenidVisitor(t, tenant)
    expect((await visitor.open(start())).searchParams.has('acr_values')).toBe(false)
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
  })

  test('is asked for what is required, and its answer with that passes', async () => {
    await connect(REQUIRED)
    const visitor = anOpenidVisitor(t, tenant)
    const asked = await visitor.open(start())
    expect(asked.searchParams.get('acr_values')).toBe(`phrh ${TWO_STEPS}`)
    openid.context = TWO_STEPS
    expect(await visitor.signIn()).toBe(SSO_SUCCESS)
  })

  test.each([
    ['another', 'urn:password'],
    ['no', undefined],
    ['half of the', TWO_STEPS.slice(0, -1)],
  ])('an answer with %s acr is refused, recorded, and opens nothing', async (_, context) => {
    await connect(REQUIRED)
    openid.context = context
    expect(await anOpenidVisitor(t, tenant).signIn()).toBe(ssoFailure('too-weak'))
    expect(await lastRefusal(t.db, tenant)).toMatchObject({
      reason: 'too-weak',
      detail: expect.stringContaining(context ?? 'nothing'),
    })
    expect(await sessions()).toEqual([])
  })

  test('a provider that says itself that it cannot is told apart from one that is down', async () => {
    await connect(REQUIRED)
    const visitor = anOpenidVisitor(t, tenant)
    const back = await visitor.comeBack()
    back.searchParams.delete('code')
    back.searchParams.set('error', 'unmet_authentication_requirements')
    expect(pathOf(await visitor.open(back))).toBe(ssoFailure('too-weak'))
  })
})

describe('a SAML provider', () => {
  const connect = (requiredContexts: string[]) =>
    aSamlConnection(t.db, saml, { tenant, requiredContexts })
  const says = (Context: string) => (saml.rewrite = (tags) => ({ ...tags, Context }))
  const signIn = async () => {
    const visitor = aSamlVisitor(t.call, tenant)
    return await visitor.finish(await visitor.ask())
  }
  const request = async () => {
    const start = `${originAt(tenant)}/api/auth/sso/harbour-saml.example/start`
    const { searchParams } = await aSamlVisitor(t.call, tenant).open(start)
    return inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  }

  test('is trusted to ask for two steps when nothing is required of its answers', async () => {
    await connect([])
    expect(await request()).not.toContain('RequestedAuthnContext')
    expect(await signIn()).toBe(SSO_SUCCESS)
  })

  test('is asked for what is required, and its answer with that passes', async () => {
    await connect(REQUIRED)
    const xml = await request()
    expect(xml).toMatch(/<samlp:RequestedAuthnContext [^>]*Comparison="exact"/)
    for (const one of REQUIRED) expect(xml).toContain(`>${one}</saml:AuthnContextClassRef>`)
    says(TWO_STEPS)
    expect(await signIn()).toBe(SSO_SUCCESS)
  })

  test.each([
    ['another', PASSWORD],
    ['an empty', ''],
    ['a longer', `${TWO_STEPS}-not`],
  ])(
    'an answer with %s AuthnContextClassRef is refused, recorded, and opens nothing',
    async (_, context) => {
      await connect(REQUIRED)
      says(context)
      expect(await signIn()).toBe(ssoFailure('too-weak'))
      expect(await lastRefusal(t.db, tenant)).toMatchObject({ reason: 'too-weak' })
      expect(await sessions()).toEqual([])
    },
  )

  test('an answer with two of them is refused', async () => {
    await connect(REQUIRED)
    says(`${TWO_STEPS}</saml:AuthnContextClassRef><saml:AuthnContextClassRef>${PASSWORD}`)
    expect(await signIn()).toBe(ssoFailure('too-weak'))
  })
})
