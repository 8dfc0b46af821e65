import { inflateRawSync } from 'node:zlib'
import { TWO_STEPS } from 'e2e/idp/oidc-provider'
import { beforeEach, describe, expect, test } from 'vitest'
import { startSso } from '#testing/sso-fixture.ts'
import {
  SSO_SUCCESS,
  aSamlVisitor,
  anOpenidVisitor,
  originAt,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'

const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password'
const required_contexts = ['phrh', TWO_STEPS]

const s = await startSso('strong')
// Users of single sign-on don't verify again here.
beforeEach(async () => void (await s.t.sql`update tenants set is_mfa_required = true`))

const openid = () => anOpenidVisitor(s.t, s.tenant)
const requestAt = async (domain: string) =>
  (await openid().open(`${originAt(s.tenant)}/api/auth/sso/${domain}/start`)).searchParams
const OPENID = {
  connect: (options = {}) => s.connect(options),
  setContext: (context: string | undefined) => void (s.openid.context = context),
  signIn: () => openid().signIn(),
  requested: async () => (await requestAt('harbour.example')).get('acr_values') ?? '',
  others: ['urn:password', undefined, TWO_STEPS.slice(0, -1)],
}
const SAML = {
  connect: (options = {}) => s.connectSaml(options),
  setContext: (Context = '') => void (s.saml.rewrite = (tags) => ({ ...tags, Context })),
  signIn: async () => {
    const visitor = aSamlVisitor(s.t.call, s.tenant)
    return await visitor.finish(await visitor.ask())
  },
  requested: async () => {
    const request = (await requestAt('harbour-saml.example')).get('SAMLRequest') ?? ''
    const xml = inflateRawSync(Buffer.from(request, 'base64')).toString()
    const [, contexts = ''] =
      /<samlp:RequestedAuthnContext [^>]*Comparison="exact"[^>]*>(.*)<\/samlp:Req/s.exec(xml) ?? []
    return contexts.match(/(?<=>)[^<>\s]+(?=<)/g)?.join(' ') ?? ''
  },
  others: [PASSWORD, '', `${TWO_STEPS}-not`],
}

describe.each([
  ['an OpenID provider', OPENID],
  ['a SAML provider', SAML],
])('%s', (_, { connect, setContext, signIn, requested, others }) => {
  test('is trusted to verify its users when the connection requires nothing', async () => {
    await connect()
    expect(await requested()).toBe('')
    expect(await signIn()).toBe(SSO_SUCCESS)
  })

  test('gets a request for a required context, and its answer with that passes', async () => {
    await connect({ required_contexts })
    expect(await requested()).toBe(required_contexts.join(' '))
    setContext(TWO_STEPS)
    expect(await signIn()).toBe(SSO_SUCCESS)
  })

  test.each(others)('is refused with the context %s', async (context) => {
    await connect({ required_contexts })
    setContext(context)
    await s.expectRefused(await signIn(), 'too-weak')
    expect(await s.sessions()).toEqual([])
  })
})

test('a SAML provider that confirms two contexts is refused with both, and with what to change', async () => {
  await SAML.connect({ required_contexts })
  SAML.setContext(TWO_STEPS)
  const second = `$&<saml:AuthnContextClassRef>${PASSWORD}</saml:AuthnContextClassRef>`
  s.saml.rewriteXml = (text) =>
    text.replace(/<saml:AuthnContextClassRef>.*<\/saml:AuthnContextClassRef>/, second)
  const said = new RegExp(`Confirmed: ${TWO_STEPS}, ${PASSWORD}\\. Set .* name only that method`)
  await s.expectRefused(await SAML.signIn(), 'too-weak', said)
})

test('an OpenID provider that says it cannot verify is told apart from one that is down', async () => {
  await s.connect({ required_contexts })
  const visitor = openid()
  const back = await visitor.comeBack()
  back.searchParams.delete('code')
  back.searchParams.set('error', 'unmet_authentication_requirements')
  expect(pathOf(await visitor.open(back))).toBe(ssoFailure('too-weak'))
})
