import { expect, test } from 'vitest'
import { addressesIn, readAddressTable, rowsOutside } from './address-table.ts'

const ADDRESSES = ['ada@x.org', 'bo@x.org', 'cem@x.org']
const FOUND = { heading: 'Email', emails: ADDRESSES, without: 0 }

/** The numbers of the rows with addresses that are left out. */
function outside(file: string) {
  const table = readAddressTable(new TextEncoder().encode(file).buffer, ['x.org'])
  return table && rowsOutside(table).map(({ number }) => number)
}

function read(file: string) {
  const table = readAddressTable(new TextEncoder().encode(file).buffer, ['x.org'])
  if (!table) return undefined
  const { emails, without } = addressesIn(table)
  const heading = table.columns[table.chosen]?.heading
  return { heading, emails: emails.map(({ email }) => email), without }
}

const lines = (...rows: string[]) => rows.join('\r\n')

const TEAMS = [
  '1. Summary',
  'Meeting title\tWeekly',
  'Attended participants\t3',
  'Start time\t5/3/26, 9:00:00 AM',
  'Meeting duration\t1h 2s',
  '',
  '2. Participants',
  'Name\tFirst Join\tLast Leave\tIn-Meeting Duration\tEmail\tParticipant ID (UPN)\tRole',
  ...ADDRESSES.map((one) => `A\t9:00\t10:00\t1h\t${one}\t${one}\tPresenter`),
]

test('the table below the title and the summary of a report is read, and headings are no addresses', () => {
  expect(read(lines(...TEAMS))).toEqual(FOUND)
  const activities = ['Name\tJoin Time\tLeave Time\tDuration\tEmail\tRole', 'A\t\t\t\tada@x.org\t']
  expect(read(lines(...TEAMS, ...activities))).toEqual(FOUND)
})

test.each([
  'Exported by,admin@x.org',
  'Exported by: admin@x.org',
  'Report owner,Ed Admin <admin@x.org>',
  'Contact:,admin@x.org',
  'Erstellt von,admin@x.org',
  'Généré par,admin@x.org',
  'Organizer,admin@x.org',
  'Account,admin@x.org',
  'Admin email,admin@x.org',
  'エクスポート者,admin@x.org',
  'admin@x.org',
])('the line %j above the headings is left out and shown', (line) => {
  const rows = ADDRESSES.map((one) => `A,${one}`)
  for (const [file, number] of [
    [lines(line, 'Name,Email', ...rows), 1],
    [lines(line, 'Name,Contact', ...rows), 1],
    [lines('Users', line, 'Count,3', 'Name,Email', ...rows), 2],
    [lines('Name,Email', ...rows, '', line), 6],
    [lines('Name,Email', ...rows, ',', line), 6],
    [lines(...rows, '', line), 5],
  ] as const) {
    expect(read(file)).toMatchObject({ emails: ADDRESSES, without: 0 })
    expect(outside(file)).toEqual([number])
  }
})

const ZOOM = [
  'Meeting ID,Topic,Start Time,End Time,User Email,Duration (Minutes),Participants',
  '912,Weekly,9:00,10:00,host@x.org,60,3',
  '',
  'Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest',
]
const WEBINAR = [
  'Attendee Report,',
  'Report Generated:,"Nov 20, 2026"',
  'Topic,Webinar ID,# Registered',
  'Launch,912,3',
  'Host Details,',
  'Attended,User Name (Original Name),Email,Join Time',
  'Yes,Host,host@x.org,9:00',
  'Panelist Details,',
  'Attended,User Name (Original Name),Email,Join Time',
  'Yes,Pan,pan@x.org,9:00',
  'Attendee Details,',
  'Attended,User Name (Original Name),First Name,Last Name,Email,Approval Status',
]

test('of several tables in a report, the one with the most users is read, and the others are shown', () => {
  const zoom = lines(...ZOOM, ...ADDRESSES.map((one) => `A,${one},9:00,10:00,60,No`))
  expect(read(zoom)).toEqual({ ...FOUND, heading: 'User Email' })
  expect(outside(zoom)).toEqual([2])
  const one = lines(...ZOOM, 'A,ada@x.org,9:00,10:00,60,No')
  expect(read(one)).toMatchObject({ emails: ['ada@x.org'] })
  const webinar = lines(...WEBINAR, ...ADDRESSES.map((email) => `Yes,A,A,B,${email},approved`))
  expect(read(webinar)).toEqual(FOUND)
  expect(outside(webinar)).toEqual([7, 10])
  const [title = '', ...teams] = TEAMS
  const organised = lines(title, 'Organizer\torg@x.org', ...teams)
  expect(read(organised)).toEqual(FOUND)
  expect(outside(organised)).toEqual([2])
})

test('headings that are repeated on each page, and empty lines in a list, leave nobody out', () => {
  const page = (one: string) => lines('Name,Email', `A,${one}`, '', 'Page')
  expect(read(lines(...ADDRESSES.map(page)))).toEqual(FOUND)
  expect(read(lines('Email', ...ADDRESSES.flatMap((one) => [one, ''])))).toEqual(FOUND)
  const signed = lines('Name,Email', 'A,ada@x.org', 'By bo@x.org', 'Name,Email')
  expect(read(signed), 'the third row').toMatchObject({ emails: ['ada@x.org'], without: 1 })
  const rows = ['Name,Email', ...ADDRESSES.map((one) => `A,${one}`)]
  expect(read(lines(...rows).replaceAll('\r', '\r\r'))).toEqual(FOUND)
})

test('users below an empty row are shown as left out', () => {
  const file = lines('Name,Email', 'A,ada@x.org', 'B,bo@x.org', '', 'C,cem@x.org')
  expect(read(file)).toMatchObject({ emails: ['ada@x.org', 'bo@x.org'] })
  expect(outside(file)).toEqual([5])
})

test('a user above one without an address is invited, however that row reads', () => {
  const rows = ['Lead Ada,ada@x.org', 'Maria Posta,no mail', 'Bo,bo@x.org', 'Cem,cem@x.org']
  expect(read(lines(...rows))).toMatchObject({
    heading: 'ada@x.org',
    emails: expect.arrayContaining(ADDRESSES),
  })
})
