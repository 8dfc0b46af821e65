import { expect, test } from 'vitest'
import { addressesIn, readAddressTable } from './address-table.ts'

const DOMAIN = 'x.org'

/** The chosen column with its addresses, and how many rows have none. */
function read(file: string | Uint8Array<ArrayBuffer>, domain: string | undefined = DOMAIN) {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const table = readAddressTable(bytes.buffer, domain)
  if (!table) return undefined
  const { emails, without } = addressesIn(table)
  const heading = table.columns[table.chosen]?.heading
  return { heading, emails: emails.map(({ email }) => email), without }
}

const ADDRESSES = ['ada@x.org', 'bo@x.org', 'cem@x.org']
const found = (heading: string, without = 0) => ({ heading, emails: ADDRESSES, without })
const lines = (...rows: string[]) => rows.join('\r\n')

test('of a directory’s columns, the one with addresses at the organisation is used', () => {
  expect(
    read(
      lines(
        'Username,First name,Alternate email address',
        'ada@x.org,Ada,',
        'bo@x.org,Bo,bo@home.example',
        'cem@x.org,Cem,cem@home.example',
      ),
    ),
  ).toEqual(found('Username'))
  expect(
    read(
      lines(
        'userPrincipalName,mail,alternateEmailAddress',
        'ada@x.org,ada@x.org,',
        'bo@x.org,,bo@home.example',
        'cem@x.org,,cem@home.example',
      ),
    ),
  ).toEqual(found('userPrincipalName'))
})

test('a directory’s sign-in names at another domain are not preferred to its mail column', () => {
  const file = lines(
    'userPrincipalName,mail',
    'ada@x.onmicrosoft.com,ada@x.org',
    'bo@x.onmicrosoft.com,bo@x.org',
    'svc@x.onmicrosoft.com,',
    'cem@x.onmicrosoft.com,cem@x.org',
  )
  expect(read(file)).toEqual(found('mail', 1))
})

test.each([
  'Email',
  'E-Mail-Adresse',
  'Work email',
  'Email Address [Required]',
  'E-mail 1',
  'Courriel',
  'Adresse électronique (mél)',
  'Correo electrónico',
  'Posta elettronica',
  'E-post',
  'Sähköposti',
  'Adres poczty elektronicznej',
  'Электронная почта',
  'メールアドレス',
  '电子邮件',
  '電子郵件',
  '이메일',
  'البريد الإلكتروني',
  'דוא"ל',
])('a column with the heading %s is used, not another one with addresses', (heading) => {
  const title = `"${heading.replaceAll('"', '""')}"`
  const rows = ADDRESSES.map((address, n) => `boss${n}@y.org;"Ek; A";${address}`)
  expect(read(lines(`Manager;Name;${title}`, ...rows), undefined)).toEqual(found(heading))
})

test.each([
  'Recovery Email',
  'Alternate email address',
  'Private Mail',
  'Correo alternativo',
  '予備のメール',
])('a column with the heading %s is used only if there is no other', (heading) => {
  const rows = ADDRESSES.map((address) => `p.${address},${address}`)
  expect(read(lines(`${heading},Contact`, ...rows), undefined)).toEqual(found('Contact'))
  expect(read(lines(`${heading},Name`, ...ADDRESSES.map((one) => `${one},A`)), undefined)).toEqual(
    found(heading),
  )
})

test('without headings, the column with addresses is used from its first row on', () => {
  expect(read(lines('Ada,ada@x.org', 'Bo,bo@x.org', 'Cem,cem@x.org'))).toEqual(found('ada@x.org'))
})

test('a separator in a heading or a cell doesn’t split it', () => {
  expect(
    read(
      lines(
        'Name,Groups (a; b),Email',
        '"Ek, Ada",Quality; Audit,ada@x.org',
        '"Lind, Bo",Quality; Audit,bo@x.org',
        '"Ay, Cem",Quality; Audit,cem@x.org',
      ),
    ),
  ).toEqual(found('Email'))
  expect(
    read(lines('sep=;', 'Name;Email', '"Ek; A";ada@x.org', ';bo@x.org', ';cem@x.org')),
  ).toEqual(found('Email'))
  expect(read(lines('Email\tName', 'ada@x.org\tA', 'bo@x.org\tB', 'cem@x.org\tC'))).toEqual(
    found('Email'),
  )
})

test('names in angle brackets and invisible characters are left out', () => {
  expect(
    read(lines('Contact', 'Ada Ek <ada@x.org>', '\u200Bbo@x.org', '"""Ay, Cem"" <cem@x.org>"')),
  ).toEqual(found('Contact'))
})

const FILE = lines('Prénom;Courriel', 'Zoé;ada@x.org', 'Bo;bo@x.org', 'Cem;cem@x.org')
const utf16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * text.length))
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), isLittle)
  return new Uint8Array(view.buffer)
}

test.each([
  ['UTF-8 with a byte order mark', new TextEncoder().encode(`\uFEFF${FILE}`)],
  ['UTF-16, little-endian', utf16(`\uFEFF${FILE}`, true)],
  ['UTF-16, big-endian', utf16(`\uFEFF${FILE}`, false)],
  ['Windows-1252', Uint8Array.from(FILE, (character) => character.charCodeAt(0))],
])('a file in %s is read', (_, bytes) => {
  expect(read(bytes)).toEqual(found('Courriel'))
})

test('a file that isn’t text is refused', () => {
  expect(read('PK\u0003\u0004\u0014\u0000\u0006\u0000')).toBeUndefined()
})

test('all addresses of a long file are counted', () => {
  const rows = Array.from({ length: 1201 }, (_, n) => `user${n}@x.org`)
  const table = readAddressTable(new TextEncoder().encode(lines('Email', ...rows)).buffer, DOMAIN)
  expect(table && addressesIn(table)).toMatchObject({ count: 1201, without: 0 })
})
