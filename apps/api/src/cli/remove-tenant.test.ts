import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { removeOrganisations } from '#backup/remove-organisations.ts'
import { BACKUP_LOCK } from '#db/backup-lock.ts'
import { loadDemo } from '#demo/load-demo.ts'
import { readTenantTables } from '#testing/catalogue.ts'
import { demoUser } from '#testing/demo-user.ts'
import { aConnection, aSession, aTenant, aUser } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { testApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

const t = await testApp({ works: false, env: { SUPPORT_EMAIL: 'help@example.org' } })
await loadDemo(t.app)
const { tenantId: id } = await demoUser(t.db, 'resilience.lead@example.org')
const god = t.as(await demoUser(t.db, 'platform.admin@example.org'))
const host = 'northfield.localhost'
const variables = {
  DATABASE_URL: t.ownerUrl,
  WAYMARK_SECRET: TEST_SECRET,
  DATA_DIR: join(t.filesDir, '..'),
}
const run = (line: string) => waymark(['tenant', ...line.split(' ')], variables)
const remove = () => removeOrganisations(t.app, t.ownerUrl)
const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a removal has to be confirmed, and the platform can’t be removed', async () => {
  await expect(run('remove northfield')).rejects.toThrow('Use --yes instead')
  await expect(run('remove admin --yes')).rejects.toThrow('can’t be removed')
  await expect(run('keep northfield')).rejects.toThrow('is not being removed')
  expect(await t.sql`select status from tenants where id = ${id}`).toEqual([{ status: 'active' }])
})

test('a removal closes the organisation, with the date and an address for questions', async () => {
  expect(await run('remove northfield --yes')).toMatch(
    /^Northfield Trust is closed\. All its data and files are deleted on \d+ \w+ \d{4}\./,
  )
  const { status, body } = await t.at(host).get('/tenant')
  expect([status, body]).toMatchObject([
    403,
    {
      code: 'organisation-suspended',
      message: expect.stringContaining('Northfield Trust is closed, and its data will be deleted'),
      details: {
        removal_at: expect.stringContaining(later(30)),
        support_email: 'help@example.org',
      },
    },
  ])
  await expect(run('remove northfield --yes')).rejects.toThrow('already being removed')
  expect((await god.get(`/customers/${id}`)).body).toMatchObject({
    status: 'suspended',
    removal_at: expect.stringContaining(later(30)),
  })
})

test('within 30 days nothing is deleted, and the owner of the database sees none of its rows', async () => {
  const before = await countRows()
  await remove()
  expect(await countRows()).toEqual(before)
  expect(await seenByOwner()).toBe(0)
})

test('an organisation whose users sign in with its connections is told of the removal and its end', async () => {
  await run('keep northfield')
  const works = await aTenant(t.db, { name: 'Works' })
  const admin = await aUser(t.db, { tenant: works, roles: ['admin'] })
  const connection = await aConnection(t.db, { id })
  await t.sql`update sso_connections set people_tenant_id = ${works.id} where id = ${connection}`
  const told = async () =>
    (
      await t.sql<{
        text: string
      }>`select text from mails where recipient = ${admin.email} order by id`
    ).map(({ text }) => text)
  await run('remove northfield --yes')
  await run('keep northfield')
  await god.post(`/customers/${id}/suspension`)
  await run('remove northfield --yes')
  expect(await told()).toEqual(
    [
      'The operator of this service closed Northfield Trust, which turned off the single sign-on connection for',
      'The operator of this service reopened Northfield Trust, which turned on the single',
      'suspended Northfield Trust, which turned off the single',
    ].map((said) => expect.stringContaining(said)),
  )
  await t.sql`delete from sso_connections where id = ${connection}`
})

test.each([
  ['the command line', () => run('keep northfield')],
  ['a god-admin', () => god.delete(`/customers/${id}/suspension`)],
])('%s stops a removal', async (_, stop) => {
  await run('remove northfield --yes').catch(() => {})
  await stop()
  expect((await t.at(host).get('/tenant')).status).toBe(200)
  expect((await god.get(`/customers/${id}`)).body).toMatchObject({
    status: 'active',
    removal_at: null,
  })
  const events =
    await t.sql`select from audit_events where tenant_id = ${id} and action = 'organisation.removal_stopped'`
  expect(events).not.toEqual([])
  await t.sql`delete from audit_clients where tenant_id = ${id}`
  await t.sql`delete from audit_events where tenant_id = ${id} and action = 'organisation.removal_stopped'`
})

test('after 30 days all rows and files are deleted, and no others', async () => {
  const other = await aTenant(t.db)
  await aUser(t.db, { tenant: other })
  await run('remove northfield --yes')
  await t.sql`update tenants set removal_at = now() where id = ${id}`
  expect(await seenByOwner()).toBe(
    Number((await t.sql`select count(*) from users where tenant_id = ${id}`)[0]?.count),
  )
  const others = await countRows()
  expect(await storedFiles()).not.toEqual([])

  await t.sql`select pg_advisory_lock(${BACKUP_LOCK})`
  await remove()
  await t.sql`select pg_advisory_unlock(${BACKUP_LOCK})`
  expect(await t.sql`select from tenants where id = ${id}`).toHaveLength(1)

  await remove()
  expect(await t.sql`select from tenants where id = ${id}`).toEqual([])
  const left = await countRows()
  expect(Object.keys(left).filter((key) => key.endsWith(` ${id}`))).toEqual([])
  const platform = (await t.sql<{ id: number }>`select id from tenants where kind = 'platform'`)[0]
    ?.id
  // The platform's log grew, and its auditors are no longer assigned.
  const isOther = (key: string) => !key.endsWith(` ${id}`) && !key.endsWith(` ${platform}`)
  const counted = Object.keys(others).filter(isOther)
  expect(counted.map((key) => [key, left[key]])).toEqual(counted.map((key) => [key, others[key]]))
  expect(await storedFiles()).toEqual([])
  expect(
    await t.sql`select subject, details from audit_events where tenant_id = ${platform} and action = 'organisation.removed'`,
  ).toEqual([
    { subject: `organisation ${id}`, details: { name: 'Northfield Trust', domain: 'northfield' } },
  ])
  expect(await run('add northfield --name Northfield')).toContain('Added Northfield')
})

test('connections of others for its users are turned off, so they don’t open their own organisation', async () => {
  const gone = await aTenant(t.db, { name: 'Gone' })
  const owner = await aTenant(t.db, { name: 'Owner' })
  const admin = await aUser(t.db, { tenant: owner, roles: ['admin'] })
  const connection = await aConnection(t.db, owner)
  await t.sql`update sso_connections set people_tenant_id = ${gone.id} where id = ${connection}`
  await removeNow(gone)
  expect(
    await t.sql`select people_tenant_id, is_active, version from sso_connections where id = ${connection}`,
  ).toEqual([{ people_tenant_id: null, is_active: false, version: 2 }])
  const csv = (await t.as(admin).post('/audit/csv')).text
  expect(csv).toMatch(/"Single sign-on connection turned off, because.*sso\.turned_off,,Waymark,/)
  const [mail] = await t.sql<{
    text: string
  }>`select text from mails where recipient = ${admin.email}`
  expect(mail?.text).toContain('Waymark removed Gone and turned off the single sign-on connection')
  expect(mail?.text).toContain(
    'was for users of Gone and is now for users of Owner. It is turned off, so no one can sign in',
  )
})

test('what its connections signed in at other organisations ends', async () => {
  const gone = await aTenant(t.db)
  const works = await aTenant(t.db)
  const user = await aUser(t.db, { tenant: works })
  const connection = await aConnection(t.db, gone)
  await t.sql`update sso_connections set people_tenant_id = ${works.id} where id = ${connection}`
  const [made, own] = [await aSession(t.db, user, { method: 'sso' }), await aSession(t.db, user)]
  await t.sql`update sessions set connection_id = ${connection} where id = ${made}`
  await t.sql`insert into identities (tenant_id, issuer, subject, user_id, connection_id)
    values (${works.id}, 'https://idp.example', 'a', ${user.id}, ${connection})`
  await removeNow(gone)
  expect(await t.sql`select from identities where tenant_id = ${works.id}`).toEqual([])
  const live =
    await t.sql`select id from sessions where user_id = ${user.id} and revoked_at is null`
  expect(live).toEqual([{ id: own }])
})

async function removeNow({ id: due, domain }: { id: number; domain: string }) {
  await run(`remove ${domain} --yes`)
  await t.sql`update tenants set removal_at = now() where id = ${due}`
  await remove()
  expect(await t.sql`select from tenants where id = ${due}`).toEqual([])
}

/** The rows of each table by organisation. */
async function countRows(): Promise<Record<string, number>> {
  const tables = await readTenantTables(t.owner)
  const counts = tables.map(
    ({ name }) =>
      `select '${name} ' || tenant_id as key, count(*)::int from ${name} group by tenant_id`,
  )
  const { rows } = await t.owner.query<{ key: string; count: number }>(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]))
}

async function seenByOwner(): Promise<number> {
  const client = new pg.Client(t.ownerUrl)
  await client.connect()
  await client.query('set role wm_owner')
  const { rows } = await client.query<{ count: number }>('select count(*)::int from users')
  await client.end()
  return rows[0]?.count ?? -1
}

async function storedFiles() {
  const entries = await readdir(t.filesDir, { recursive: true, withFileTypes: true })
  return entries.filter((one) => one.isFile() && one.parentPath.includes(`/${id}/`))
}
