import { IDP_PEOPLE } from 'e2e/idp/people'
import { startSamlProvider } from 'e2e/idp/saml-provider'
import type { SamlForm } from 'e2e/idp/visit-provider'
import { beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '#testing/factories.ts'
import { SWITCHES, startSso } from '#testing/sso-fixture.ts'
import {
  SSO_SUCCESS,
  type SamlVisitor,
  aSamlVisitor,
  originAt,
  pathOf,
  ssoFailure,
} from '#testing/sso.ts'

const s = await startSso('saml')
const EMAIL = IDP_PEOPLE.find(({ hint }) => hint === 'quality')?.email ?? ''
let visitor: SamlVisitor
beforeEach(async () => {
  await s.connectSaml()
  visitor = aSamlVisitor(s.t.call, s.tenant)
})

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const signIn = async (hint?: string) => await visitor.finish(await visitor.ask(hint))

describe('a valid response', () => {
  test('signs in the account with its address', async () => {
    const user = await aUser(s.t.db, { tenant: s.tenant, email: EMAIL })
    expect(await signIn()).toBe(SSO_SUCCESS)
    expect(await s.sessions()).toMatchObject([{ user_id: user.id, method: 'sso' }])
    expect(visitor.jarOf(s.tenant.host).get('pat_rt')).toMatch(/^\d+\./)
  })

  test('signs in with a certificate that was pasted with spaces at the ends of its lines', async () => {
    await s.t
      .sql`update sso_connections set idp_certificate = replace(idp_certificate, E'\n', E'  \n') where tenant_id = ${s.tenant.id}`
    expect(await signIn()).toBe(SSO_SUCCESS)
  })

  test('creates a plain user once', async () => {
    expect([await signIn(), await signIn()]).toEqual([SSO_SUCCESS, SSO_SUCCESS])
    const rows = await s.t
      .sql`select email, name, roles, password_hash from users where tenant_id = ${s.tenant.id}`
    const user = { email: EMAIL, name: 'Quality Lead', roles: ['user'], password_hash: null }
    expect(rows).toEqual([user])
  })

  test('may be half a minute early, and signed with the second of two certificates', async () => {
    const certificate = `${s.otherSaml.certificate}\n${s.saml.certificate}`
    await s.t.sql`update sso_connections set idp_certificate = ${certificate}`
    s.saml.rewrite = (tags) => ({ ...tags, NotBefore: at(20), IssueInstant: at(20) })
    expect(await signIn()).toBe(SSO_SUCCESS)
  })

  test('is fetched once, by the browser that started', async () => {
    const next = await visitor.post(await visitor.ask())
    const other = aSamlVisitor(s.t.call, s.tenant)
    expect(pathOf(await other.open(next))).toBe(ssoFailure('expired'))
    expect(pathOf(await visitor.open(next))).toBe(ssoFailure('expired'))
    const again = await visitor.post(await visitor.ask())
    expect(pathOf(await visitor.open(again))).toBe(SSO_SUCCESS)
    await s.expectRefused(pathOf(await visitor.open(again)), 'expired')
  })
})

test('a sign-in that has expired is refused at both steps', async () => {
  const [form, next] = [await visitor.ask(), await visitor.post(await visitor.ask())]
  await s.t.sql`update sso_transactions set expires_at = now() - interval '1 second'`
  expect(await visitor.finish(form)).toBe(ssoFailure('expired'))
  expect(pathOf(await visitor.open(next))).toBe(ssoFailure('expired'))
})

test('its state is unknown at the address of OpenID answers', async () => {
  const form = await visitor.ask()
  const url = `${originAt(s.tenant)}/api/auth/sso/callback?code=x&state=${form.RelayState}`
  await s.expectRefused(pathOf(await visitor.open(url)), 'expired')
  expect(await visitor.finish(form)).toBe(SSO_SUCCESS)
})

test('of 32 parallel posts of a response one is accepted, and of 32 fetches one signs in', async () => {
  const form = await visitor.ask()
  const posts = await Promise.all(Array.from({ length: 32 }, () => visitor.post(form)))
  const accepted = posts.filter((url) => pathOf(url) !== ssoFailure('expired'))
  expect(accepted).toHaveLength(1)
  const next = accepted[0] ?? ''
  const fetches = await Promise.all(Array.from({ length: 32 }, () => visitor.open(next)))
  expect(fetches.filter((url) => pathOf(url) === SSO_SUCCESS)).toHaveLength(1)
  expect(await s.sessions()).toHaveLength(1)
})

describe('a response without a request of ours is refused', () => {
  test('when it is repeated', async () => {
    const form = await visitor.ask()
    expect(await visitor.finish(form)).toBe(SSO_SUCCESS)
    await s.expectRefused(await visitor.finish(form), 'expired')
  })

  test.each([
    ['is empty', '', 'expired'],
    ['has no relay state', 'SAMLResponse=x', 'misconfigured'],
    ['has a long relay state', `SAMLResponse=x&RelayState=${'A'.repeat(201)}`, 'misconfigured'],
    ['has a relay state and no response', undefined, 'misconfigured'],
  ] as const)('when its form %s', async (_, form, reason) => {
    const { RelayState } = await visitor.ask()
    const { statusCode, headers } = await s.t.call({
      method: 'POST',
      host: s.tenant.host,
      url: '/api/auth/sso/acs',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form ?? new URLSearchParams({ RelayState }).toString(),
    })
    expect(statusCode).toBe(303)
    await s.expectRefused(String(headers.location), reason)
  })

  test('when it belongs to another sign-in, or names another request', async () => {
    const [{ RelayState }, two] = [await visitor.ask(), await visitor.ask()]
    await s.expectRefused(await visitor.finish({ ...two, RelayState }), 'rejected', /InResponseTo/)
    s.saml.rewrite = (tags) => ({ ...tags, InResponseTo: '_nothing' })
    await s.expectRefused(await signIn(), 'rejected', /different sign-in \(InResponseTo\)/)
  })

  test('when an earlier response to its request was refused', async () => {
    const form = await visitor.ask()
    expect(await visitor.finish({ ...form, SAMLResponse: 'nonsense' })).toBe(
      ssoFailure('misconfigured'),
    )
    expect(await visitor.finish(form)).toBe(ssoFailure('expired'))
  })
})

describe('the content of a response', () => {
  test('is refused at another organisation', async () => {
    const theirs = await visitor.ask()
    s.tenant = await s.newTenant()
    await s.connectSaml()
    visitor = aSamlVisitor(s.t.call, s.tenant)
    const { action, RelayState } = await visitor.ask()
    expect(await visitor.finish({ ...theirs, action })).toBe(ssoFailure('expired'))
    const answer = await visitor.finish({ ...theirs, action, RelayState })
    expect(answer).toBe(ssoFailure('misconfigured'))
  })

  test.each(['stranger', 'plant'])(
    'with an address of another domain is refused: %s',
    async (hint) => {
      expect(await signIn(hint)).toBe(ssoFailure('other-domain'))
    },
  )

  test('can say that the user cancelled', async () => {
    await s.expectRefused(await signIn('refuse'), 'cancelled', /status Responder, AuthnFailed/)
  })
})

const read = ({ SAMLResponse }: SamlForm) => Buffer.from(SAMLResponse, 'base64').toString('utf8')
const write = (form: SamlForm, xml: string): SamlForm => ({
  ...form,
  SAMLResponse: Buffer.from(xml).toString('base64'),
})

const assertionOf = (xml: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
const unsigned = (xml: string) => xml.replaceAll(/<ds:Signature.*?<\/ds:Signature>/gs, '')
const signatureOf = (xml: string) => /<ds:Signature.*?<\/ds:Signature>/s.exec(xml)?.[0] ?? ''
const evil = (xml: string) =>
  xml.replaceAll('quality.lead@', 'chief@').replaceAll(/005WM\w+/g, 'chief')
/** A forged assertion for another account, under an id of its own. */
const forgedOf = (xml: string) =>
  evil(unsigned(assertionOf(xml))).replace(/(<saml:Assertion [^>]*ID=")[^"]+/, '$1_evil')
const withExtension = (xml: string, inner: string) =>
  xml.replace('<samlp:Status>', `<samlp:Extensions>${inner}</samlp:Extensions><samlp:Status>`)
const withEntity = (xml: string, entities: string, name: string) =>
  `<!DOCTYPE r [${entities}]>${xml.replace('Quality Lead', name)}`

const FORGERIES: Record<string, (xml: string) => string> = {
  'another address': evil,
  'another subject': (xml) => xml.replace(/005WM\w+</, 'another<'),
  'no signature': unsigned,
  'no signature on the assertion': (xml) =>
    xml.replace(assertionOf(xml), unsigned(assertionOf(xml))),
  'a second assertion before the signed one': (xml) =>
    xml.replace('<saml:Assertion ', `${forgedOf(xml)}<saml:Assertion `),
  'a second assertion after the signed one': (xml) =>
    xml.replace('</samlp:Response>', `${forgedOf(xml)}</samlp:Response>`),
  'the signed assertion wrapped in a forged one': (xml) =>
    xml.replace(
      assertionOf(xml),
      forgedOf(xml).replace('</saml:Assertion>', `${assertionOf(xml)}</saml:Assertion>`),
    ),
  'the signed assertion hidden in its own signature': (xml) => {
    const signed = assertionOf(xml)
    const object = `<ds:Object>${signed}</ds:Object></ds:Signature>`
    const hidden = signatureOf(signed).replace('</ds:Signature>', object)
    return xml.replace(signed, forgedOf(xml).replace('<saml:Subject>', `${hidden}<saml:Subject>`))
  },
  'the signed response wrapped in a forged one': (xml) =>
    withExtension(evil(unsigned(xml)).replace(/ID="[^"]+"/, 'ID="_evil"'), xml),
  'two elements with the same id': (xml) => withExtension(xml, evil(unsigned(assertionOf(xml)))),
  'an external entity': (xml) => withEntity(xml, '<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;'),
  'an entity that grows without end': (xml) =>
    withEntity(xml, '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">', '&b;'),
  'a document type': (xml) => `<!DOCTYPE r>${xml}`,
  'an algorithm of the sender’s choice': (xml) =>
    xml.replaceAll(
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    ),
  'no content': () => '',
  'only half of the content': (xml) => xml.slice(0, xml.length / 2),
}

const BY = [
  ['and assertion', { response: true, assertion: true }],
  ['no more than the assertion', { response: false, assertion: true }],
] as const

test.each(
  BY.flatMap(([what, signs]) =>
    Object.entries(FORGERIES).map(([name, forge]) => ({ name, what, signs, forge })),
  ),
)('with $name, a response that signs itself $what is refused', async ({ signs, forge }) => {
  s.saml.signs = signs
  await aUser(s.t.db, { tenant: s.tenant, email: EMAIL.replace('quality.lead', 'chief') })
  const form = await visitor.ask()
  const forged = forge(read(form))
  expect(forged).not.toBe(read(form))
  const end = await visitor.finish(write(form, forged))
  // Without a signature the provider could be set up wrongly.
  const reason = end.endsWith('misconfigured') ? 'misconfigured' : 'rejected'
  await s.expectRefused(end, reason)
  expect(await s.sessions()).toEqual([])
})

const OPENED = '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">'
// Each keeps the parser busy for seconds or minutes at this length.
const COSTLY: [name: string, xml: string, detail: RegExp][] = [
  ['24,000 opening brackets', OPENED + '<'.repeat(24_000), /not well-formed/],
  [
    'tags without an end',
    '<a>'.repeat(20_000),
    /nested too deeply\. Set the provider to send attributes with plain text/,
  ],
  ['instructions without an end', '<?'.repeat(20_000), /not well-formed/],
  ['comments without an end', '<!--'.repeat(10_000), /not well-formed/],
  ['10,000 tags', `<a>${'<a/>'.repeat(10_000)}</a>`, /too many tags/],
  ['1,000 attributes', `<a ${'x="" '.repeat(1000)}/>`, /not well-formed/],
  ['180 KB', `<a>${' '.repeat(180_000)}</a>`, /larger than 64 KB/],
]

test.each(COSTLY)('a response with %s is refused before it is parsed', async (_, xml, detail) => {
  const form = await visitor.ask()
  const reason = detail.source.includes('well-formed') ? 'rejected' : 'misconfigured'
  await s.expectRefused(await visitor.finish(write(form, xml)), reason, detail)
})

test.each(SWITCHES)(
  'once %s is switched off, responses and verified ones are refused',
  async (what) => {
    const [form, next] = [await visitor.ask(), await visitor.post(await visitor.ask())]
    const reason = await s.switchOff(what)
    await s.expectRefused(await visitor.finish(form), reason)
    await s.expectRefused(pathOf(await visitor.open(next)), reason)
    expect(await s.sessions()).toEqual([])
  },
)

test('a response that another key signed is refused', async () => {
  await s.t.sql`update sso_connections set idp_certificate = ${s.otherSaml.certificate}`
  await s.expectRefused(await signIn(), 'misconfigured', /isn’t made with the connection’s/)
})

test('a response signed with SHA-1 is refused', async () => {
  const old = await startSamlProvider({ origins: s.origins, signsWithSha1: true })
  await s.t
    .sql`update sso_connections set issuer = ${old.entityId}, entry_point = ${old.entryPoint},
    idp_certificate = ${old.certificate} where tenant_id = ${s.tenant.id}`
  await s.expectRefused(await signIn(), 'misconfigured', /algorithm/)
  await old.stop()
})

test('a comment does not cut a signed name short', async () => {
  await aUser(s.t.db, { tenant: s.tenant, email: 'chief@harbour-saml.example' })
  const email = 'chief@harbour-saml.example.evil.example'
  s.saml.rewrite = (tags) => ({ ...tags, NameID: 'chief.evil', email })
  const form = await visitor.ask()
  // Comments are not signed, so the signature stays valid.
  const xml = read(form)
    .replace('chief.evil', 'chief<!---->.evil')
    .replace('harbour-saml.example.evil', 'harbour-saml.example<!---->.evil')
  await s.expectRefused(await visitor.finish(write(form, xml)), 'other-domain', /domain/)
})
