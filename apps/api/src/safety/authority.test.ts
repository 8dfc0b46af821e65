import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#app.ts'
import { createAccessTokens } from '#core/access-token.ts'
import { createTenantLookup } from '#core/host-tenant.ts'
import { sendQueuedMail } from '#support/mails/send-mail.ts'
import { createReport } from '#features/reports/snapshot/create-report.ts'
import { GLOBAL_TABLES } from '#testing/catalogue.ts'
import { changesOf, rowVersionReader } from '#testing/row-versions.ts'
import { clientOf } from '#testing/client.ts'
import { aSession, aTenant, aUser } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { aFilledTenant } from '#testing/tenant-fixture.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

const sent: string[] = []
const sendMail = async (mail: object) => void sent.push(JSON.stringify(mail))
const t = await testApp({ works: false, sendMail })
// A second node on the same database, with empty caches.
const tokens = createAccessTokens([TEST_SECRET], () => new Date())
const hosts = createTenantLookup(t.app.pools.app, 'localhost')
const node2 = await buildApp({ ...t.app, tokens, hosts }, pino({ level: 'silent' }))
afterAll(() => node2.close())

test.each([
  ['a removed role', `update users set roles = '{user}' where id = $1`, '403 forbidden'],
  ['a deactivated user', 'update users set is_active = false where id = $1', '401 signed-out'],
  [
    'an ended session',
    'update sessions set revoked_at = now() where user_id = $1',
    '401 signed-out',
  ],
  [
    'a suspended organisation',
    `update tenants set status = 'suspended' where id = (select tenant_id from users where id = $1)`,
    '403 organisation-suspended',
  ],
  [
    'new terms',
    `insert into terms (version, text) select 2, 'New' from users where id = $1`,
    '403 terms-not-accepted',
  ],
])('%s counts at the next request, at every node', async (_, change, refusal) => {
  const tenant = await aTenant(t.db)
  const { id: userId, host } = await aUser(t.db, { tenant, roles: ['admin'] })
  const sessionId = await aSession(t.db, { id: userId, tenantId: tenant.id })
  const token = await t.app.tokens.sign({ userId, tenantId: tenant.id, sessionId })
  const call2 = ({ host, headers, ...rest }: Parameters<TestApp['call']>[0]) =>
    node2.inject({ ...rest, headers: { host, ...headers } })
  const nodes = [t.call, call2].map((call) => clientOf(call, host, async () => token))
  const answers = async () => {
    const replies = await Promise.all(nodes.map((node) => node.get('/customers')))
    return replies.map(({ status, code }) => (code === undefined ? status : `${status} ${code}`))
  }
  expect(await answers()).toEqual([200, 200])
  await t.owner.query(change, [userId])
  expect(await answers()).toEqual([refusal, refusal])
  await t.owner.query('delete from terms where version = 2')
})

test('a forged job that names a row of another organisation changes nothing', async () => {
  const here = await aFilledTenant(t, 'here', ['user'])
  const there = await aFilledTenant(t, 'there', ['user'])
  const read = await rowVersionReader(t.owner, GLOBAL_TABLES)
  const mail = await t.owner.query<{ id: number }>(
    `update mails set status = 'queued' where tenant_id = $1 returning id`,
    [there.tenant.id],
  )
  const before = await read()
  const forged = (id = 0) => ({ tenantId: here.tenant.id, id })
  const assessment = there.people.get('user')?.ids.assessment
  await createReport(t.app, forged(assessment), { number: 1, isLast: true }).catch(() => {})
  await sendQueuedMail(t.app, forged(mail.rows[0]?.id), { number: 1, isLast: true }).catch(() => {})
  expect(changesOf(before, await read())).toEqual([])
  expect(sent).toEqual([])
  const permitted = { tenantId: there.tenant.id, id: mail.rows[0]?.id ?? 0 }
  await sendQueuedMail(t.app, permitted, { number: 1, isLast: true })
  expect(sent).toHaveLength(1)
})
