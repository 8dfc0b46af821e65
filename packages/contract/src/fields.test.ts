import { expect, test } from 'vitest'
import { VerificationCode } from './certifications.ts'
import { OpenidBody, ProviderAddress, SamlBody } from './connections.ts'
import { Email, asOneLine, line, text } from './fields.ts'
import { SsoDomain } from './sso.ts'
import { BrandColour, OrganisationChange, TenantDomain } from './tenants.ts'

test.each([
  'anna@example.org',
  "o'brien+news@example.org",
  'research&development@example.org',
  'c=de/o=example@mail.example.org',
  'jo@xn--80aswg.xn--p1ai',
  'jo@xn--mnchen-3ya.de',
])('%s is an address', (address) => {
  expect(Email.parse(` ${address} `)).toBe(address)
})

test.each([
  'anna',
  'anna@',
  '@example.org',
  'anna@localhost',
  'anna.lead@localhost',
  'anna@example.',
  'anna@-example.org',
  'anna lead@example.org',
  'anna@example.org, jo@example.org',
  'Anna <anna@example.org>',
  'anna@example.org\r\nbcc:jo@example.org',
])('%j is refused as an address', (address) => {
  expect(Email.safeParse(address).error?.issues[0]?.message).toBe(
    'Enter a full email address, for example finance@example.org',
  )
})

test('a line is trimmed and stored in NFC', () => {
  expect(line(1, 5).parse('  Cafe\u0301 ')).toBe('Café')
  expect(line(1, 4).safeParse('Cafe\u0301').success).toBe(true)
})

test.each([
  ['a\nb', 'a b'],
  ['a\r\nBcc: b', 'a Bcc: b'],
  ['a\tb', 'a b'],
  ['a\u0000b', 'ab'],
  ['a\u0085b', 'a b'],
  ['a\u2028b', 'a b'],
  ['a\u2029b', 'a b'],
  ['a\ud800b', 'ab'],
  ['a\u202eb', 'ab'],
])('%j is cleaned to one line', (text, shown) => {
  expect(line(1, 120).parse(text)).toBe(shown)
  expect(asOneLine(` ${text}`)).toBe(shown)
})

test.each(['\u200b', '\u3164', '\u2800', '\u200e\u200f', ' \u00ad\u2060 ', '\u{e0041}'])(
  '%j is no text, because no one sees it',
  (unseen) => {
    expect(line(1, 120).safeParse(unseen).error?.issues[0]?.message).toBe('Enter a value')
    expect(text(1, 120).safeParse(unseen).success).toBe(false)
    expect(text(0, 120).parse(unseen)).toBe('')
  },
)

/** Zero-width, soft hyphen, directions, a variation, fillers, controls and spaces: as copied texts have them. */
const UNSEEN =
  '\u200b \u200c \u200d \u00ad \u200e \u061c \u202a \u2066 \ufeff \u2060 \ufe0f \u3164 \u034f \u{e0041} \u0000 \u0003 \u0092'.split(
    ' ',
  )
const CODE = '2345-6789-ABCD'

test.each([
  ['an email address', Email, 'anna@example.org'],
  ['a domain with single sign-on', SsoDomain, 'example.org'],
  ['the domain of an organisation', TenantDomain, 'north-field'],
  ['the address of a provider', ProviderAddress, 'https://idp.example.org/sso'],
  ['a code of a certificate', VerificationCode, CODE],
  ['a colour', BrandColour, '#112233'],
  ['a time zone', OrganisationChange.shape.time_zone, 'Europe/Berlin'],
  ['a client’s name', OpenidBody.shape.client_id, 'waymark-1'],
  ['a provider’s name', SamlBody.shape.issuer, 'urn:idp'],
])('in %s, characters that no one sees are removed', (_, field, clean) => {
  for (const unseen of UNSEEN)
    expect(
      field.parse(` ${unseen}${clean.slice(0, 4)}${unseen}${clean.slice(4)}${unseen}\u00a0`),
    ).toBe(clean)
})

const MARKS = '\u0300\u0316'

test('of a letter with thousands of marks thirty stay in every field, without holding up the process', () => {
  const heap = `a${MARKS.repeat(120_000)}b`
  const thirty = `a${MARKS.repeat(15)}b`
  expect(asOneLine(heap)).toBe(thirty.normalize('NFC'))
  expect(line(1, 120).parse(heap)).toBe(thirty.normalize('NFC'))
  expect(text(1, 120).parse(heap)).toBe(thirty)
  expect(line(1, 120).parse('Z͑ͫaͣl̈g̈o')).toBe('Z͑ͫaͣl̈g̈o'.normalize('NFC'))
})

test.each([
  ['-north', 'Use lower-case letters, numbers and hyphens between them, for example north-field'],
  ['n'.repeat(64), 'Use at most 63 characters'],
  ['www', 'This domain is reserved. Choose another domain.'],
])('the domain %s of an organisation is refused with what is wrong with it', (domain, message) => {
  expect(TenantDomain.safeParse(domain).error?.issues[0]?.message).toBe(message)
})
