import { beforeEach, describe, expect, test } from 'vitest'
import { startSso } from '#testing/sso-fixture.ts'
import {
  SSO_SUCCESS,
  type SamlVisitor,
  aSamlVisitor,
  originAt,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'

// From a tile in the provider's own start page.

const s = await startSso('unsolicited')
let visitor: SamlVisitor
beforeEach(async () => {
  await s.connectSaml()
  visitor = aSamlVisitor(s.t.call, s.tenant)
})
const signIn = async () => await visitor.finish(await visitor.ask())
const xml = (from: string | RegExp, to: string) => {
  const before = s.saml.rewriteXml
  s.saml.rewriteXml = (text) => (before?.(text) ?? text).replace(from, to)
}

describe('a response without a request', () => {
  const unsolicited = async (domain?: string) => {
    const form = await visitor.ask('quality', domain)
    return { ...form, RelayState: '' }
  }
  beforeEach(() => xml(/ InResponseTo="[^"]+"/g, ''))
  const start = `/api/auth/sso/harbour-saml.example/start?unsolicited=1`

  test('starts a sign-in of its own, which the same browser finishes', async () => {
    const next = await visitor.post(await unsolicited())
    expect(pathOf(next)).toBe(start)
    expect(await s.sessions()).toEqual([])
    const provider = await visitor.open(next)
    expect(provider.origin).toBe(new URL(s.saml.entryPoint).origin)
    s.saml.rewriteXml = undefined
    expect(await signIn()).toBe(SSO_SUCCESS)
    expect(visitor.jarOf(s.tenant.host).has('sso_unsolicited')).toBe(false)
  })

  test.each([
    ['an empty request', () => xml('<samlp:Response ', '<samlp:Response InResponseTo="" ')],
    [
      'no issuer of the response',
      () => xml(/<saml:Issuer>[^<]+<\/saml:Issuer>(?=<samlp:Status)/, ''),
    ],
  ])('with %s starts one, too', async (_, change) => {
    s.saml.signs = { response: false, assertion: true }
    change()
    expect(pathOf(await visitor.post(await unsolicited()))).toBe(start)
  })

  test('chooses the connection that its audience names', async () => {
    await s.connectSaml({ domain: 'a.example' })
    const next = await visitor.post(await unsolicited())
    expect(pathOf(next)).toBe(start)
    expect(pathOf(await visitor.post(await unsolicited('a.example')))).toContain('/a.example/')
  })

  test('starts again after a second click, but does not send the browser round in circles', async () => {
    const click = async () => await visitor.open(await visitor.post(await unsolicited()))
    for (const _ of Array(5)) expect((await click()).origin).toBe(new URL(s.saml.entryPoint).origin)
    await s.expectRefused(pathOf(await click()), 'misconfigured', /SP-initiated/)
  })

  test.each([
    ['can’t be read', Buffer.from('<a>').toString('base64'), /can’t be read: /, 'rejected'],
    [
      'names no provider',
      Buffer.from('<Response/>').toString('base64'),
      /Issuer of the provider’s response is missing or empty\. Set/,
      'misconfigured',
    ],
    [
      'names a provider without a name',
      Buffer.from('<Response><Issuer/></Response>').toString('base64'),
      /Issuer of the provider’s response is missing or empty\. Set/,
      'misconfigured',
    ],
  ] as const)('that %s is refused for that', async (__, SAMLResponse, said, reason) => {
    const form = { ...(await unsolicited()), SAMLResponse }
    await s.expectRefused(pathOf(await visitor.post(form)), reason, said)
  })

  test('that is a refusal shows status and message, the first time', async () => {
    s.saml.rewrite = (tags) => ({ ...tags, Status: 'Requester' })
    xml(
      '/></samlp:Status>',
      '/><samlp:StatusMessage>No such app</samlp:StatusMessage></samlp:Status>',
    )
    await s.expectRefused(
      pathOf(await visitor.post(await unsolicited())),
      'refused',
      /status Requester\. It says: “No such app”\. Look/,
    )
  })

  test('of an unknown provider is refused', async () => {
    s.saml.rewrite = (tags) => ({ ...tags, Issuer: 'https://else.example' })
    await s.expectRefused(
      pathOf(await visitor.post(await unsolicited())),
      'unknown-domain',
      /no connection has the entity ID https:\/\/else/,
    )
  })

  test('of a connection that is off is refused', async () => {
    const form = await unsolicited()
    await s.switchOff('connections')
    expect(pathOf(await visitor.post(form))).toBe(ssoFailure('unknown-domain'))
  })

  test('to a sign-in of ours is refused', async () => {
    const form = await visitor.ask()
    await s.expectRefused(await visitor.finish(form), 'misconfigured', /InResponseTo is missing/)
    expect(pathOf(await visitor.open(`${originAt(s.tenant)}/api/auth/sso/finish?id=x`))).toBe(
      ssoFailure('expired'),
    )
  })
})

describe('a response to a request of ours is refused', () => {
  test.each([
    ['', /has no RelayState\. Check .* sends the RelayState back/],
    ['A'.repeat(43), /a different RelayState from our request\. Check/],
  ])('when its relay state is dropped or changed: "%s"', async (RelayState, said) => {
    const form = await visitor.ask()
    await s.expectRefused(await visitor.finish({ ...form, RelayState }), 'misconfigured', said)
  })

  test('as expired, if its relay state is unknown and so is its request', async () => {
    const form = await visitor.ask()
    await s.t.sql`update sso_transactions set expires_at = now() - interval '1 second'`
    const RelayState = 'A'.repeat(43)
    await s.expectRefused(await visitor.finish({ ...form, RelayState }), 'expired')
  })
})
