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
