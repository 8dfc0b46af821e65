import { deflateRawSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { ThreadsBusy } from '#adapters/threads.ts'
import { doorFrame } from '#testing/sso-doors.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { aSamlVisitor, originAt, pathOf } from '#testing/sso.ts'

// Responses that were damaged, or built in another way, after they were signed.

const s = await startSso('samldamages')
const { nothingHappened } = await doorFrame(s)
const base64 = (text: string) => Buffer.from(text).toString('base64')

const PASSING = /well-formed/
const BUILT =
  /signature doesn’t follow the SAML standard.*set the provider to sign the whole assertion/i
const SAML_1 =
  '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:1.0:protocol" ResponseID="_1" MajorVersion="1" MinorVersion="1"><samlp:Status><samlp:StatusCode Value="samlp:Success"/></samlp:Status><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:1.0:assertion" Issuer="x"/></samlp:Response>'

const SIGNATURE = /<ds:Signature .*?<\/ds:Signature>/g

type Damage = [name: string, damage: (xml: string) => string | Buffer, detail: RegExp]
const DAMAGES: Damage[] = [
  [
    'an end tag of another name',
    (xml) => xml.replace('</saml:Subject>', '</saml:Other>'),
    /well-formed/,
  ],
  [
    'an end tag of another prefix',
    (xml) => xml.replace('</saml:Subject>', '</samlp:Subject>'),
    /well-formed/,
  ],
  [
    'an attribute twice',
    (xml) => xml.replace('<saml:Subject>', '<saml:Subject a="1" a="2">'),
    /well-formed/,
  ],
  ['an ampersand alone', (xml) => xml.replace('Quality Lead', 'Quality & Lead'), /well-formed/],
  ['an unknown entity', (xml) => xml.replace('Quality Lead', 'Quality&nbsp;Lead'), /well-formed/],
  ['a control character', (xml) => xml.replace('Quality Lead', 'Quality\u0001Lead'), /well-formed/],
  ['a control character as a number', (xml) => xml.replace('Quality Lead', '&#1;'), /well-formed/],
  ['a second root', (xml) => `${xml}<a/>`, /well-formed/],
  ['half of its text', (xml) => xml.slice(0, xml.length / 2), /well-formed/],
  ['a success of SAML 1.1', () => SAML_1, /SAML 1\.1\. Set.*SAML 2\.0/],
  [
    'the end of a session instead',
    (xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse'),
    /sent LogoutResponse instead.*\. Set.*Response/,
  ],
  ...['http://www.w3.org/2006/12/xml-c14n11', ''].map((other): Damage => [
    `the canonicalization “${other}”`,
    (xml) => xml.replaceAll(/(?<=CanonicalizationMethod Algorithm=")[^"]+/g, other),
    new RegExp(`uses ${other ? `the algorithm ${other}` : 'no algorithm'}, .*Set.*xml-exc-c14n#`),
  ]),
  [
    'another transform',
    (xml) => xml.replace(/(?<=Transform Algorithm=")[^"]+exc-c14n#/, 'http://www.w3.org/TR/xslt'),
    /the algorithm http:\/\/www\.w3\.org\/TR\/xslt, .*Set.*xml-exc-c14n#/,
  ],
  [
    'three transforms',
    (xml) => xml.replaceAll(/<ds:Transforms>(<ds:Transform [^>]+>)/g, '<ds:Transforms>$1$1'),
    /signature.*transforms.*Set/,
  ],
  [
    'a signature of nothing',
    (xml) => xml.replaceAll(/<ds:Reference .*?<\/ds:Reference>/g, ''),
    BUILT,
  ],
  ['a signature by no name', (xml) => xml.replaceAll(/(?<=Reference URI=")[^"]+/g, ''), BUILT],
  [
    'a signature without a digest',
    (xml) => xml.replaceAll(/<ds:DigestValue>[^<]+/g, '<ds:DigestValue>'),
    BUILT,
  ],
  ['a signature without its list', (xml) => xml.replaceAll('ds:SignedInfo', 'ds:Other'), BUILT],
  [
    'two signatures of the response',
    (xml) => xml.replace(SIGNATURE, '$&$&'),
    /The response has more than one signature\. Set the provider to sign it once/,
  ],
  [
    'two signatures of the assertion',
    (xml) =>
      xml.replaceAll(SIGNATURE, (one, at) => (at > xml.indexOf(':Assertion ') ? one + one : one)),
    /The assertion has more than one signature\. Set the provider to sign it once/,
  ],
  [
    'a wrong signature of the response and a right one of the assertion',
    (xml) => xml.replace(/(?<=<samlp:Response [^>]*)Version="2\.0"/, '$& Consent="x"'),
    /The signature of the response isn’t .*The signature of the assertion wasn’t checked/,
  ],
  ['UTF-16', (xml) => Buffer.from(xml, 'utf16le'), /not in UTF-8/],
  ...['ecdsa-sha256', 'rsa-sha384'].map((name): Damage => [
    `a signature by ${name}`,
    (xml) => xml.replaceAll('#rsa-sha256', `#${name}`),
    new RegExp(`algorithm \\S+#${name}, .*RSA-SHA256`),
  ]),
  [
    'a signature by RSA-PSS',
    (xml) =>
      xml.replaceAll('2001/04/xmldsig-more#rsa-sha256', '2007/05/xmldsig-more#sha256-rsa-MGF1'),
    /sha256-rsa-MGF1, .*RSA-SHA256/,
  ],
  [
    'a digest by SHA-384',
    (xml) => xml.replaceAll('xmlenc#sha256', 'xmldsig-more#sha384'),
    /sha384, .*RSA-SHA256/,
  ],
  [
    'broken UTF-8',
    (xml) => Buffer.from(xml.replace('Lead', 'L\u00e9ad'), 'latin1'),
    /not in UTF-8/,
  ],
]

test.each(DAMAGES)('a response with %s is refused as what it is', async (_, damage, detail) => {
  await s.connectSaml()
  const visitor = aSamlVisitor(s.t.call, s.tenant)
  const form = await visitor.ask()
  const text = Buffer.from(form.SAMLResponse, 'base64').toString()
  const damaged = damage(text)
  expect(damaged).not.toBe(text)
  const SAMLResponse = Buffer.from(damaged).toString('base64')
  const reason = PASSING.test(detail.source) ? 'rejected' : 'misconfigured'
  await s.expectRefused(await visitor.finish({ ...form, SAMLResponse }), reason, detail)
  await nothingHappened()
})

test.each<[string, (xml: string) => string, RegExp]>([
  ['not encoded', (xml) => xml, /isn’t encoded in Base64\. Set/],
  [
    'compressed',
    (xml) => deflateRawSync(xml).toString('base64'),
    /compressed.*HTTP-Redirect.*Set.*HTTP-POST/,
  ],
  ['encoded twice', (xml) => base64(base64(xml)), /encoded in Base64 twice\. Set/],
  ['percent-encoded, too', (xml) => encodeURIComponent(base64(xml)), /also URL-encoded.*Set/],
  ['no XML', () => Buffer.from([0xff, 0, 0x80]).toString('base64'), /isn’t XML in Base64\. Set/],
])('a response that is %s is refused as that', async (_, write, detail) => {
  await s.connectSaml()
  const visitor = aSamlVisitor(s.t.call, s.tenant)
  const form = await visitor.ask()
  const SAMLResponse = write(Buffer.from(form.SAMLResponse, 'base64').toString())
  await s.expectRefused(await visitor.finish({ ...form, SAMLResponse }), 'misconfigured', detail)
  const { action } = form
  // From a tile in the provider's own start page.
  const alone = await visitor.finish({ action, SAMLResponse, RelayState: '' })
  await s.expectRefused(alone, 'misconfigured', detail)
})

test('a response that waits for too many others is refused as that', async () => {
  await s.connectSaml()
  const visitor = aSamlVisitor(s.t.call, s.tenant)
  const form = await visitor.ask()
  vi.spyOn(s.t.app.adapters.threads, 'run').mockRejectedValueOnce(new ThreadsBusy('Too many.'))
  await s.expectRefused(await visitor.finish(form), 'failed', /Waymark is too busy.*Start/)
})

const TYPES = [
  ['application/json', 'as application/json'],
  ['multipart/form-data; boundary=x', 'as multipart/form-data'],
  ['text/plain', 'as text/plain'],
  ['form', 'as “form”, which isn’t a content type'],
  [
    'application/x-www-form-urlencoded, text/plain',
    'as “application/x-www-form-urlencoded, text/plain”, which isn’t a content type',
  ],
  ['', 'without a content type'],
] as const
const REDIRECTS = [
  ['SAMLResponse=x&RelayState=y', 'misconfigured', /HTTP-Redirect.*Set the .*HTTP-POST/],
  ['SAMLart=x', 'misconfigured', /HTTP-Artifact.*Set the .*HTTP-POST/],
  ['', 'expired', /the sign-in is unknown/],
] as const
test('only the SAML address takes forms, from any origin, and says so of anything else', async () => {
  const visitor = aSamlVisitor(s.t.call, s.tenant)
  const origin = originAt(s.tenant)
  const acs = `${origin}/api/auth/sso/acs`
  for (const [type, shown] of TYPES) {
    const payload = '{"SAMLResponse":"x"}'
    const sent = { method: 'POST', payload, headers: { 'content-type': type } } as const
    const said = new RegExp(`${shown}\\. Set the .*HTTP-POST`)
    const { headers } = await visitor.send(acs, sent)
    await s.expectRefused(String(headers.location), 'misconfigured', said)
  }
  for (const [query, reason, said] of REDIRECTS)
    await s.expectRefused(pathOf(await visitor.open(`${acs}?${query}`)), reason, said)
  const headers = { origin: 'https://idp.example' }
  for (const path of ['/api/login', '/api/refresh-token', '/api/logout']) {
    const { statusCode } = await visitor.send(`${origin}${path}`, { method: 'POST', headers })
    expect([path, statusCode]).toEqual([path, 403])
  }
})
