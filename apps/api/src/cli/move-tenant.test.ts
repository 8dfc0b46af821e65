import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Entry } from '#backup/archive.ts'
import { Manifest, OrganisationHeader } from '#backup/contents.ts'
import { DEMO_PASSWORD, loadDemo } from '#demo/load-demo.ts'
import { entriesOf, jsonOf, storedIn, writeEntries } from '#testing/archived.ts'
import { anAuthenticator, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { withToken } from '#testing/client.ts'
import { demoUser } from '#testing/demo-user.ts'
import { aSession, aTenant, aUser } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

const USER = 'resilience.lead@example.org'
const OTHER_SECRET = 'another secret for tests only, long enough'
const source = await testApp({ works: false })
const folder = await mkdtemp(join(tmpdir(), 'waymark-move-'))
afterAll(() => rm(folder, { recursive: true }))
const path = (name = `${randomUUID()}.tar.gz`) => join(folder, name)

const variablesOf = (t: TestApp, secret = TEST_SECRET) => ({
  DATABASE_URL: t.ownerUrl,
  WAYMARK_SECRET: secret,
  DATA_DIR: join(t.filesDir, '..'),
})
const run = (t: TestApp, [verb = '', ...args]: string[], secret?: string) =>
  waymark(
    ['tenant', verb, ...args, ...(verb === 'import' ? ['--yes'] : [])],
    variablesOf(t, secret),
  )

await loadDemo(source.app)
const user = await demoUser(source.db, USER)
const authenticator = await anAuthenticator(source, user)
await aSession(source.db, user)
await source.sql`insert into pgboss.job (name, data) values ('report', json_build_object('tenantId', ${user.tenantId}::bigint, 'id', 7)),
  ('report', '{"tenantId": 1, "id": 8}'), ('mail', json_build_object('tenantId', ${user.tenantId}::bigint, 'id', 9))`
const [trust = ''] = /[^ ]+$/.exec(String(await run(source, ['new-key', path('sign.key')]))) ?? []
const out = ['--out', path('northfield.tar.gz'), '--sign', path('sign.key')]
await run(source, ['export', 'northfield', ...out])

/** Another installation, which counts its IDs from elsewhere and has an organisation of its own. */
async function anInstallation(options?: Parameters<typeof testApp>[0]) {
  const t = await testApp({ works: false, ...options })
  await t.sql`select setval('ids', ${900_000_000_000})`
  await aUser(t.db, { tenant: await aTenant(t.db) })
  return t
}

async function sumsOf(t: TestApp, label: string, secret?: string) {
  const file = path()
  await run(t, ['export', label, '--out', file], secret)
  return Manifest.parse(JSON.parse(String((await entriesOf(file)).at(-1)?.bytes)))
}

/** The tables of two exports that differ. */
function differing(one: Manifest, other: Manifest) {
  return Object.keys(one.tables).filter(
    (name) => one.tables[name]?.sha256 !== other.tables[name]?.sha256,
  )
}

const first = await anInstallation()
const said = await run(first, ['import', path('northfield.tar.gz'), '--trust', trust])

test('an imported organisation that is trusted exports to the same rows and files', async () => {
  expect(said).toMatch(
    /^Imported Northfield Trust at northfield\.localhost: [\d,]+ rows and 12 file parts\.\n/,
  )
  const [before, after] = [await sumsOf(source, 'northfield'), await sumsOf(first, 'northfield')]
  // The second export of the source has the event of the first.
  expect(differing(before, after)).toEqual(['audit_events'])
  const exported = Manifest.parse(
    jsonOf(await entriesOf(path('northfield.tar.gz')), 'manifest.json'),
  )
  expect(differing(exported, after)).toEqual([])
  expect(Object.keys(after.files).length).toBeGreaterThan(0)
  expect(after.files).toEqual(exported.files)
})

test('its users sign in with their password and their authenticator', async () => {
  expect(await signIn(first, 'northfield.localhost')).toBe(200)
})

/** With the authenticator that the user had at the source. */
async function signIn({ call }: TestApp, host: string): Promise<number> {
  const browser = aBrowser(call, host)
  const answer = await browser.signIn(USER, DEMO_PASSWORD)
  const headers = withToken(answer.json<{ mfa_token: string }>().mfa_token)
  const body = { code: codeOf(authenticator) }
  return (await browser.send('POST', '/mfa', { headers, body })).statusCode
}

test('its unfinished jobs continue, but its mails and sessions stay behind', async () => {
  const jobs = await first.sql`select name, data->>'id' as id from pgboss.job where name !~ '^__'`
  expect(jobs).toEqual([{ name: 'report', id: '7' }])
  const rows =
    await first.sql`select from sessions where tenant_id = ${user.tenantId} and user_id = ${user.id}`
  expect(rows).toHaveLength(1)
})

test('export and import are in the audit logs of the organisation and the platform', async () => {
  expect(
    await source.sql`select from audit_events where action = 'organisation.exported' and tenant_id = ${user.tenantId}`,
  ).not.toEqual([])
  expect(
    await first.sql`select subject from audit_events e join tenants t on t.id = tenant_id where action = 'organisation.imported' and kind = 'platform'`,
  ).toEqual([{ subject: `organisation ${user.tenantId}` }])
})

const second = await anInstallation({ secrets: [OTHER_SECRET] })
await second.sql`update terms set text = 'Other terms'`
await second.sql`insert into tenants (name, domain) values ('Taken', 'northfield')`

test('a label that is taken needs another one', async () => {
  const file = path('northfield.tar.gz')
  await expect(run(second, ['import', file], OTHER_SECRET)).rejects.toThrow(
    'Taken already uses the label northfield, so nothing was imported. Use --label to choose another label.',
  )
  await expect(run(second, ['import', file, '--label', 'a b'], OTHER_SECRET)).rejects.toThrow(
    /label|domain/,
  )
})

test('what belongs to another secret and other terms stays behind, and the operator is told', async () => {
  const file = path('northfield.tar.gz')
  const told = await run(
    second,
    ['import', file, '--label', 'moved', '--trust', trust],
    OTHER_SECRET,
  )
  expect(told).toContain('Imported Northfield Trust at moved.localhost')
  expect(told).toContain('This installation has different terms of use')
  expect(told).toContain('two-step verification was not imported')
  const [before, after] = [
    await sumsOf(first, 'northfield'),
    await sumsOf(second, 'moved', OTHER_SECRET),
  ]
  expect(differing(before, after).sort()).toEqual([
    'audit_clients',
    'audit_events',
    'authenticators',
    'recovery_codes',
    'tenants',
    'terms_acceptances',
    'users',
  ])
  const answer = await aBrowser(second.call, 'moved.localhost').signIn(USER, DEMO_PASSWORD)
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { token: expect.anything() }])
})

test('with the previous secret, encrypted values are encrypted again', async () => {
  const third = await anInstallation({ secrets: [OTHER_SECRET] })
  const variables = { ...variablesOf(third, OTHER_SECRET), WAYMARK_SECRET_PREVIOUS: TEST_SECRET }
  const told = await waymark(['tenant', 'import', path('northfield.tar.gz'), '--yes'], variables)
  expect(told).toContain('recovery codes were not imported')
  expect(await signIn(third, 'northfield.localhost')).toBe(200)
})

const empty = await testApp({ works: false })

test.each<[string, () => Promise<string>, RegExp]>([
  ['has a flipped row', () => altered((all) => all.map(withOtherRow)), /damaged/],
  ...['organisation.json', 'secrets.json', 'jobs.json'].map(
    (name): [string, () => Promise<string>, RegExp] => [
      `has another ${name}`,
      () => altered((all) => all.map(replaced(name, /$/g, ' '))),
      /damaged/,
    ],
  ),
  ['names a column that is not here', () => altered((all) => all.map(withShoeSize)), /damaged/],
  ['lacks its manifest and signature', () => altered((all) => all.slice(0, -2)), /damaged/],
  [
    'lacks a file',
    () => altered((all) => all.filter(({ name }) => !name.startsWith('files/'))),
    /damaged/,
  ],
  ['has a file outside its folder', () => altered((all) => all.map(elsewhere('..'))), /damaged/],
  ['has a file of another', () => altered((all) => all.map(elsewhere('1'))), /damaged/],
  ['has rows of another organisation', () => altered((all) => all.map(ofAnother)), /./],
  ['is from another version', () => altered((all) => all.map(fromLater)), /same version/],
  ['is a whole backup', wholeBackup, /backup of a whole installation/],
])('an export that %s is refused and leaves nothing behind', async (_, create, reason) => {
  await expect(run(empty, ['import', await create()])).rejects.toThrow(reason)
  expect(await empty.sql`select from tenants where kind = 'organisation'`).toEqual([])
  expect(await empty.sql`select from users`).toEqual([])
  expect(await storedIn(empty.filesDir)).toEqual([])
})

async function altered(change: (entries: Entry[]) => Entry[]) {
  return await writeEntries(path(), change(await entriesOf(path('northfield.tar.gz'))))
}

const replaced = (name: string, from: string | RegExp, to: string) => (entry: Entry) =>
  entry.name === name
    ? { name, bytes: Buffer.from(String(entry.bytes).replaceAll(from, to)) }
    : entry
const withShoeSize = replaced('organisation.json', '"email"', '"shoe_size"')
const withOtherRow = replaced('tables/tenants/000001', 'Northfield Trust', 'Southfield Trust')
const ofAnother = replaced('tables/users/000001', `${user.tenantId}\t`, '1\t')
/** With its files in another folder, as the manifest says. */
const elsewhere = (folder: string) => (entry: Entry) => {
  const own = `${user.tenantId}/`
  const { name, bytes } = replaced('manifest.json', `"${own}`, `"${folder}/`)(entry)
  return { name: name.replace(`files/${own}`, `files/${folder}/`), bytes }
}
function fromLater(entry: Entry) {
  if (entry.name !== 'organisation.json') return entry
  const header = OrganisationHeader.parse(JSON.parse(String(entry.bytes)))
  header.migrations.push('9999-later.sql')
  return { ...entry, bytes: Buffer.from(JSON.stringify(header)) }
}

async function wholeBackup() {
  const file = path()
  await waymark(['backup', file], variablesOf(source))
  return file
}

test('an organisation that is already here, or whose IDs others use, is refused', async () => {
  await expect(
    run(first, ['import', path('northfield.tar.gz'), '--label', 'twice']),
  ).rejects.toThrow('Northfield Trust (northfield) already has this organisation’s ID')
  await empty.sql`select setval('ids', ${900_000_000_000})`
  const tenant = await aTenant(empty.db)
  await empty.sql`insert into users (tenant_id, id, email, name) values (${tenant.id}, ${user.id}, 'a@example.org', 'A')`
  await expect(run(empty, ['import', path('northfield.tar.gz')])).rejects.toThrow(
    'Other organisations in this installation already use IDs of the file',
  )
})

test('an export is not restored as an installation, and public is not exported', async () => {
  await expect(waymark(['restore', path('northfield.tar.gz')], variablesOf(empty))).rejects.toThrow(
    'This file contains one organisation, not a backup. To import it, use npm run tenant -- import FILE.',
  )
  await expect(run(source, ['export', 'public', '--out', path()])).rejects.toThrow(
    'Use npm run backup instead.',
  )
})

test('admins are told of the connections that a trusted import turns on', async () => {
  const there = await anInstallation()
  const people = await aTenant(there.db, { name: 'Works' })
  const admin = await aUser(there.db, { tenant: people, roles: ['admin'] })
  // As after a move there and back, where the other organisation is still known.
  await source.sql`insert into tenants (id, name, domain) values (${people.id}, 'Works', 'works-there')`
  await source.sql`insert into sso_connections (tenant_id, domain, name, kind, issuer, client_id, people_tenant_id, is_active)
    values (${user.tenantId}, 'own.example', 'A', 'oidc', 'https://a.example', 'x', null, true),
      (${user.tenantId}, 'off.example', 'A', 'oidc', 'https://a.example', 'x', null, false),
      (${user.tenantId}, 'works.example', 'A', 'oidc', 'https://a.example', 'x', ${people.id}, true)`
  const file = path('connected.tar.gz')
  await run(source, ['export', 'northfield', '--out', file, '--sign', path('sign.key')])
  await source.sql`delete from sso_connections where tenant_id = ${user.tenantId}`
  const said = (place: string, of: string) =>
    `The operator of this service imported the single sign-on connection for ${of}. This affects who can sign in at ${place}.`
  const textsAt = async (t: TestApp, tenantId: number) =>
    (
      await t.sql<{
        text: string
      }>`select text from mails where tenant_id = ${tenantId} order by id`
    )
      .map(({ text }) => text)
      .filter((text) => text.includes('single sign-on connection'))
  await run(there, ['import', file, '--trust', trust])
  const own = await textsAt(there, user.tenantId)
  expect(own.some((text) => text.includes(said('Northfield Trust', 'own.example')))).toBe(true)
  expect(own.some((text) => text.includes('off.example'))).toBe(false)
  expect(await textsAt(there, people.id)).toEqual([
    expect.stringContaining(said('Works', 'works.example')),
  ])
  const untrusted = await anInstallation()
  await run(untrusted, ['import', file])
  expect(await textsAt(untrusted, user.tenantId)).toEqual([])
  expect(admin.email).not.toBe('')
})

test('an import leaves out what is elsewhere, and in the same range new rows get IDs of their own', async () => {
  const near = await testApp({ works: false })
  const [other] = await source.sql<{ id: number }>`select id from tenants where domain = 'harbour'`
  await source.sql`insert into sso_connections (tenant_id, domain, name, kind, issuer, client_id, people_tenant_id)
    values (${user.tenantId}, 'a.example', 'A', 'oidc', 'https://a.example', 'x', ${other?.id})`
  await source.sql`update tenants set status = 'suspended', removal_at = now() + interval '30 days' where id = ${user.tenantId}`
  await run(source, ['export', 'northfield', '--out', path('later.tar.gz')])
  await run(near, ['import', path('later.tar.gz')])
  const left = await near.sql`select people_tenant_id, removal_at from sso_connections c
    join tenants t on t.id = c.tenant_id where c.domain = 'a.example'`
  expect(left).toEqual([{ people_tenant_id: null, removal_at: null }])
  const [highest] = await near.sql<{ id: number }>`select max(id) as id from audit_events`
  const [next] = await near.sql<{ id: number }>`select nextval('ids') as id`
  expect(next?.id).toBeGreaterThan(highest?.id ?? Infinity)
})
