import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenants } from 'contract/tenants'
import { demoUser } from '#demo/demo-user.ts'
import { loadDemo } from '#demo/load-demo.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ works: false })
  await loadDemo(t.app)
})
afterAll(() => t.close())

const at = (host: string, path: string) => t.call({ host, url: `/api${path}` })
const tenantAt = async (host: string) =>
  tenants.current.response.parse((await at(host, '/tenant')).json())
const as = async (name: string) => t.as(await demoUser(t.db, `${name}@example.org`))
const customersOf = async (name: string, search = '') =>
  tenants.list.response.parse((await (await as(name)).get(`/customers${search}`)).body).rows

test('the tenant is taken from the host name, in whatever case', async () => {
  const names = ['northfield.localhost', 'NORTHFIELD.localhost', 'localhost', 'admin.localhost']
  const found = await Promise.all(names.map(tenantAt))
  expect(found.map(({ name }) => name)).toEqual([
    'Northfield Trust',
    'Northfield Trust',
    'Waymark',
    'Waymark platform',
  ])
  expect(found.map(({ is_public, is_platform }) => [is_public, is_platform])).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [false, true],
  ])
})

test.each([
  'nobody.localhost',
  'public.localhost',
  'a.northfield.localhost',
  'northfield.localhost.',
  'northfield',
  'xnorthfieldlocalhost',
  '127.0.0.1',
])('the unknown host %s gets a clear 404, never another tenant', async (host) => {
  const answer = await at(host, '/tenant')
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'unknown-host' })
})

test('a forwarded host and a tenant header that names another host change nothing', async () => {
  const call = (headers: Record<string, string>) =>
    t.call({ host: 'northfield.localhost', method: 'GET', url: '/api/tenant', headers })
  const forwarded = await call({ 'x-forwarded-host': 'harbour.localhost' })
  expect(forwarded.json()).toMatchObject({ domain: 'northfield' })
  const named = await call({ tenant: 'harbour.localhost' })
  expect([named.statusCode, named.json().code]).toEqual([400, 'tenant-mismatch'])
})

test('an organisation has a stylesheet of its own colours', async () => {
  const [northfield, harbour] = await Promise.all(
    ['northfield', 'harbour'].map((name) => at(`${name}.localhost`, '/tenant/brand.css')),
  )
  expect(northfield?.headers['content-type']).toMatch(/^text\/css/)
  expect(northfield?.body).toMatch(/--[\w-]+:/)
  expect(northfield?.body).not.toBe(harbour?.body)
})

test('without a logo there is none to fetch', async () => {
  expect((await at('northfield.localhost', '/tenant')).json().logo_url).toBeNull()
  expect((await at('northfield.localhost', '/tenant/logo')).statusCode).toBe(404)
})

test("the year is that of the tenant's own time zone at the turn of the year", async () => {
  await t.owner.query(`update tenants set time_zone = 'Pacific/Auckland' where domain = 'harbour'`)
  await t.owner.query(
    `update tenants set time_zone = 'America/Los_Angeles' where domain = 'public'`,
  )
  const fresh = await startedAt('2026-12-31T12:00:00Z')
  expect(fresh).toEqual({ northfield: 2026, harbour: 2027, public: 2026 })
  expect(await startedAt('2027-01-01T00:30:00Z')).toEqual({
    northfield: 2027,
    harbour: 2027,
    public: 2026,
  })
})

async function startedAt(moment: string) {
  // What is known of a host may be five seconds old.
  const real = Date.now
  const later = real() + 6000
  Date.now = () => later
  t.clock.now = () => new Date(moment)
  const year = async (host: string) => (await tenantAt(host)).year
  const years = {
    northfield: await year('northfield.localhost'),
    harbour: await year('harbour.localhost'),
    public: await year('localhost'),
  }
  t.clock.now = () => new Date()
  Date.now = real
  return years
}

test('all organisations for god-admins, the assigned for auditors, the own for admins', async () => {
  const domains = async (name: string) => (await customersOf(name)).map(({ domain }) => domain)
  expect(await domains('platform.admin')).toEqual(['harbour', 'northfield', 'public'])
  expect(await domains('assurance.auditor')).toEqual(['northfield'])
  expect(await domains('northfield.admin')).toEqual(['northfield'])
  expect(await (await as('resilience.lead')).get('/customers')).toMatchObject({ status: 403 })
})

test('organisations are found by parts of their name or domain, and by their auditors', async () => {
  const [auditor] = (await customersOf('platform.admin')).flatMap((one) => one.auditor)
  const domains = async (search: string) =>
    (await customersOf('platform.admin', search)).map(({ domain }) => domain)
  expect(await domains('?name=FIELD')).toEqual(['northfield'])
  expect(await domains('?name=n%C3%B6rth')).toEqual(['northfield'])
  expect(await domains('?name=harb&sort=name.desc')).toEqual(['harbour'])
  expect(await domains('?sort=domain.desc')).toEqual(['public', 'northfield', 'harbour'])
  expect(await domains(`?auditor=${auditor?.id},1`)).toEqual(['northfield'])
  expect(await (await as('platform.admin')).get('/customers?sort=users.asc')).toMatchObject({
    status: 400,
    body: { fields: { sort: expect.any(String) } },
  })
})

test('an organisation shows its people, its assessments of the year and its auditors', async () => {
  const northfield = (await customersOf('platform.admin')).find(
    ({ domain }) => domain === 'northfield',
  )
  expect(northfield).toMatchObject({
    users: 7,
    assessments_in_progress: 5,
    assessments_completed: 1,
    status: 'active',
    is_public: false,
    auditor: [{ name: 'Assurance Auditor' }],
  })
  const [own] = await customersOf('northfield.admin')
  expect(own?.auditor).toEqual(northfield?.auditor)
  const god = await as('platform.admin')
  expect((await god.get(`/customers/${northfield?.id}`)).body).toMatchObject({ ...northfield })
})

test('an organisation out of view is as if it were not there', async () => {
  const harbour = (await customersOf('platform.admin')).find(({ domain }) => domain === 'harbour')
  for (const name of ['assurance.auditor', 'northfield.admin']) {
    const person = await as(name)
    const foreign = await person.get(`/customers/${harbour?.id}`)
    const never = await person.get('/customers/999999999')
    expect([foreign.status, never.status]).toEqual([404, 404])
    const { request_id: _, ...body } = foreign.body as { request_id: string }
    expect(never.body).toMatchObject(body)
  }
})
