import { certifications } from 'contract/certifications'
import { reviews } from 'contract/reviews'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { addFirstRows } from './first-rows.ts'
import { demoUser } from './demo-user.ts'
import { DEMO_PASSWORD, loadDemo } from './load-demo.ts'
import { DEMO_PEOPLE } from './people.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
afterAll(() => t.close())

const count = async (table: string) =>
  (await t.owner.query(`select count(*)::int as count from ${table}`)).rows[0]?.count

test('an installation that has organisations of its own gets no demo', async () => {
  const own = await startTestApp({ works: false })
  const tenant = await aTenant(own.db)
  await aUser(own.db, { tenant })
  expect(await loadDemo(own.app)).toBe(false)
  const { rows } = await own.owner.query('select count(*)::int as count from users')
  expect(rows).toEqual([{ count: 1 }])
  await own.close()
})

test('the demo is loaded once, whole, and left alone by the next start', async () => {
  expect(await loadDemo(t.app)).toBe(true)
  const tables = ['users', 'content_sets', 'assessments', 'responses', 'response_events', 'reports']
  const before = await Promise.all(tables.map(count))
  expect(before[0]).toBe(DEMO_PEOPLE.length)
  await t.owner.query(`update users set name = 'Renamed' where email = 'plant.manager@example.org'`)
  expect(await loadDemo(t.app)).toBe(true)
  expect(await Promise.all(tables.map(count))).toEqual(before)
  expect(
    await t.db.selectFrom('users').select('id').where('name', '=', 'Renamed').execute(),
  ).toHaveLength(1)
})

test('every answer of the demo has its history, and every completed assessment its report', async () => {
  const { rows } = await t.owner.query(`select
    (select count(*)::int from responses r where not exists (select from response_events e
      where e.tenant_id = r.tenant_id and e.assessment_id = r.assessment_id and e.statement_id = r.statement_id
        and e.state = r.state and e.version = r.version)) as untold,
    (select count(*)::int from assessments a where status = 'completed'
      and not exists (select from reports p where p.tenant_id = a.tenant_id and p.assessment_id = a.id)) as unreported`)
  expect(rows).toEqual([{ untold: 0, unreported: 0 }])
})

test('the demo has a certificate that is soon to be renewed, and an assessment that waits for its auditor', async () => {
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

test('what was submitted in the demo has the evidence that it asks for, and its auditor opens it', async () => {
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

test('everybody in the demo signs in at the host of their organisation', async () => {
  for (const { email, tenant } of DEMO_PEOPLE) {
    const host = tenant === 'public' ? 'localhost' : `${tenant}.localhost`
    expect((await aBrowser(t.call, host).signIn(email, DEMO_PASSWORD)).statusCode, email).toBe(200)
  }
})

test('the first rows are made once: two special organisations and the first terms', async () => {
  await t.owner.query(`update tenants set name = 'Our own name' where domain = 'public'`)
  await addFirstRows(t.app.pools)
  const { rows } = await t.owner.query(
    `select domain, name from tenants where kind <> 'organisation' order by domain`,
  )
  expect(rows).toEqual([
    { domain: 'admin', name: 'Waymark platform' },
    { domain: 'public', name: 'Our own name' },
  ])
  expect(await count('terms')).toBe(1)
})
