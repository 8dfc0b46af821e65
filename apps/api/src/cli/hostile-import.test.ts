import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Entry } from '#backup/archive.ts'
import { OrganisationHeader } from '#backup/contents.ts'
import { entriesOf, jsonOf, storedIn, withManifest, writeEntries } from '#testing/archived.ts'
import { readTables } from '#testing/catalogue.ts'
import { aTenant } from '#testing/factories.ts'
import { aMovingOrganisation } from '#testing/moving.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { rounds } from '#testing/rounds.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

// Archives that someone made by hand, with a manifest that fits them.

const source = await testApp({ works: false })
const target = await testApp({ works: false })
await target.sql`select setval('ids', ${900_000_000_000})`
const other = await aTenant(target.db, { domain: 'other' })
const folder = await mkdtemp(join(tmpdir(), 'waymark-hostile-import-'))
afterAll(() => rm(folder, { recursive: true }))
const path = () => join(folder, `${randomUUID()}.tar.gz`)
const run = (t: TestApp, ...args: string[]) =>
  waymark(['tenant', ...args], {
    DATABASE_URL: t.ownerUrl,
    WAYMARK_SECRET: TEST_SECRET,
    DATA_DIR: join(t.filesDir, '..'),
  })
const newKey = async (name: string) => {
  const file = join(folder, name)
  return { file, known: /[^ ]+$/.exec(String(await run(source, 'new-key', file)))?.[0] ?? '' }
}
const [ours, theirs] = [await newKey('ours.key'), await newKey('theirs.key')]
const { tenant, user, connection } = await aMovingOrganisation(source, 'moving')
const exported = path()
await run(source, 'export', 'moving', '--out', exported, '--sign', ours.file)
const honest = await entriesOf(exported)
const tables = await readTables(source.owner)
const moving = OrganisationHeader.parse(jsonOf(honest, 'organisation.json')).tables

type Change = (entries: Entry[]) => Entry[]

const edited =
  (name: string, change: (text: string) => string): Change =>
  (entries) =>
    entries.map((entry) =>
      entry.name === name ? { name, bytes: Buffer.from(change(String(entry.bytes))) } : entry,
    )
const added =
  (name: string, text: string, before = 'manifest.json'): Change =>
  (entries) => {
    const at = entries.findIndex((entry) => entry.name === before)
    return entries.toSpliced(at, 0, { name, bytes: Buffer.from(text) })
  }
const withTables = (change: (tables: Record<string, string[]>) => Record<string, string[]>) =>
  edited('organisation.json', (text) => {
    const header = JSON.parse(text) as { tables: Record<string, string[]> }
    return JSON.stringify({ ...header, tables: change(header.tables) })
  })
const both =
  (...changes: Change[]): Change =>
  (entries) =>
    changes.reduce((changed, change) => change(changed), entries)
const withJobs = (...jobs: object[]) => edited('jobs.json', () => JSON.stringify(jobs))
const rowsOf = (table: string) =>
  String(honest.find(({ name }) => name === `tables/${table}/000001`)?.bytes)

async function isEmpty() {
  expect(await target.sql`select id from tenants where kind = 'organisation'`).toEqual([
    { id: other.id },
  ])
  expect(await target.sql`select from users`).toEqual([])
  expect(await target.sql`select from pgboss.job where name !~ '^__'`).toEqual([])
  expect(await storedIn(target.filesDir)).toEqual([])
}

/** Tables that no export has. One comparison refuses them all, so only a proof tries each. */
const FOREIGN = tables.filter(({ name }) => !(name in moving)).map(({ name }) => name)

test.each(FOREIGN.slice(0, rounds(1, 99)))('rows of the table %s are refused', async (table) => {
  const columns = tables.find(({ name }) => name === table)?.columns ?? []
  const change = both(
    withTables((known) => ({ ...known, [table]: columns.map(({ name }) => name) })),
    added(`tables/${table}/000001`, `${columns.map(() => '1').join('\t')}\n`),
  )
  await expect(
    run(target, 'import', await writeEntries(path(), withManifest(change(honest))), '--yes'),
  ).rejects.toThrow(/^This file is damaged/)
  await isEmpty()
})

const JOB = { name: 'report', data: { tenantId: tenant.id, id: 7 } }
const PIECE = `files/${tenant.id}/${randomUUID()}/${randomUUID()}`
const REFUSED: [string, Change, RegExp?][] = [
  ['a column that no export has', withTables((t) => ({ ...t, tenants: ['id', 'removal_at'] }))],
  ['a column twice', withTables((t) => ({ ...t, users: [...(t.users ?? []), 'roles'] }))],
  [
    'the columns in another order',
    withTables((t) => ({ ...t, users: t.users?.toReversed() ?? [] })),
  ],
  [
    'tables in another order',
    withTables((t) => Object.fromEntries(Object.entries(t).toReversed())),
  ],
  ['a table less', withTables(({ notes: _, ...t }) => t)],
  [
    'a table with the name of a part of an object',
    withTables((t) => ({ ...t, constructor: ['id'] })),
  ],
  [
    'a row of another organisation in the middle',
    edited(
      'tables/users/000001',
      (rows) => `${rows}${rows.replace(String(tenant.id), String(other.id))}`,
    ),
  ],
  [
    'a second organisation',
    edited('tables/tenants/000001', (rows) => `${rows}${rows.replace(String(tenant.id), '77')}`),
  ],
  [
    'the platform instead of an organisation',
    edited('tables/tenants/000001', (rows) => rows.replace('\torganisation\t', '\tplatform\t')),
    /tenants\.kind, row 1/,
  ],
  [
    'a reserved address',
    both(
      edited('organisation.json', (text) => text.replaceAll('"moving"', '"admin-2"')),
      edited('tables/tenants/000001', (rows) => rows.replaceAll('\tmoving\t', '\tadmin-2\t')),
    ),
    /^The label in the file, admin-2, is reserved or not valid\. Use --label with/,
  ],
  [
    'rows of a table after the next table',
    added('tables/users/000002', rowsOf('users'), 'manifest.json'),
  ],
  [
    'a row without its last field',
    edited('tables/notes/000001', (rows) => rows.replace(/\t[^\t]*$/, '\n')),
  ],
  ['a row without an end', edited('tables/notes/000001', (rows) => rows.slice(0, -1))],
  [
    'a file of another organisation',
    added(`files/${other.id}/${randomUUID()}/${randomUUID()}`, 'x'),
  ],
  ['a file that no attachment names', added(PIECE, 'x')],
  ['a file upwards', added('files/../../x', 'x')],
  ['a file upwards from its folder', added(`files/${tenant.id}/../${other.id}/x`, 'x')],
  ['an entry of another kind', added('notes.txt', 'x')],
  ['an entry in a folder of a table', added('tables/users/x/y', 'x')],
  ['a job of another organisation', withJobs({ ...JOB, data: { tenantId: other.id, id: 7 } })],
  ['a job that sends a mail', withJobs({ ...JOB, name: 'mail' })],
  ['a job that sends a link', withJobs({ ...JOB, name: 'link' })],
  ['a job with more data', withJobs({ ...JOB, data: { ...JOB.data, to: 'x@example.org' } })],
  ['jobs of another shape', edited('jobs.json', () => '{"__proto__": []}')],
  ['secrets of another shape', edited('secrets.json', () => '[[[]]]')],
  [
    'a secret of someone else’s',
    edited('secrets.json', (text) => text.replace(/("authenticators":\{"\d+":")[^"]+/, '$1AAAA')),
  ],
  [
    'a version that clears the screen',
    edited('organisation.json', (text) => text.replace('"0.2.0"', String.raw`"0.2.0\u001b[2J"`)),
  ],
  ['a header of another shape', edited('organisation.json', () => '{"format": 1}')],
  [
    'an id that no number is',
    edited('organisation.json', (text) => text.replace(/"id": \d+/, '"id": 1e99')),
  ],
]

test.each(REFUSED)('an archive with %s is refused', async (_, change, reason) => {
  const file = await writeEntries(path(), withManifest(change([...honest])))
  await expect(run(target, 'import', file, '--yes')).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(reason ?? /^This file is damaged/),
  })
  await isEmpty()
})

test.each<[string, Change]>([
  [
    'after the manifest',
    (entries) => [...entries, { name: 'tables/users/000009', bytes: Buffer.from('x') }],
  ],
  ['after the signature', (entries) => [...entries, { name: 'x', bytes: Buffer.from('x') }]],
  [
    'twice: the jobs',
    (entries) => entries.flatMap((one) => (one.name === 'jobs.json' ? [one, one] : [one])),
  ],
  [
    'twice: a file',
    (entries) => entries.flatMap((one) => (one.name.startsWith('files/') ? [one, one] : [one])),
  ],
  ['missing: the jobs', (entries) => entries.filter(({ name }) => name !== 'jobs.json')],
])('an archive with something %s is refused', async (what, change) => {
  const entries = what === 'after the signature' ? [...honest] : withManifest([...honest])
  const file = await writeEntries(path(), change(entries))
  await expect(run(target, 'import', file, '--yes')).rejects.toThrow(/^This file is damaged/)
  await isEmpty()
})

test('an import asks first, and without a terminal needs --yes', async () => {
  await expect(run(target, 'import', exported)).rejects.toThrow(
    'This is not a terminal, so you can’t confirm. Use --yes instead.',
  )
  await isEmpty()
})

test.each<[string, Change, string]>([
  ['is not signed', withManifest, ours.known],
  ['is signed with another key', (entries) => entries, theirs.known],
  [
    'has the signature of another manifest',
    (entries) => [...withManifest(withJobs(JOB)(entries)), ...entries.slice(-1)],
    ours.known,
  ],
])('an archive that %s is not trusted', async (_, change, known) => {
  const file = await writeEntries(path(), change([...honest]))
  await expect(run(target, 'import', file, '--yes', '--trust', known)).rejects.toThrow(
    'The file isn’t signed with the key of --trust, so nothing was imported.',
  )
  await isEmpty()
})

test('a key of another kind is refused', async () => {
  await expect(run(target, 'import', exported, '--trust', 'abc')).rejects.toThrow('--trust')
  const signed = run(source, 'export', 'moving', '--out', path(), '--sign', import.meta.filename)
  await expect(signed).rejects.toThrow('The key file has no signing key.')
})

/** The fields of a table's only row with other values. */
const withFields = (row: string, table: string, values: Record<string, string>) => {
  const fields = row.trimEnd().split('\t')
  for (const [column, value] of Object.entries(values))
    fields[moving[table]?.indexOf(column) ?? -1] = value
  return `${fields.join('\t')}\n`
}
const NULL = String.raw`\N`
const LINKS = [
  { connection_id: NULL, is_salesforce: 't' },
  { connection_id: NULL },
  { connection_id: '7' },
]

const linked = both(
  edited('tables/sso_connections/000001', (row) =>
    withFields(row, 'sso_connections', { people_tenant_id: String(other.id) }),
  ),
  edited('tables/identities/000001', (row) =>
    [{}, ...LINKS.map((link, n) => ({ ...link, id: `899000000${n}`, subject: `s${n}` }))]
      .map((values) => withFields(row, 'identities', values))
      .join(''),
  ),
  edited('tables/users/000001', (rows) =>
    rows.replace('{admin}', '{god-admin}').replace('\tIda\t', '\tI\u0007d\u202Ea\t'),
  ),
  edited('organisation.json', (text) => text.replace('"name": "moving"', '"name": "\\u001b[2J"')),
)

test('without trust, connections arrive turned off and unlinked, no one is a god-admin, texts are cleaned and files scanned', async () => {
  const t = await testApp({ works: false })
  await t.sql`with scanner as (insert into virus_scanning default values)
    insert into tenants (id, name, domain) values (${other.id}, 'Other', 'other')`
  const file = await writeEntries(path(), withManifest(linked([...honest])))
  const said = await run(t, 'import', file, '--yes')
  expect(said).toMatch(/^Imported moving at/)
  for (const line of [
    'at http://127.0.0.1:9, off',
    'Not trusted: connections to providers are turned off',
    'Left out: 3 links of users to Salesforce or to connections of other organisations',
    'Corrected: users.roles in 1 row',
    'Corrected: users.name in 1 row',
  ])
    expect(said).toContain(line)
  expect(await t.sql`select id, is_active, people_tenant_id from sso_connections`).toEqual([
    { id: connection, is_active: false, people_tenant_id: null },
  ])
  expect(await t.sql`select connection_id from identities`).toEqual([{ connection_id: connection }])
  expect(await t.sql`select name, roles from users where id = ${user.id}`).toEqual([
    { name: 'Ida', roles: ['user'] },
  ])
  expect(await t.sql`select status from attachments`).toEqual([{ status: 'scanning' }])
  const jobs = await t.sql`select name, data from pgboss.job where name = 'scan'`
  expect(jobs).toMatchObject([{ data: { tenantId: tenant.id } }])
})

test('with trust, connections and files stay as they were', async () => {
  const t = await testApp({ works: false })
  const said = await run(t, 'import', exported, '--yes', '--trust', ours.known)
  expect(said).toContain('at http://127.0.0.1:9, on')
  expect(said).not.toContain('Corrected')
  expect(await t.sql`select is_active from sso_connections`).toEqual([{ is_active: true }])
  expect(await t.sql`select status from attachments`).toEqual([{ status: 'clean' }])
})
