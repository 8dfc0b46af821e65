import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import type { Entry } from '#backup/archive.ts'
import { Header, Manifest } from '#backup/contents.ts'
import { readInstallation } from '#backup/read-installation.ts'
import { holdFiles } from '#backup/reading.ts'
import { withTenants } from '#db/pools.ts'
import { DEMO_PASSWORD, loadDemo } from '#demo/load-demo.ts'
import { sweepFiles } from '#features/assessments/attachments/sweep-files.ts'
import { listBackups } from '#support/backups.queries.ts'
import { entriesOf, storedIn, writeEntries } from '#testing/archived.ts'
import { aBrowser } from '#testing/browser.ts'
import { demoUser } from '#testing/demo-user.ts'
import { aSession } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { openAsOwner, shareRoles } from '#testing/owner.ts'
import { startS3Server } from '#testing/s3-server.ts'
import { startTestApp, testApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

const USER = 'resilience.lead@example.org'
const t = await testApp({ works: false })
const folder = await mkdtemp(join(tmpdir(), 'waymark-backup-'))
const source = {
  DATABASE_URL: t.ownerUrl,
  WAYMARK_SECRET: TEST_SECRET,
  DATA_DIR: join(t.filesDir, '..'),
}
const admin = new pg.Client(inject('adminUrl'))
const databases: string[] = []
const path = (name: string) => join(folder, name)
const backup = (...args: string[]) => waymark(['backup', ...args], source)
const installation = { secret: TEST_SECRET, version: '1', files: t.app.adapters.files }

await admin.connect()
afterAll(async () => {
  for (const name of databases) await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  await rm(folder, { recursive: true })
})
const first = await emptyInstallation()
const second = await emptyInstallation()
const third = await emptyInstallation()
await prepareSource()
const said = await waymark(['restore', path('plain.tar.gz'), '--mails', 'send'], first)

async function prepareSource() {
  await loadDemo(t.app)
  const { tenantId } = await demoUser(t.db, USER)
  await t.sql`insert into one_time_links (tenant_id, kind, email, roles, signature_hash, expires_at)
    values (${tenantId}, 'invite', 'new@example.org', '{user}', 'a', now() + interval '1 day')`
  for (const [status, text] of [
    ['queued', 'Your report is ready.'],
    ['queued', 'Accept: http://northfield.localhost/register/invite/abc'],
    ['sent', 'Hello'],
  ])
    await t.sql`with mail as (insert into mails (tenant_id, message_id, recipient, subject, text, html, status)
        values (${tenantId}, gen_random_uuid(), 'a@example.org', 'S', ${text}, '', ${status}) returning id)
      insert into pgboss.job (name, data) select 'mail', json_build_object('tenantId', ${tenantId}::bigint, 'id', id)
      from mail where ${status} = 'queued'`
  await aSession(t.db, await demoUser(t.db, USER))
  await backup(path('plain.tar.gz'))
}

async function emptyInstallation() {
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  databases.push(name)
  const DATABASE_URL = new URL(`/${name}`, t.ownerUrl).href
  await shareRoles(t.ownerUrl, DATABASE_URL)
  return { DATABASE_URL, WAYMARK_SECRET: TEST_SECRET, DATA_DIR: path(name) }
}
type Installation = Awaited<ReturnType<typeof emptyInstallation>>

async function rowsOf(url: string, text: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

/** The last entry of a backup of this installation, which has the checksum of each table and file. */
async function manifestOf({ DATABASE_URL, DATA_DIR }: Installation) {
  const file = path(`${randomUUID()}.tar.gz`)
  await waymark(['backup', file], { DATABASE_URL, DATA_DIR, WAYMARK_SECRET: TEST_SECRET })
  return Manifest.parse(JSON.parse(String((await entriesOf(file)).at(-1)?.bytes)))
}

/** A copy of the plain backup with other entries. */
async function altered(change: (entries: Entry[]) => Entry[]) {
  return await writeEntries(
    path(`${randomUUID()}.tar.gz`),
    change(await entriesOf(path('plain.tar.gz'))),
  )
}

test('a restored installation has equal rows, files and constraints, and users sign in', async () => {
  expect(said).toMatch(/^Restored the backup from .*: 3,\d+ rows and 12 file parts\./)
  const [before, after] = [await manifestOf(source), await manifestOf(first)]
  const changed = Object.keys(before.tables).filter(
    (name) => before.tables[name]?.sha256 !== after.tables[name]?.sha256,
  )
  expect(changed).toEqual(['mails', 'one_time_links'])
  expect(after.files).toEqual(before.files)
  const schema = `select conrelid::regclass::text as name, pg_get_constraintdef(oid) as what from pg_constraint where connamespace = 'public'::regnamespace
    union all select relname, concat(relrowsecurity, relforcerowsecurity, relacl) from pg_class where relnamespace = 'public'::regnamespace
    union all select tgrelid::regclass::text, concat(tgname, tgenabled) from pg_trigger where not tgisinternal
    union all select tablename, concat(policyname, roles, qual) from pg_policies order by 1, 2`
  expect(await rowsOf(first.DATABASE_URL, schema)).toEqual(await rowsOf(t.ownerUrl, schema))
  const { owner, db, close } = await openAsOwner(first.DATABASE_URL)
  const besides = { ownerUrl: first.DATABASE_URL, owner, db }
  const node = await startTestApp({ works: false, besides, env: { DATA_DIR: first.DATA_DIR } })
  const answer = await aBrowser(node.call, 'northfield.localhost').signIn(USER, DEMO_PASSWORD)
  expect(answer.statusCode).toBe(200)
  await node.close()
  await close()
})

test('open links end, and so do sessions', async () => {
  const old = `select from sessions where created_at < (select min(started_at) from backups)`
  expect(await rowsOf(first.DATABASE_URL, old)).toEqual([])
  const links = 'select from one_time_links where used_at is null and revoked_at is null'
  expect(await rowsOf(first.DATABASE_URL, links)).toEqual([])
  expect(await rowsOf(t.ownerUrl, links)).toHaveLength(1)
})

const MAILS = `select m.status, (select count(*)::int from pgboss.job j
  where j.name = 'mail' and j.state = 'created' and j.data->>'id' = m.id::text) as jobs from mails m order by m.id`

test('with --mails send, waiting mails are sent once, unless their link has ended', async () => {
  expect(await rowsOf(first.DATABASE_URL, MAILS)).toEqual([
    { status: 'queued', jobs: 1 },
    { status: 'failed', jobs: 1 },
    { status: 'sent', jobs: 0 },
  ])
})

test('with --mails discard, waiting mails are not sent', async () => {
  await expect(waymark(['restore', path('plain.tar.gz')], second)).rejects.toThrow(
    'Emails waiting in this backup: 2. Add --mails send',
  )
  await waymark(['restore', path('plain.tar.gz'), '--mails', 'discard'], second)
  const rows = await rowsOf(second.DATABASE_URL, MAILS)
  expect(rows.map(({ status }) => status)).toEqual(['failed', 'failed', 'sent'])
})

test('an encrypted backup needs its key', async () => {
  const said = String(await backup('--new-key', path('key.txt')))
  expect((await stat(path('key.txt'))).mode & 0o777).toBe(0o600)
  await backup('--new-key', path('other.txt'))
  const [recipient = ''] = /age1\w+/.exec(said) ?? []
  expect(await backup(path('secret.age'), '--recipient', recipient)).toMatch(/ MB, encrypted\)\.$/)
  const restore = (...args: string[]) =>
    waymark(['restore', path('secret.age'), '--mails', 'send', ...args], second)
  await expect(restore()).rejects.toThrow('This file is encrypted. Add --key FILE')
  await expect(restore('--key', path('other.txt'))).rejects.toThrow('can’t decrypt the file')
  // The key opens it: what is refused now is the installation.
  await expect(restore('--key', path('key.txt'))).rejects.toThrow('not empty')
})

test.each<[string, () => Promise<string>, RegExp]>([
  ['has a flipped byte', flipped, /^This file is damaged, so nothing/],
  ['ends early', cut, /damaged/],
  [
    'lacks a file',
    () => altered((all) => all.filter(({ name }) => !name.startsWith('files/'))),
    /damaged/,
  ],
  ['lacks its last entry', () => altered((all) => all.slice(0, -1)), /damaged/],
  ['has another row', () => altered((all) => all.map(withOtherRow)), /damaged/],
  [
    'is from a newer version',
    () => altered((all) => all.map(fromLater)),
    /from Waymark 9\.0\.0, which is newer/,
  ],
  [
    'is from a newer PostgreSQL',
    () => altered((all) => all.map(fromNewServer)),
    /from PostgreSQL 99/,
  ],
  ['is another file', async () => import.meta.filename, /not a Waymark backup or export/],
  ['doesn’t exist', async () => path('nowhere'), /doesn’t exist/],
])('a backup that %s is refused and leaves nothing behind', async (_, create, reason) => {
  const file = await create()
  await expect(waymark(['restore', file, '--mails', 'send'], third)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(reason),
  })
  const tables = `select relname from pg_class where relnamespace = 'public'::regnamespace`
  expect(await rowsOf(third.DATABASE_URL, tables)).toEqual([])
  expect(await storedIn(join(third.DATA_DIR, 'files'))).toEqual([])
})

async function flipped() {
  const bytes = await readFile(path('plain.tar.gz'))
  const place = Math.floor(bytes.length / 2)
  bytes[place] = (bytes[place] ?? 0) ^ 1
  await writeFile(path('flipped'), bytes)
  return path('flipped')
}

async function cut() {
  const bytes = await readFile(path('plain.tar.gz'))
  await writeFile(path('cut'), bytes.subarray(0, -200))
  return path('cut')
}

function withOtherRow({ name, bytes }: Entry): Entry {
  return name === 'tables/tenants/000001'
    ? { name, bytes: Buffer.from(String(bytes).replace('Northfield Trust', 'Southfield Trust')) }
    : { name, bytes }
}

const headed = (change: (header: Header) => Header) => (entry: Entry) =>
  entry.name === 'backup.json'
    ? {
        ...entry,
        bytes: Buffer.from(JSON.stringify(change(Header.parse(JSON.parse(String(entry.bytes)))))),
      }
    : entry
const fromLater = headed((header) => ({
  ...header,
  waymark: '9.0.0',
  migrations: [...header.migrations, '9999-later.sql'],
}))
const fromNewServer = headed((header) => ({ ...header, postgres: 99 }))

test('a file that is removed during a backup is still in it', async () => {
  const held = await holdFiles({ ownerUrl: t.ownerUrl, rolePrefix: 'wm' })
  const entries = readInstallation({ ...installation, held })
  await entries.next()
  await expect(backup(path('second.tar.gz'))).rejects.toThrow(
    'A backup, an export or a deletion of files is already running.',
  )
  await t.sql`delete from attachments where id = (select min(id) from attachments)`
  await sweepFiles(t.app)
  const names: string[] = []
  for await (const { name } of entries) names.push(name)
  await held.release()
  expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(12)
  await sweepFiles(t.app)
  const { files, missing } = await manifestOf(source)
  expect([Object.keys(files).length, missing]).toEqual([11, []])
})

test('a file that the store has lost is reported, and the rest is in the backup', async () => {
  const [key = ''] = Object.keys((await manifestOf(source)).files)
  await t.app.adapters.files.remove(key)
  expect(await backup(path('lost.tar.gz'))).toMatch(
    new RegExp(`\\n1 file part was missing from the file store.*\\n  ${key}$`),
  )
})

test('a backup in a bucket is restored from there, after every refusal', async () => {
  const store = await startS3Server()
  const variables = { ...source, ...store.env, S3_BUCKET: undefined }
  const place = 's3://waymark/backups/one.tar.gz'
  expect(await waymark(['backup', place], variables)).toContain(`to ${place} (`)
  await expect(waymark(['backup', place], variables)).rejects.toThrow('already exists')
  const target = { ...variables, ...third }
  expect(await waymark(['restore', place, '--mails', 'send'], target)).toMatch(/^Restored/)
  await store.close()
})

test('a mistyped backup is refused and not recorded as a failed one', async () => {
  const recorded = () => withTenants(t.app.pools, [], (db) => listBackups(db, 100))
  const before = await recorded()
  const file = path('plain.tar.gz')
  await symlink(path('unmounted'), path('disk'))
  for (const [args, said] of [
    [[file], /already exists\. Choose another name\.$/],
    [[`${file}/below.tar.gz`], /^Waymark can’t write .*: .*move the file away\. Check the path\.$/],
    [['/proc/waymark/below/one.tar.gz'], /^Waymark can’t write .*ENOENT.*Check the path\.$/],
    [['/proc/one.tar.gz'], /^Waymark can’t write .*ENOENT.*Check the path\.$/],
    [[path('n'.repeat(255))], /^Waymark can’t write .*ENAMETOOLONG.*Check the path\.$/],
    [[path('disk/one.tar.gz')], /^Waymark can’t write .*one\.tar\.gz: .*Check the path\.$/],
    [[path('new.age'), '--recipient', 'age1wrong'], /not a valid public key/],
    [['s3://'], /^Waymark can’t use the address s3:/],
    [[], /^Give exactly one of FILE, .* or --list\n\nUsage: npm run backup -- /],
  ] as const)
    await expect(backup(...args)).rejects.toThrow(said)
  expect(await recorded()).toEqual(before)
})

test('every backup is recorded, with its size', async () => {
  const runs = await withTenants(t.app.pools, [], (db) => listBackups(db, 100))
  expect(runs.at(-1)).toMatchObject({
    is_scheduled: false,
    place: path('plain.tar.gz'),
    bytes: (await stat(path('plain.tar.gz'))).size,
    error: null,
  })
})
