import { expect, test } from 'vitest'
import { addressesIn, readAddressTable } from './address-table.ts'

function read(file: string) {
  const table = readAddressTable(new TextEncoder().encode(file).buffer, ['x.org'])
  if (!table) return undefined
  const { emails, without } = addressesIn(table)
  return {
    heading: table.columns[table.chosen]?.heading,
    emails: emails.map(({ email, fault }) => fault ?? email),
    without,
  }
}

const lines = (...rows: string[]) => rows.join('\r\n')
const ALL = ['ada@x.org', 'bo@x.org', 'cem@x.org']

test.each([
  ['semicolons', 'ada@x.org;bo@x.org;cem@x.org'],
  ['semicolons and spaces', 'ada@x.org; bo@x.org; cem@x.org;'],
  ['commas', 'ada@x.org, bo@x.org, cem@x.org'],
  ['commas and semicolons', 'ada@x.org, bo@x.org; cem@x.org'],
  ['spaces', 'ada@x.org bo@x.org cem@x.org'],
  ['tabs', 'ada@x.org\tbo@x.org\tcem@x.org'],
  ['names', 'Ada Ek <ada@x.org>; Bo <bo@x.org>; Cem <cem@x.org>'],
  ['names with commas', '"Ek, Ada" <ada@x.org>; "Lind, Bo" <bo@x.org>; Cem <cem@x.org>'],
  ['bare names with commas', 'Ek, Ada <ada@x.org>; Lind, Bo <bo@x.org>; cem@x.org'],
  ['brackets', '<ada@x.org>, <bo@x.org>, <cem@x.org>'],
])('addresses on one line, parted by %s, are all read', (_, line) => {
  expect(read(line)?.emails).toEqual(ALL)
  expect(read(`${line}\r\n`)?.emails).toEqual(ALL)
  expect(read(lines('Emails', line))?.emails).toEqual(ALL)
})

test.each([
  ['without a heading', lines('ada@x.org;bo@x.org', 'cem@x.org')],
  ['below a heading', lines('Emails', 'ada@x.org,bo@x.org', 'cem@x.org')],
  ['beside names', lines('Team,Emails', 'Red,ada@x.org,bo@x.org', 'Blue,cem@x.org')],
  ['of a file with semicolons', lines('Name;Emails', 'Red;ada@x.org, bo@x.org', 'Blue;cem@x.org')],
  ['of one row', lines('Name;Emails', 'Red;ada@x.org, bo@x.org, cem@x.org')],
  ['of Google', lines('Name,E-mail 1 - Value', 'Red,ada@x.org ::: bo@x.org', 'Blue,cem@x.org')],
  ['of a file with tabs', lines('Name\tEmails', 'Red\tada@x.org; bo@x.org', 'Blue\tcem@x.org')],
])('several addresses in a line %s are all read', (_, file) => {
  expect(read(file)).toMatchObject({ emails: ALL, without: 0 })
})

test('two columns of addresses without headings are never mixed', () => {
  expect(read(lines('ada@x.org,boss@x.org', 'bo@x.org,boss@x.org'))?.emails).not.toContain(
    'boss@x.org',
  )
})

test('guests of a Microsoft directory are invited at their own address', () => {
  const guest = (name: string) => `${name}#EXT#@tenant.onmicrosoft.com`
  const file = lines(
    'User principal name,Display name',
    `${guest('anna_partner.com')},Anna`,
    `${guest('ben_b_partner.co.uk')},Ben`,
    'ada@x.org,Ada',
  )
  expect(read(file)?.emails).toEqual(['anna@partner.com', 'ben_b@partner.co.uk', 'ada@x.org'])
  expect(read(lines('User principal name', guest('nobody'), 'ada@x.org'))?.emails).toEqual([
    'nobody#EXT#@tenant.onmicrosoft.com is a guest’s user name in a directory. Enter the guest’s own email address',
    'ada@x.org',
  ])
})

test.each([
  ['Contact person email', 'Billing email'],
  ['Contact email', 'Invoice email'],
  ['Ansprechpartner E-Mail', 'Rechnung E-Mail'],
  ['E-mail contact', 'E-mail facturation'],
  ['Support email', 'Sales email'],
])('of the columns %s and %s none is used unasked', (one, other) => {
  for (const [first, second] of [
    [one, other],
    [other, one],
  ])
    expect(
      read(lines(`Name,${first},${second}`, 'A,a@y.org,b@y.org', 'B,c@y.org,d@y.org'))?.heading,
    ).toBeUndefined()
  expect(read(lines(`Name,Email,${other}`, 'A,a@y.org,b@y.org'))?.heading).toBe('Email')
})
