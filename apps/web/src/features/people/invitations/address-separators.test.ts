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

test('a separator that joins many rows into one cell is not the file’s own', () => {
  const head = 'Name,Email,Department,Manager email'
  const rows = [
    '"Lovelace, Ada",ada@x.org,"R&D; Lab",b1@x.org',
    'Bo,bo@x.org;,,b2@x.org',
    'Li,"""Ek, Li"" <cem@x.org>","Rome, IT",b3@x.org',
  ]
  expect(read(lines('Users,,', head, ...rows))).toEqual(found('Email'))
  const tabs = ['Zoë|Kay\tada@x.org\tHR', '"=A(""x"")"\tbo@x.org;\tR&D; Lab', 'X\tcem@x.org;\t']
  expect(read(lines(...tabs))).toEqual(found('ada@x.org'))
  expect(read(lines('Mail;Name', '"ada@x.org;";R. 2', 'bo@x.org;Ek, Jr.', 'cem@x.org;'))).toEqual(
    found('Mail'),
  )
})

test('addresses at the organisation are never passed over silently for ones elsewhere', () => {
  const rows = ['A,ada@x.org,p1@home.example', 'B,bo@x.org,p2@home.example', 'C,cem@x.org,']
  for (const heading of ['SIS Login ID', 'Konto', ''])
    expect(read(lines(`Student,${heading},Observer email`, ...rows))?.heading).toBeUndefined()
  const guests = rows.map((row) => row.replace('@x.org', '@guest.example'))
  expect(read(lines('Student,Account,Email', ...guests))?.heading).toBe('Email')
})

test('no one else’s address moves to a user without one in a row that is too long', () => {
  const rows = [
    'A;ada@x.org;p1@home.example;Rome',
    'B;bo@x.org;;Ghent',
    'C;cem@x.org;p3@home.example;',
  ]
  const long = [
    'D;;p4@home.example;Rome;',
    'E;;p5@home.example;Rome; IT',
    'Ek; F;;p6@home.example;Rome',
    ';;p7@home.example;;',
    'Ek; G;;;;',
  ]
  const last = [...rows, ...long]
  expect(read(lines('Name;Email;Manager email;Place', ...last))).toEqual(found('Email', 5))
  const first = last.map((row) => row.replace(/^((?:Ek; [FG]|\w?));([^;]*);([^;]*)/, '$1;$3;$2'))
  expect(read(lines('Name;Manager email;Email;Place', ...first))).toEqual(found('Email', 5))
})

test('a row with an address is no repeated heading', () => {
  const rows = ['ada@x.org', 'bo@x.org', 'cem@x.org'].map((one) => `Mail Room,${one}`)
  expect(read(lines('Mail Room,', ...rows))?.emails).toEqual(ADDRESSES)
})
