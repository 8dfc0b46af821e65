import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#app.ts'
import { makeAccessTokens } from '#core/access-token.ts'
import { makeHosts } from '#core/host-tenant.ts'
import { sendQueuedMail } from '#support/mails/send-mail.ts'
import { makeReport } from '#features/reports/snapshot/make-report.ts'
import { readTenantTables } from '#testing/catalogue.ts'
import { changesOf, rowVersionReader } from '#testing/row-versions.ts'
import { clientOf } from '#testing/client.ts'
import { type TestTenant, type TestUser, aSession, aTenant, aUser } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { aFilledTenant } from '#testing/tenant-fixture.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let node2: Awaited<ReturnType<typeof buildApp>>
const sent: string[] = []
beforeAll(async () => {
  t = await startTestApp({
    works: false,
    sendMail: async (mail) => void sent.push(JSON.stringify(mail)),
  })
  // A second node: the same database, nothing remembered.
  const tokens = makeAccessTokens([TEST_SECRET], () => new Date())
  const hosts = makeHosts(t.app.pools.app, 'localhost')
  node2 = await buildApp({ ...t.app, tokens, hosts }, pino({ level: 'silent' }))
})
afterAll(async () => {
  await node2.close()
  await t.close()
})

let tenant: TestTenant
let admin: TestUser
beforeEach(async () => {
  tenant = await aTenant(t.db)
  admin = await aUser(t.db, { tenant, roles: ['admin'] })
})

/** The same token at both nodes, used at both before anything changes. */
async function atBothNodes() {
  const sessionId = await aSession(t.db, admin)
  const token = await t.app.tokens.sign({ userId: admin.id, tenantId: tenant.id, sessionId })
  const call2 = ({ host, headers, ...rest }: Parameters<TestApp['call']>[0]) =>
    node2.inject({ ...rest, headers: { host, ...headers } })
  const nodes = [t.call, call2].map((call) => clientOf(call, admin.host, async () => token))
  const ask = async () => {
    const replies = await Promise.all(nodes.map((node) => node.get('/customers')))
    return replies.map(({ status, code }) => (code === undefined ? status : `${status} ${code}`))
  }
  expect(await ask()).toEqual([200, 200])
  return ask
}

const both = (answer: string) => [answer, answer]

test('a role that is removed counts at the next request, at every node', async () => {
  const ask = await atBothNodes()
  await t.owner.query(`update users set roles = '{user}' where id = $1`, [admin.id])
  expect(await ask()).toEqual(both('403 forbidden'))
})

test('a person who is deactivated is out at the next request', async () => {
  const ask = await atBothNodes()
  await t.owner.query('update users set is_active = false where id = $1', [admin.id])
  expect(await ask()).toEqual(both('401 signed-out'))
})

test('a session that is ended is over at the next request', async () => {
  const ask = await atBothNodes()
  await t.owner.query('update sessions set revoked_at = now() where user_id = $1', [admin.id])
  expect(await ask()).toEqual(both('401 signed-out'))
})

test('an organisation that is suspended is closed to everybody at the next request', async () => {
  const ask = await atBothNodes()
  await t.owner.query(`update tenants set status = 'suspended' where id = $1`, [tenant.id])
  expect(await ask()).toEqual(both('403 organisation-suspended'))
})

test('terms that are issued anew are to be accepted before the next request', async () => {
  const ask = await atBothNodes()
  await t.owner.query(`insert into terms (version, text) values (2, 'New')`)
  expect(await ask()).toEqual(both('403 terms-not-accepted'))
  await t.owner.query('delete from terms where version = 2')
})

test('a forged job that names a row of another organisation does nothing to either', async () => {
  const [here, there] = [
    await aFilledTenant(t, 'here', ['user']),
    await aFilledTenant(t, 'there', ['user']),
  ]
  const read = rowVersionReader(t.owner, await readTenantTables(t.owner))
  const mail = await t.owner.query<{ id: number }>(
    `update mails set status = 'queued' where tenant_id = $1 returning id`,
    [there.tenant.id],
  )
  const before = await read()
  const forged = (id = 0) => ({ tenantId: here.tenant.id, id })
  const assessment = there.people.get('user')?.ids.assessment
  await makeReport(t.app, forged(assessment), { number: 1, isLast: true }).catch(() => {})
  await sendQueuedMail(t.app, forged(mail.rows[0]?.id), { number: 1, isLast: true }).catch(() => {})
  expect(changesOf(before, await read())).toEqual([])
  expect(sent).toEqual([])
  const rightful = { tenantId: there.tenant.id, id: mail.rows[0]?.id ?? 0 }
  await sendQueuedMail(t.app, rightful, { number: 1, isLast: true })
  expect(sent).toHaveLength(1)
})
