import { assessments } from 'contract/assessments'
import { certifications } from 'contract/certifications'
import { Notifications } from 'contract/notifications'
import { reviews } from 'contract/reviews'
import { expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { aTenant, aUser, theTenant } from '#testing/factories.ts'
import { startTestApp, testApp } from '#testing/test-app.ts'
import { connectLocalIdp, withLocalSalesforce } from './connect-local-idp.ts'
import { readEnv } from '#read-env.ts'
import { main } from '#main.ts'
import { seedDatabase } from './seed.ts'
import { demoUser } from '#testing/demo-user.ts'
import { DEMO_PASSWORD, loadDemo } from './load-demo.ts'
import { DEMO_USERS } from './demo-users.ts'

const t = await testApp({ works: false })

const count = async (table: string) =>
  (await t.owner.query(`select count(*)::int as count from ${table}`)).rows[0]?.count

test('an installation without the demo has no accounts', async () => {
  expect(await count('users')).toBe(0)
})

test('a start without the demo adds no accounts', async () => {
  const { DATA_DIR, WEB_DIST } = t.app.env
  const source = { NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: t.ownerUrl, PORT: '0' }
  const { stop } = await main(readEnv({ ...source, DATA_DIR, WEB_DIST }))
  await stop()
  expect(await count('users')).toBe(0)
})

test('an installation with organisations gets no demo', async () => {
  const own = await startTestApp({ works: false })
  const tenant = await aTenant(own.db)
  await aUser(own.db, { tenant })
  expect(await loadDemo(own.app)).toBe(false)
  const { rows } = await own.owner.query('select count(*)::int as count from users')
  expect(rows).toEqual([{ count: 1 }])
  await own.close()
})

test('the demo is loaded completely, and the next start leaves it alone', async () => {
  expect(await loadDemo(t.app)).toBe(true)
  const tables = ['users', 'content_sets', 'assessments', 'responses', 'response_events', 'reports']
  const before = await Promise.all(tables.map(count))
  expect(before[0]).toBe(DEMO_USERS.length)
  expect(await count('tenants where logo is not null')).toBe(1)
  await t.owner.query(`update users set name = 'Renamed' where email = 'plant.manager@example.org'`)
  expect(await loadDemo(t.app)).toBe(true)
  expect(await Promise.all(tables.map(count))).toEqual(before)
  expect((await t.owner.query(`select from users where name = 'Renamed'`)).rowCount).toBe(1)
})

test('every demo answer has a history, and every completed assessment a report', async () => {
  const { rows } = await t.owner.query(`select
    (select count(*)::int from responses r where not exists (select from response_events e
      where e.tenant_id = r.tenant_id and e.assessment_id = r.assessment_id and e.statement_id = r.statement_id
        and e.state = r.state and e.version = r.version)) as untold,
    (select count(*)::int from assessments a where status = 'completed'
      and not exists (select from reports p where p.tenant_id = a.tenant_id and p.assessment_id = a.id)) as unreported`)
  expect(rows).toEqual([{ untold: 0, unreported: 0 }])
})

test('the demo has a certificate that expires soon and an assessment that waits for its auditor', async () => {
  const lead = await demoUser(t.db, 'resilience.lead@example.org')
  const { body } = await t.as(lead).get('/certifications')
  const { rows } = certifications.list.response.parse(body)
  expect(rows).toMatchObject([{ status: 'valid', is_expiring: true }])
  const one = await t.as(lead).get(`/certifications/${rows[0]?.id}`)
  const { report } = certifications.get.response.parse(one.body)
  const remarks = report.elements.flatMap(({ statements }) =>
    statements.filter(({ remark }) => remark !== null),
  )
  expect(remarks).toHaveLength(3)
  expect((report.certified ?? 1) < (report.current ?? 0)).toBe(true)
  const auditor = await demoUser(t.db, 'assurance.auditor@example.org')
  const queue = reviews.list.response.parse((await t.as(auditor).get('/reviews')).body)
  expect(queue.rows).toMatchObject([
    { respondent: { name: 'Operations Director' }, status: 'submitted' },
  ])
})

test('Northfield answers together, and everyone of its team has something to do', async () => {
  const as = async (name: string) => t.as(await demoUser(t.db, `${name}@example.org`))
  const overviewOf = async (name: string) => {
    const { body } = await (await as(name)).get('/overview')
    return assessments.overview.response.parse(body)
  }
  const { shared, elements, plan, year } = await overviewOf('resilience.lead')
  expect(plan).toMatchObject({ year: year - 1, left: 5, overdue: 1, done: 1 })
  const byElement = shared?.assignments.map(({ element_id, person, due_on, declined }) => [
    elements.find(({ id }) => id === element_id)?.key,
    person?.name ?? declined?.suggested?.name,
    due_on !== null && new Date(due_on) < new Date(),
  ])
  expect(byElement).toEqual([
    ['SRV', 'Operations Director', false],
    ['PPL', 'People Manager', false],
    ['TEC', 'Technology Lead', false],
    ['SUP', 'Procurement Manager', true],
    ['INC', 'Operations Director', false],
    ['TST', 'Technology Lead', false],
    ['LRN', 'Operations Director', false],
  ])
  expect((await overviewOf('board.secretary')).shared?.role).toBe('viewer')
  const toldTo = async (name: string) => {
    const { body } = await (await as(name)).get('/user/notifications')
    return Notifications.parse(body).notifications.map(({ kind }) => kind)
  }
  expect(await toldTo('technology.lead')).toEqual(['returned', 'asked', 'assigned', 'planned'])
  expect(await toldTo('chief.executive')).toEqual(['approval'])
})

test('submitted demo assessments have the required evidence, which the auditor can open', async () => {
  const missing = await t.owner.query(`select s.key from assessments a
    join responses r on r.assessment_id = a.id and r.state = 1
    join statement_responses v on v.id = r.statement_response_id and v.asks_for_evidence
    join statements s on s.id = r.statement_id
    where a.type = 'certification' and a.status in ('in_review', 'certified') and not exists (
      select from attachments f where f.assessment_id = a.id and f.statement_id = s.id and f.status = 'clean')`)
  expect(missing.rows).toEqual([])
  const { rows } = await t.owner.query<{ review: number; id: number; size: number }>(`
    select v.id as review, f.id, f.size from reviews v join attachments f on f.assessment_id = v.assessment_id
    where v.status = 'submitted'`)
  expect(rows.length).toBeGreaterThan(2)
  const auditor = t.as(await demoUser(t.db, 'assurance.auditor@example.org'))
  for (const { review, id, size } of rows) {
    const content = await auditor.get(`/reviews/${review}/attachments/${id}/content`)
    expect([content.status, Number(content.headers['content-length'])]).toEqual([200, size])
  }
})

test('every demo user can sign in at the own host', async () => {
  for (const { email, tenant } of DEMO_USERS) {
    const host = tenant === 'public' ? 'localhost' : `${tenant}.localhost`
    expect((await aBrowser(t.call, host).signIn(email, DEMO_PASSWORD)).statusCode, email).toBe(200)
  }
})

test('the two special tenants and the first terms are created once', async () => {
  await t.owner.query(`update tenants set name = 'Our own name' where domain = 'public'`)
  await seedDatabase(t.app.pools, t.app.env)
  const { rows } = await t.owner.query(
    `select domain, name from tenants where kind <> 'organisation' order by domain`,
  )
  expect(rows).toEqual([
    { domain: 'admin', name: 'Waymark platform' },
    { domain: 'public', name: 'Our own name' },
  ])
  expect(await count('terms')).toBe(1)
})

const offered = async () => {
  const { body } = await t.at('harbour.localhost').get('/auth/sso/connections')
  return (body as { connections: object[] }).connections.length
}

test('the local single sign-on is offered only while it runs, and edited connections stay', async () => {
  const start = async (isThere: boolean) => {
    await connectLocalIdp(t.app, isThere)
    // Tenants are cached.
    await t.app.hosts('harbour.localhost', { isFresh: true })
    return await offered()
  }
  expect([await start(true), await start(false), await start(true)]).toEqual([3, 0, 3])
  const harbour = await theTenant(t.db, 'harbour')
  const admin = t.as(await aUser(t.db, { tenant: harbour, roles: ['admin'] }))
  const path = `/customers/${harbour.id}/connections`
  const read = async () =>
    ((await admin.get(path)).body as { connections: { id: number; version: number }[] }).connections
  const [first, second] = await read()
  const setActive = async (is_active: boolean) =>
    await admin.patch(`${path}/${first?.id}`, { version: (await read())[0]?.version, is_active })
  await setActive(false)
  expect((await admin.delete(`${path}/${second?.id}`)).status).toBe(204)
  expect(await offered()).toBe(1)
  expect([await start(true), await start(false), await start(true)]).toEqual([1, 0, 1])
  await setActive(true)
  expect(await start(false)).toBe(1)
})

test('the local Salesforce is configured only while it runs', () => {
  const env = { ...t.app.env, DEMO: true, NODE_ENV: 'development' as const }
  expect(withLocalSalesforce(env, false).SALESFORCE_ISSUER).toBeUndefined()
  expect(withLocalSalesforce(env, true).SALESFORCE_ISSUER).toMatch(/^http:\/\/127\.0\.0\.1:/)
})
