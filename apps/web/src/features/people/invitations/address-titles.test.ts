import { expect, test } from 'vitest'
import { addressesIn, readAddressTable } from './address-table.ts'

const ADDRESSES = ['ada@x.org', 'bo@x.org', 'cem@x.org']
const found = (heading: string, without = 0) => ({ heading, emails: ADDRESSES, without })
const lines = (...rows: string[]) => rows.join('\r\n')

/** The chosen column with its addresses, and how many rows have none. */
function read(file: string) {
  const table = readAddressTable(new TextEncoder().encode(file).buffer, ['x.org'])
  if (!table) return undefined
  const { emails, without } = addressesIn(table)
  const heading = table.columns[table.chosen]?.heading
  return { heading, emails: emails.map(({ email }) => email), without }
}

test.each([
  ['Staff list 2026,,', ''],
  ['Export of 28.11.2026 by admin@x.org', ''],
  ['Email list 2026,,', ',,'],
  ['Staff list', 'As of May'],
])('headings are found below a title: %j, %j', (...above) => {
  const rows = ADDRESSES.map((address, at) => `N${at},${address},p${at}@home.example`)
  expect(read(lines(...above, 'Name,Email,Private email', ...rows))).toEqual(found('Email'))
})

test('without headings, a title above is not one, and no address is lost', () => {
  expect(read(lines('Staff list 2026', 'Email', ...ADDRESSES))).toEqual(found('Email'))
  expect(read(lines(...ADDRESSES))?.emails).toEqual(ADDRESSES)
  expect(read(lines('ada@x.org', 'Bo <bo@x.org>,Bo', 'cem@x.org,Cem'))?.emails).toEqual(ADDRESSES)
  expect(read(lines('Email,,', ',Bo,Li', 'ada@x.org,A,', 'bo@x.org,,', 'cem@x.org,,'))).toEqual(
    found('Email', 1),
  )
})

test('signs around the address in a cell are no part of it', () => {
  const cells = ["'ada@x.org", '"bo@x.org;"', '"cem@x.org,"', 'ada@x.org.', 'Bo <bo@x.org>;']
  expect(read(lines('Email', ...cells))).toEqual(found('Email'))
  expect(
    read(lines('Name;Email', 'Ada;"Ada <ada@x.org>;Bo <bo@x.org>"', 'Cem;"cem@x.org; "')),
  ).toEqual(found('Email'))
})

test('a name with a separator that no quotes protect moves no address', () => {
  const rows = ['"Ek, A",ada@x.org,Ghent', 'Lovelace, Bo,bo@x.org,Rome', 'Ek, Cem, Jr.,cem@x.org,']
  expect(read(lines('Name,Email,Place', ...rows))).toEqual(found('Email'))
  expect(read(lines('Place,Email', 'Rome, IT,ada@x.org', 'bo@x.org', ',cem@x.org'))).toEqual({
    heading: 'Email',
    emails: ['ada@x.org', 'cem@x.org'],
    without: 1,
  })
})

/** The first heading is the users' own. The other one has more addresses. */
test.each([
  ['Adres e-mail służbowy', 'E-mail przełożonego'],
  ['Poczta', 'Poczta właściciela'],
  ['Thư điện tử', 'Thư điện tử người quản lý'],
  ['사내 메일', '팀장 메일'],
])(
  'headings are understood with letters that Unicode doesn’t take apart: %s, not %s',
  (own, other) => {
    const rows = ['ada@x.org;b1@x.org', 'bo@x.org;b2@x.org', 'cem@x.org;b3@x.org', ';b4@x.org']
    expect(read(lines(`${own};${other}`, ...rows))).toEqual(found(own, 1))
  },
)

test.each([
  ['E-mail', 'E-mail nadriadeného'],
  ['El. paštas', 'Vadovo el. paštas'],
  ['Correu', 'Correu del cap'],
  ['Mél', 'Mél du N+1'],
  ['メール', '部長メール'],
  ['ईमेल', 'प्रबंधक ईमेल'],
  ['Email', 'Teacher email'],
])('%s is never passed over silently for more addresses in %s', (own, other) => {
  const rows = ['ada@x.org;b1@x.org', 'bo@x.org;b2@x.org', ';b3@x.org']
  expect(read(lines(`${own};${other}`, ...rows))?.heading).toBeUndefined()
  // Addresses elsewhere say that the user's own are in the other column.
  const home = rows.map((row) => row.replace(/(?<=\w)@x.org;/, '@home.example;'))
  expect(read(lines(`${own};${other}`, ...home))?.heading).toBe(other)
})

test('a separator in all names and in their heading splits no cell', () => {
  const rows = ['Ek, Ada;ada@x.org', 'Lind, Bo;bo@x.org', 'Ay, Cem;cem@x.org']
  expect(read(lines('Name, Vorname;E-Mail', ...rows))).toEqual(found('E-Mail'))
})

test('names in quotes hide no address of a line', () => {
  const line = '"Ek, Ada" <ada@x.org>, "Lind, Bo" <bo@x.org>, "cem@x.org" <cem@x.org>'
  expect(read(line)?.emails).toEqual(ADDRESSES)
})
