import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import type { Entry } from '#backup/archive.ts'
import type { Header } from '#backup/contents.ts'
import { entriesOf, storedIn, withManifest, writeEntries } from '#testing/archived.ts'
import { aMovingOrganisation } from '#testing/moving.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { shareRoles } from '#testing/owner.ts'
import { rounds } from '#testing/rounds.ts'
import { testApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

const t = await testApp({ works: false })
const folder = await mkdtemp(join(tmpdir(), 'waymark-hostile-restore-'))
const admin = new pg.Client(inject('adminUrl'))
await admin.connect()
const name = `restored_${randomUUID().replaceAll('-', '')}`
await admin.query(`create database ${name}`)
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  await rm(folder, { recursive: true })
})
const DATABASE_URL = new URL(`/${name}`, t.ownerUrl).href
await shareRoles(t.ownerUrl, DATABASE_URL)
const target = { DATABASE_URL, WAYMARK_SECRET: TEST_SECRET, DATA_DIR: join(folder, 'target') }
await aMovingOrganisation(t, 'moving')
const backup = join(folder, 'backup.tar.gz')
await waymark(['backup', backup], {
  DATABASE_URL: t.ownerUrl,
  WAYMARK_SECRET: TEST_SECRET,
  DATA_DIR: join(t.filesDir, '..'),
})
const honest = await entriesOf(backup)

type Change = (entries: Entry[]) => Entry[]

const edited =
  (pattern: RegExp, change: (entry: Entry) => Entry): Change =>
  (entries) =>
    entries.map((entry) => (pattern.test(entry.name) ? change(entry) : entry))
const headed = (change: (header: Header) => object) =>
  edited(/^backup\.json$/, ({ bytes, ...entry }) => ({
    ...entry,
    bytes: Buffer.from(JSON.stringify(change(JSON.parse(String(bytes)) as Header))),
  }))
const withTables = (change: (tables: Header['tables']) => Header['tables']) =>
  headed((header) => ({ ...header, tables: change(header.tables) }))
const rowsOf = (table: string) =>
  honest.filter((entry) => entry.name.startsWith(`tables/${table}/`))
const appended =
  (...more: Entry[]): Change =>
  (entries) =>
    entries.toSpliced(-1, 0, ...more)

const REFUSED: [string, Change][] = [
  [
    'a table that isn’t here',
    (entries) =>
      appended({ name: 'tables/no_such/000001', bytes: Buffer.from('1\n') })(
        withTables((tables) => ({ ...tables, no_such: ['a'] }))(entries),
      ),
  ],
  [
    'a column that isn’t here',
    withTables((tables) => ({ ...tables, users: [...(tables.users ?? []), 'no_such'] })),
  ],
  [
    'the count of another schema',
    headed((header) => ({ ...header, sequences: { 'pgboss.x': 1 } })),
  ],
  [
    'a migration less',
    headed(({ migrations: [first, , ...more], ...header }) => ({
      ...header,
      migrations: [first, ...more],
    })),
  ],
  ['a version in two lines', headed((header) => ({ ...header, waymark: '0.2.0\n\u001b[2J' }))],
  ['a negative count', headed((header) => ({ ...header, sequences: { ids: -1 } }))],
  ['a file upwards', edited(/^files\//, ({ bytes }) => ({ name: 'files/../../x', bytes }))],
  ['rows of a table twice', appended(...rowsOf('users'))],
  [
    'rows that refer to none',
    edited(/^tables\/users\//, (entry) => ({ ...entry, bytes: Buffer.from('') })),
  ],
  [
    'bytes that are no text',
    edited(/^tables\/users\//, (entry) => ({ ...entry, bytes: Buffer.from([255, 10]) })),
  ],
  [
    'an end of COPY',
    edited(/^tables\/users\//, (entry) => ({
      ...entry,
      bytes: Buffer.concat([Buffer.from('\\.\n'), entry.bytes]),
    })),
  ],
  ['an entry of another kind', appended({ name: 'x', bytes: Buffer.from('x') })],
  [
    'a job without a name',
    edited(/^jobs\.json$/, (entry) => ({ ...entry, bytes: Buffer.from('[{"data": {}}]') })),
  ],
  // From here on like one above, so only a proof tries them.
  [
    'a column twice',
    withTables((tables) => ({ ...tables, users: [...(tables.users ?? []), 'name'] })),
  ],
  ['a column less', withTables((tables) => ({ ...tables, users: ['id'] }))],
  ['a table of sessions', withTables((tables) => ({ ...tables, sessions: ['id'] }))],
  ['a table of the catalogue', withTables((tables) => ({ ...tables, pg_authid: ['oid'] }))],
  ['no migrations', headed((header) => ({ ...header, migrations: [] }))],
  ['a file without a folder', edited(/^files\//, ({ bytes }) => ({ name: 'files/x', bytes }))],
  [
    'rows of another shape',
    edited(/^tables\/users\//, (entry) => ({ ...entry, bytes: Buffer.from('1\n') })),
  ],
  [
    'jobs of another shape',
    edited(/^jobs\.json$/, (entry) => ({ ...entry, bytes: Buffer.from('{}') })),
  ],
]

test.each(REFUSED.slice(0, rounds(13, REFUSED.length)))(
  'a backup with %s is refused in one line and leaves nothing behind',
  async (_, change) => {
    const file = join(folder, `${randomUUID()}.tar.gz`)
    await writeEntries(file, withManifest(change([...honest])))
    await expect(waymark(['restore', file, '--mails', 'discard'], target)).rejects.toMatchObject({
      name: 'StartError',
      message: 'This file is damaged, so nothing was changed. Use another file.',
    })
    const client = new pg.Client(DATABASE_URL)
    await client.connect()
    const { rows } = await client.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace`,
    )
    await client.end()
    expect(rows).toEqual([])
    expect(await storedIn(target.DATA_DIR)).toEqual([])
  },
)

test('a restore that fails while it enqueues jobs ends with one line', async () => {
  const file = join(folder, 'unstorable.tar.gz')
  const jobs = JSON.stringify([{ name: 'report', data: { text: '\u0000' } }])
  const change = edited(/^jobs\.json$/, ({ name }) => ({ name, bytes: Buffer.from(jobs) }))
  await writeEntries(file, withManifest(change([...honest])))
  const script = resolve(import.meta.dirname, '../../../../scripts/waymark.ts')
  const child = spawn(process.execPath, [script, 'restore', file, '--mails', 'discard'], {
    env: { ...process.env, ...target },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([code, said]).toEqual([
    1,
    'This file is damaged, so nothing was changed. Use another file.\n',
  ])
}, 120_000)

test('the same backup is restored, without jobs that this version doesn’t know', async () => {
  const file = join(folder, 'honest.tar.gz')
  const jobs = JSON.stringify([
    { name: 'toString', data: {} },
    { name: 'no-such', data: {} },
  ])
  const change = edited(/^jobs\.json$/, ({ name }) => ({ name, bytes: Buffer.from(jobs) }))
  await writeEntries(file, withManifest(change([...honest])))
  expect(await waymark(['restore', file, '--mails', 'discard'], target)).toMatch(/^Restored/)
})
