import { IDP_PEOPLE } from 'e2e/idp/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '#testing/factories.ts'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, type SamlVisitor, aSamlVisitor, lastRefusal } from '#testing/sso.ts'

// Providers as they are before their administrator changes anything.

const s = await startSso('odd')
const EMAIL = IDP_PEOPLE.find(({ hint }) => hint === 'quality')?.email ?? ''
let visitor: SamlVisitor
beforeEach(async () => {
  await s.connectSaml()
  visitor = aSamlVisitor(s.t.call, s.tenant)
})
const signIn = async () => await visitor.finish(await visitor.ask())
const detail = async () => (await lastRefusal(s.t.db, s.tenant))?.detail ?? ''
const xml = (from: string | RegExp, to: string) => {
  const before = s.saml.rewriteXml
  s.saml.rewriteXml = (text) => (before?.(text) ?? text).replace(from, to)
}
const nameId = (text: string, format?: string) =>
  xml(
    /<saml:NameID [^>]+>[^<]*/,
    `<saml:NameID${format === undefined ? '' : ` Format="${format}"`}>${text}`,
  )
const one = (name: string, ...values: string[]) =>
  `<saml:Attribute ${name.includes('=') ? name : `Name="${name}"`}>${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`
const attributes = (...all: string[]) =>
  xml(/(?<=<saml:AttributeStatement>).*(?=<\/saml:AttributeStatement>)/, all.join(''))
const user = async () => {
  const [row] = await s.t.sql<{ email: string; name: string }>`
    select email, name from users where tenant_id = ${s.tenant.id} order by id desc limit 1`
  return row
}

const FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:'
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'

/** With the digest of the key's padding, which AD FS and Shibboleth leave at SHA-1. */
const ENCRYPTED = `<saml:EncryptedAssertion><e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/><d:KeyInfo xmlns:d="http://www.w3.org/2000/09/xmldsig#"><e:EncryptedKey><e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"><d:DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/></e:EncryptionMethod><e:CipherData><e:CipherValue>AAAA</e:CipherValue></e:CipherData></e:EncryptedKey></d:KeyInfo><e:CipherData><e:CipherValue>AAAA</e:CipherValue></e:CipherData></e:EncryptedData></saml:EncryptedAssertion>`

describe('the address comes', () => {
  test.each([
    ['from a name ID without a format', undefined],
    ['from a name ID of an unspecified format', `${FORMAT}unspecified`],
    ['from a name ID in the email format', `${FORMAT}emailAddress`],
  ])('%s', async (_, format) => {
    nameId(EMAIL, format)
    attributes(one('name', 'Quality Lead'))
    expect(await signIn()).toBe(SSO_SUCCESS)
    expect(await user()).toEqual({ email: EMAIL, name: 'Quality Lead' })
    expect(await signIn()).toBe(SSO_SUCCESS)
  })

  test.each([
    ['Entra ID', one(`${CLAIMS}emailaddress`, EMAIL)],
    ['AD FS', one(`${CLAIMS}emailaddress`, EMAIL) + one(`${CLAIMS}upn`, 'lead@harbour.local')],
    ['AD FS 1', one('http://schemas.xmlsoap.org/claims/EmailAddress', EMAIL)],
    ['Okta', one('user.email', EMAIL)],
    ['Shibboleth', one('urn:oid:0.9.2342.19200300.100.1.3', EMAIL)],
    ['Keycloak', one('Name="X500" FriendlyName="email"', EMAIL)],
    ['Google', one('Email', EMAIL)],
    ['one with PKCS 9', one('urn:oid:1.2.840.113549.1.9.1', EMAIL)],
    ['Shibboleth 1', one('urn:mace:dir:attribute-def:mail', EMAIL)],
    ['one with several addresses', one('mail', 'lead@old.example', EMAIL)],
    ['one that repeats the attribute', one('mail', 'lead@old.example') + one('mail', EMAIL)],
    ['one with addresses as links', one('mail', `mailto:${EMAIL}`)],
    ['one with a name before the address', one('mail', `Lead, Quality &lt;${EMAIL}&gt;`)],
    [
      'Exchange, whose main address is in capitals',
      one(
        'mail',
        'X500:/o=Harbour',
        `sip:${EMAIL}`,
        'smtp:alias@harbour-saml.example',
        `SMTP:${EMAIL}`,
      ),
    ],
    ['one with an empty value first', one('email', '') + one('mail', ` ${EMAIL}\n`)],
  ])('from the attribute of %s', async (_, sent) => {
    attributes(sent)
    expect(await signIn()).toBe(SSO_SUCCESS)
    expect(await user()).toEqual({ email: EMAIL, name: 'quality.lead' })
  })
})

describe('the name comes', () => {
  test.each([
    ['from first and last name', one('firstName', 'Quality') + one('lastName', 'Lead')],
    ['from given name and surname', one('givenName', 'Quality') + one('sn', 'Lead')],
    [
      'from the claims of Entra ID',
      one(`${CLAIMS}givenname`, 'Quality') +
        one(`${CLAIMS}surname`, 'Lead') +
        one(`${CLAIMS}name`, EMAIL),
    ],
    [
      'from object identifiers',
      one('urn:oid:2.5.4.42', 'Quality') + one('urn:oid:2.5.4.4', 'Lead'),
    ],
    ['from the display name first', one('sn', 'Other') + one('Display Name', 'Quality Lead')],
    [
      'from the names of Shibboleth 1',
      one('urn:mace:dir:attribute-def:givenName', 'Quality') +
        one('urn:mace:dir:attribute-def:sn', 'Lead'),
    ],
    ['from AD FS 1', one('http://schemas.xmlsoap.org/claims/CommonName', 'Quality Lead')],
    ['from the common name', one('Name="urn:oid:2.5.4.3" FriendlyName="cn"', 'Quality Lead')],
  ])('%s', async (_, sent) => {
    attributes(one('email', EMAIL) + sent)
    expect(await signIn()).toBe(SSO_SUCCESS)
    expect(await user()).toEqual({ email: EMAIL, name: 'Quality Lead' })
  })
})

describe('a refusal says to the user and to the admin what to do', () => {
  test.each([
    [
      'no attributes',
      () => attributes(),
      'no-email',
      /attribute or claim “email”; attributes received: none/,
    ],
    [
      'empty attributes',
      () => attributes(one('email', ''), one('name')),
      'no-email',
      /received: email, name$/,
    ],
    [
      'a persistent name ID that looks like an address',
      () => {
        nameId(EMAIL, 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent')
        attributes(one('groups', 'staff'))
      },
      'no-email',
      /received: groups$/,
    ],
    [
      'two addresses in one value',
      () => attributes(one('email', `${EMAIL}; lead@else.example`)),
      'no-email',
      /email address that can’t be used.*received: email$/,
    ],
    [
      'an attribute with a name instead of an address',
      () => attributes(one('mail', 'quality.lead')),
      'no-email',
      /email address that can’t be used.*received: mail$/,
    ],
    [
      'an address of another domain',
      () => attributes(one('email', 'lead@else.example')),
      'other-domain',
      /domain harbour-saml\.example.*received: email$/,
    ],
    [
      'encrypted attributes',
      () => attributes('<saml:EncryptedAttribute/>'),
      'misconfigured',
      /encrypted.*Turn off/,
    ],
    [
      'elements instead of values',
      () => attributes(one('email', '<saml:NameID>x</saml:NameID>')),
      'no-email',
      /received: email$/,
    ],
    [
      'attributes without names',
      () =>
        attributes('<saml:Attribute><saml:AttributeValue>x</saml:AttributeValue></saml:Attribute>'),
      'misconfigured',
      /SAML standard.*set the provider to send each attribute with a name/,
    ],
  ] as const)('for %s', async (_, change, reason, said) => {
    change()
    await s.expectRefused(await signIn(), reason, said)
    expect(await detail()).not.toMatch(/Cannot read|staff|else\.example/)
  })

  test.each([
    ['too many groups', 1100, /too many tags.*send fewer attributes and groups/],
    ['more than 64 KB', 1200, /larger than 64 KB.*send fewer attributes and groups/],
    ['more than most forms have', 12_000, /larger than 64 KB.*send fewer/],
  ])('for %s', async (_, count, said) => {
    attributes(
      one('email', EMAIL) +
        one(
          'groups',
          ...Array.from(
            { length: count },
            (__, n) => `${count < 1200 ? '' : 'group-of-the-harbour'}${n}`,
          ),
        ),
    )
    await s.expectRefused(await signIn(), 'misconfigured', said)
  })

  test('for a renewed certificate of the provider', async () => {
    const form = await visitor.ask()
    const { certificate } = s.otherSaml
    await s.t
      .sql`update sso_connections set idp_certificate = ${certificate} where tenant_id = ${s.tenant.id}`
    await s.expectRefused(await visitor.finish(form), 'misconfigured', /current one.*metadata/)
  })

  test.each([
    'urn:oasis:names:tc:SAML:2.0:nameid-format:transient ',
    'urn:oasis:names:tc:SAML:2.0:NAMEID-format:Transient',
    'urn:mace:shibboleth:1.0:nameIdentifier',
  ])('for a name ID of the format %s', async (format) => {
    nameId('one-time', format)
    await s.expectRefused(await signIn(), 'misconfigured', /transient/)
  })

  test('for a name ID that changes each time, before anything is linked', async () => {
    const { id } = await aUser(s.t.db, { tenant: s.tenant, email: EMAIL })
    nameId('one-time', 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient')
    await s.expectRefused(await signIn(), 'misconfigured', /persistent or emailAddress.*Keycloak/)
    const rows = await s.t.sql`select from identities where user_id = ${id}`
    expect([rows, await s.sessions()]).toEqual([[], []])
  })

  test.each([
    ['encrypted answer', () => xml(/<saml:Assertion .*<\/saml:Assertion>/, ENCRYPTED)],
    ['answer that signs the response only', () => undefined],
  ])('for an %s, for each of the usual providers', async (_, change) => {
    s.saml.signs = { response: true, assertion: false }
    change()
    await s.expectRefused(await signIn(), 'misconfigured')
    for (const name of ['Entra ID', 'AD FS', 'Google', 'Okta', 'Shibboleth', 'Keycloak'])
      expect(await detail()).toContain(name)
  })

  test('for an account that is linked to another name ID', async () => {
    expect(await signIn()).toBe(SSO_SUCCESS)
    nameId('other', 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent')
    const said =
      /Remove the link on the user’s page.*happens again.*changes at each sign-in.*never changes/
    await s.expectRefused(await signIn(), 'linked-elsewhere', said)
  })
})

test.each([
  ['signs the assertion only', () => (s.saml.signs = { response: false, assertion: true })],
  ['names no destination', () => xml(/ Destination="[^"]+"/, '')],
  [
    'names the end of a session that goes on',
    () =>
      xml(
        '<saml:AuthnStatement ',
        '<saml:AuthnStatement SessionNotOnOrAfter="2090-01-01T00:00:00Z" ',
      ),
  ],
  [
    'has another confirmation that isn’t bearer',
    () =>
      xml(
        '<saml:SubjectConfirmation ',
        '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:sender-vouches"/><saml:SubjectConfirmation ',
      ),
  ],
])('an answer that %s is accepted', async (_, change) => {
  change()
  expect(await signIn()).toBe(SSO_SUCCESS)
})
