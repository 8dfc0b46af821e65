import { expect, test } from 'vitest'
import { addressesIn, readAddressTable } from './address-table.ts'

const DOMAIN = 'x.org'

/** The chosen column with its addresses, and how many rows have none. */
function read(file: string | Uint8Array<ArrayBuffer>, domains: string[] = [DOMAIN]) {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const table = readAddressTable(bytes.buffer, domains)
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

test('each of an organisation’s domains counts', () => {
  const file = lines(
    'Foo,Bar',
    'a@y.org,ada@x.org',
    'b@y.org,bo@x.org',
    'c@y.org,cem@group.example',
  )
  expect(read(file, [])?.heading).toBeUndefined()
  for (const domains of [['x.org'], ['group.example'], ['gmail.com', 'group.example', 'x.org']])
    expect(read(file, domains)?.heading).toBe('Bar')
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
  expect(read(lines(`Manager;Name;${title}`, ...rows), [])).toEqual(found(heading))
})

test.each([
  'Recovery Email',
  'Alternate email address',
  'Private Mail',
  'Correo alternativo',
  '予備のメール',
])('a column with the heading %s is used only if there is no other', (heading) => {
  const rows = ADDRESSES.map((address) => `p.${address},${address}`)
  expect(read(lines(`${heading},Contact`, ...rows), [])).toEqual(found('Contact'))
  expect(read(lines(`${heading},Name`, ...ADDRESSES.map((one) => `${one},A`)), [])).toEqual(
    found(heading),
  )
})

/** Of these columns, with the rows below each, the first is used; `undefined`: none. */
const MEN = 'ada@y.org|bo@y.org|cem@y.org'
const PRIVATE = 'a@home.example|b@home.example|c@other.example'
const BOSS = 'boss@x.org|boss@x.org|boss@x.org'
const OWN = 'ada@x.org|bo@x.org|'
const GMAIL = 'a@gmail.com|b@gmail.com|c@gmail.com'

test.each<[string[], string[], string | undefined, string?]>([
  ...[
    ['Worker', 'Email - Work', 'Email - Home', 'Manager - Email'],
    ['Employee', 'Work Email', 'Home Email', 'Reports To Email'],
    ['First name', 'Email', 'Personal email', 'Supervisor email'],
    ['Name', 'Work email', 'Private email', 'Line Manager’s Email'],
    ['Vorname', 'E-Mail', 'Private E-Mail', 'Vorgesetzter E-Mail'],
    ['Mitarbeiter', 'E-Mail-Adresse', 'E-Mail privat', 'Führungskraft'],
    ['displayName', 'mail', 'otherMails', 'managerMail'],
    ['Name', 'Work Email', 'Home', 'Approver'],
    ['Name', 'UserPrincipalName', 'Mail 2', 'CreatedBy'],
    ['Name', 'login', 'secondEmail', 'managerId'],
    ['Username', 'Primary email', 'Recovery Email', 'Account owner'],
    ['USERID', 'EMAIL_BUSINESS', 'EMAIL_PERSONAL', 'MANAGER_EMAIL'],
    ['Nom', 'Courriel professionnel', 'Courriel personnel', 'Responsable'],
    ['Nombre', 'Correo corporativo', 'Correo particular', 'Correo del jefe'],
    ['Nome', 'E-mail', 'E-mail pessoal', 'E-mail do gestor'],
    ['Nome', 'Email aziendale', 'Email personale', 'Email del responsabile'],
    ['Naam', 'Werk e-mail', 'E-mail privé', 'Leidinggevende'],
    ['Namn', 'E-post arbete', 'Privat e-post', 'Närmaste chef'],
    ['Imię', 'E-mail służbowy', 'Prywatny e-mail', 'Przełożony'],
    ['Имя', 'Рабочая почта', 'Личная почта', 'Руководитель'],
    ['氏名', 'メールアドレス', '個人メール', '上司メール'],
    ['姓名', '工作邮箱', '个人邮箱', '经理邮箱'],
    ['이름', '회사 이메일', '개인 이메일', '관리자 이메일'],
  ].map(([name = '', own = '', home = '', boss = '']): [string[], string[], string] => [
    [name, own, home, boss],
    ['A|B|C', OWN, 'a@h.example||c@h.example', BOSS],
    own,
  ]),
  ...[
    ['Persönliche E-Mail', 'Dienstmail'],
    ['Correo particular', 'Correo corporativo'],
    ['E-mail pessoal', 'E-mail'],
    ['E-mail privé', 'E-mail'],
    ['Adresse privée', 'Adresse pro'],
    ['Yksityinen sähköposti', 'Sähköposti'],
    ['Prywatny e-mail', 'E-mail'],
    ['Soukromý e-mail', 'E-mail'],
    ['Magán e-mail', 'E-mail cím'],
    ['Kişisel e-posta', 'E-posta'],
    ['Osobní e-mail', 'Pracovní e-mail'],
    ['Личная почта', 'Почта'],
    ['Личный e-mail', 'E-mail'],
    ['个人邮箱', '邮箱'],
    ['個人メール', 'メール'],
    ['サブメールアドレス', 'メールアドレス'],
    ['개인 이메일', '이메일'],
    ['البريد الشخصي', 'البريد الإلكتروني'],
    ['דוא״ל פרטי', 'דוא״ל'],
    ['Προσωπικό e-mail', 'E-mail'],
    ['Email cá nhân', 'Thư điện tử'],
    ['Endereço eletrônico alternativo', 'Endereço eletrônico'],
    ['Contato', 'Endereço eletrônico'],
    ['Recovery email', 'Email'],
    ['personalEmail', 'email'],
    ['Personal Email', 'Company Email'],
    ['Ansprechpartner', 'Personal-E-Mail'],
    ['Contact', 'E-mail personeel'],
    ['Supervisor', 'Email (home institution)'],
    ['E-mail 2 - Value', 'E-mail 1 - Value'],
    ['Email', 'Work email'],
    ['userPrincipalName', 'mail'],
    ['Parent/Guardian email', 'Student email'],
    ['Emergency contact email', 'Contact email'],
    ['Contacto', 'Correo electrónico'],
  ].map(([other = '', own = '']): [string[], string[], string] => [
    [other, own],
    [PRIVATE, MEN],
    own,
  ]),
  [['Name', 'Recovery email', 'Email'], ['A|B|C', GMAIL, MEN], 'Email', 'gmail.com'],
  [['Adresse privée', 'Adresse pro'], [GMAIL, MEN], 'Adresse pro', 'gmail.com'],
  [['Mail A', 'Mail B'], [GMAIL, MEN], 'Mail B', 'gmail.com'],
  [['Email', 'Owner'], ['ada@x.org|guest@partner.example|bo@x.org', BOSS], 'Email'],
  [['Email', 'Alternate email'], ['ada@y.org|bo@y.org|', 'ada@x.org||'], 'Email'],
  [['Foo', 'Bar'], [BOSS, 'ada@x.org|bo@x.org|'], 'Bar'],
  [['Email A', 'Email B'], [PRIVATE, MEN], undefined],
  [['Foo', 'Bar'], [MEN, 'd@y.org|e@y.org|'], undefined],
  [['Email', 'Manager'], ['||', BOSS], undefined],
  [['Work email', 'Private email'], ['||', GMAIL], undefined],
  [['E-mail 1 - Value', 'E-mail 2 - Value'], [GMAIL, MEN], undefined, 'y.org'],
  [['Primary email', 'Secondary email'], [GMAIL, MEN], undefined, 'y.org'],
  [['Manager', 'Name'], [MEN, 'A|B|C'], 'Manager'],
])('of the columns %j, with the rows %j, %s is used', (headings, columns, expected, domain) => {
  const cells = columns.map((column) => column.split('|'))
  const rows = [0, 1, 2].map((at) => cells.map((column) => column[at]).join(';'))
  for (const order of [headings, headings.toReversed()]) {
    const all = order === headings ? rows : rows.map((row) => row.split(';').toReversed().join(';'))
    const table = read(lines(order.join(';'), ...all), [domain ?? DOMAIN])
    expect(table?.heading).toBe(expected)
  }
})

test('of two equal columns one is used', () => {
  const table = read(lines('login;user name', ...MEN.split('|').map((one) => `${one};${one}`)))
  expect(['login', 'user name']).toContain(table?.heading)
})

test('what people write where there is no address counts as a row without one', () => {
  const without = ['n/a', '-', 'none', 'keine', 'N.A.', '#N/A', '—', 'なし', '']
  const rows = [...ADDRESSES, ...without].map((cell) => `A,${cell}`)
  expect(read(lines('Name,Email', ...rows))).toEqual(found('Email', without.length))
})

test('several addresses in one cell are all read', () => {
  for (const cell of ['ada@x.org; bo@x.org', 'ada@x.org,bo@x.org', 'ada@x.org | SMTP:bo@x.org'])
    expect(read(lines('Name,Email', `A,"${cell}"`, 'C,mailto:cem@x.org'))).toEqual(found('Email'))
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
  ['UTF-16 without a byte order mark', utf16(FILE, true)],
  ['UTF-16 without a byte order mark, big-endian', utf16(FILE, false)],
  ['Windows-1252', Uint8Array.from(FILE, (character) => character.charCodeAt(0))],
])('a file in %s is read', (_, bytes) => {
  expect(read(bytes)).toEqual(found('Courriel'))
})

/** Encoded by hand, because browsers only write UTF-8. */
const MOJIBAKE: [string, string, string][] = [
  ['Shift-JIS', 'メール', '83 81 81 5b 83 8b'],
  ['EUC-JP', 'メール', 'a5 e1 a1 bc a5 eb'],
  ['GBK', '邮箱', 'd3 ca cf e4'],
  ['Big5', '信箱', 'ab 48 bd 63'],
  ['EUC-KR', '이메일', 'c0 cc b8 de c0 cf'],
  ['Windows-1251', 'Почта', 'cf ee f7 f2 e0'],
]
test.each(MOJIBAKE)('a file in %s is read by its heading %s', (_, heading, bytes) => {
  const own = bytes.split(' ').map((byte) => Number.parseInt(byte, 16))
  const rows = ADDRESSES.map((address, n) => `boss${n}@y.org,${address}`)
  const text = [...new TextEncoder().encode(`\r\n${lines(...rows)}`)]
  const file = new Uint8Array([...new TextEncoder().encode('Boss,'), ...own, ...text])
  expect(read(file, [])).toEqual(found(heading))
})

test('a file that isn’t text is refused', () => {
  expect(read('PK\u0003\u0004\u0014\u0000\u0006\u0000')).toBeUndefined()
})

test('all addresses of a long file are counted', () => {
  const rows = Array.from({ length: 1201 }, (_, n) => `user${n}@x.org`)
  const table = readAddressTable(new TextEncoder().encode(lines('Email', ...rows)).buffer, [DOMAIN])
  expect(table && addressesIn(table)).toMatchObject({ count: 1201, without: 0 })
})
