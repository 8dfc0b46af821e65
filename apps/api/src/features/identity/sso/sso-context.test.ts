import { inflateRawSync } from 'node:zlib'
import { TWO_STEPS } from 'e2e/idp/oidc-provider'
import { beforeEach, describe, expect, test } from 'vitest'
import { SsoFixture } from '#testing/sso-fixture.ts'
import {
  SSO_SUCCESS,
  aSamlVisitor,
  anOpenidVisitor,
  originAt,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'

const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password'
const requiredContexts = ['phrh', TWO_STEPS]

const s = new SsoFixture('strong', { hasSaml: true })
// Users of single sign-on don't verify again here.
beforeEach(
  async () =>
    void (await s.t.owner.query('update tenants set is_mfa_required = true where id = $1', [
      s.tenant.id,
    ])),
)

const startOf = (domain: string) => `${originAt(s.tenant)}/api/auth/sso/${domain}/start`

describe('an OpenID provider', () => {
  const visitor = () => anOpenidVisitor(s.t, s.tenant)
  const acrValues = async () =>
    (await visitor().open(startOf('harbour.example'))).searchParams.get('acr_values')

  test('is trusted to verify its users when the connection requires nothing', async () => {
    await s.connect()
    expect(await acrValues()).toBeNull()
    expect(await visitor().signIn()).toBe(SSO_SUCCESS)
  })

  test('is asked for a required context, and its answer with that passes', async () => {
    await s.connect({ requiredContexts })
    expect(await acrValues()).toBe(`phrh ${TWO_STEPS}`)
    s.openid.context = TWO_STEPS
    expect(await visitor().signIn()).toBe(SSO_SUCCESS)
  })

  test.each([
    ['another', 'urn:password'],
    ['no', undefined],
    ['half of the', TWO_STEPS.slice(0, -1)],
  ])('is refused with %s acr', async (_, context) => {
    await s.connect({ requiredContexts })
    s.openid.context = context
    await s.expectRefused(await visitor().signIn(), 'too-weak', new RegExp(context ?? 'nothing'))
    expect(await s.sessions()).toEqual([])
  })

  test('that says it cannot verify is told apart from one that is down', async () => {
    await s.connect({ requiredContexts })
    const browser = visitor()
    const back = await browser.comeBack()
    back.searchParams.delete('code')
    back.searchParams.set('error', 'unmet_authentication_requirements')
    expect(pathOf(await browser.open(back))).toBe(ssoFailure('too-weak'))
  })
})

describe('a SAML provider', () => {
  const setContext = (Context: string) => (s.saml.rewrite = (tags) => ({ ...tags, Context }))
  const signIn = async () => {
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    return await visitor.finish(await visitor.ask())
  }
  const request = async () => {
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    const { searchParams } = await visitor.open(startOf('harbour-saml.example'))
    return inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  }

  test('is trusted to verify its users when the connection requires nothing', async () => {
    await s.connectSaml()
    expect(await request()).not.toContain('RequestedAuthnContext')
    expect(await signIn()).toBe(SSO_SUCCESS)
  })

  test('is asked for a required context, and its answer with that passes', async () => {
    await s.connectSaml({ requiredContexts })
    const xml = await request()
    expect(xml).toMatch(/<samlp:RequestedAuthnContext [^>]*Comparison="exact"/)
    for (const one of requiredContexts) expect(xml).toContain(`>${one}</saml:AuthnContextClassRef>`)
    setContext(TWO_STEPS)
    expect(await signIn()).toBe(SSO_SUCCESS)
  })

  test.each([
    ['another', PASSWORD],
    ['an empty', ''],
    ['a longer', `${TWO_STEPS}-not`],
    [
      'more than one',
      `${TWO_STEPS}</saml:AuthnContextClassRef><saml:AuthnContextClassRef>${PASSWORD}`,
    ],
  ])('is refused with %s AuthnContextClassRef', async (_, context) => {
    await s.connectSaml({ requiredContexts })
    setContext(context)
    await s.expectRefused(await signIn(), 'too-weak')
    expect(await s.sessions()).toEqual([])
  })
})
