import { expect, test } from 'vitest'
import { tenants } from 'contract/tenants'
import { anAuditor } from '#testing/certifying.ts'
import {
  type TestUser,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
  theTenant,
} from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const northfield = await aTenant(t.db, { domain: 'northfield', name: 'Northfield Trust' })
const harbour = await aTenant(t.db, { domain: 'harbour', name: 'Harbour Foods' })
await t.owner.query(`update tenants set brand_colour = '#1F4E8C' where id = $1`, [harbour.id])
const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
const auditor = await anAuditor(t.db, northfield, { name: 'Lead auditor' })
const admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })

const at = (host: string, path: string, headers = {}) =>
  t.call({ host, method: 'GET', url: `/api${path}`, headers })
const tenantAt = async (host: string) =>
  tenants.current.response.parse((await at(host, '/tenant')).json())
const list = async (by: TestUser, search = '') =>
  tenants.list.response.parse((await t.as(by).get(`/customers?${search}`)).body)
const domains = async (by: TestUser, search = '') =>
  (await list(by, search)).rows.map(({ domain }) => domain)
const choices = async (by: TestUser) =>
  tenants.choices.response.parse((await t.as(by).get('/customer-choices')).body)

test.each([
  ['northfield.localhost', 'Northfield Trust', false, false],
  ['NORTHFIELD.localhost', 'Northfield Trust', false, false],
  ['localhost', 'Waymark', true, false],
  ['admin.localhost', 'Waymark platform', false, true],
])('the host %s has the tenant %s', async (host, name, is_public, is_platform) => {
  expect(await tenantAt(host)).toMatchObject({
    name,
    is_public,
    is_platform,
    support_email: 'support@example.org',
  })
})

test('each organisation has a stylesheet of its own colours, and no logo at first', async () => {
  const [own, other] = await Promise.all(
    [northfield, harbour].map(({ host }) => at(host, '/tenant/brand.css')),
  )
  expect(own?.headers['content-type']).toMatch(/^text\/css/)
  expect(own?.body).toMatch(/--[\w-]+:/)
  expect(own?.body).not.toBe(other?.body)
  expect((await at(northfield.host, '/tenant/logo')).statusCode).toBe(404)
})

test('the current year follows each tenant’s time zone', async () => {
  await t.owner
    .query(`update tenants set time_zone = case domain when 'harbour' then 'Pacific/Auckland'
    when 'public' then 'America/Los_Angeles' else time_zone end`)
  const { now } = Date
  // Tenants are cached for five seconds.
  const later = now() + 6000
  Date.now = () => later
  const years = async (moment: string) => {
    t.clock.now = () => new Date(moment)
    const found = await Promise.all(
      [northfield.host, harbour.host, 'localhost'].map((host) => tenantAt(host)),
    )
    return found.map(({ year }) => year)
  }
  expect(await years('2026-12-31T12:00:00Z')).toEqual([2026, 2027, 2026])
  expect(await years('2027-01-01T00:30:00Z')).toEqual([2027, 2027, 2026])
  t.clock.now = () => new Date()
  Date.now = now
})

test('god-admins list all organisations, auditors the assigned ones, admins their own', async () => {
  expect(await domains(god)).toEqual(['harbour', 'northfield', 'public'])
  expect(await domains(auditor)).toEqual(['northfield'])
  expect(await domains(admin)).toEqual(['northfield'])
  const own = [{ id: northfield.id, name: 'Northfield Trust', is_public: false }]
  expect(await choices(admin)).toMatchObject({ organisations: own })
  expect((await choices(god)).organisations).toHaveLength(3)
  for (const by of [god, admin, auditor])
    expect((await choices(by)).auditors).toEqual([{ id: auditor.id, name: 'Lead auditor' }])
  const elsewhere = await aUser(t.db, { tenant: harbour, roles: ['admin'] })
  expect((await choices(elsewhere)).auditors).toEqual([])
})

test('organisations are found by name, domain and auditor, in pages and either order', async () => {
  for (const name of ['Älder', 'alder two', 'Alder One'])
    await aTenant(t.db, { name: `Paged ${name}`, domain: `${name.at(-1)}-paged` })
  for (const [search, total, expected] of [
    ['name=FIELD', 1, ['northfield']],
    ['name=n%C3%B6rth', 1, ['northfield']],
    ['name=harb&sort=name.desc', 1, ['harbour']],
    [`auditor=${auditor.id},1`, 1, ['northfield']],
    ['name=paged', 3, ['r-paged', 'e-paged', 'o-paged']],
    ['name=paged&limit=2&page=2', 3, ['o-paged']],
    ['name=paged&limit=2&page=3', 3, []],
    ['name=paged&limit=2&sort=domain.desc', 3, ['r-paged', 'o-paged']],
  ] as const) {
    expect(await domains(god, search), search).toEqual(expected)
    expect(await list(god, search)).toMatchObject({ total })
  }
  expect(await list(admin, 'name=paged')).toMatchObject({ total: 0 })
  expect(await t.as(god).get('/customers?sort=users.asc')).toMatchObject({
    status: 400,
    body: { fields: { sort: expect.any(String) } },
  })
})

test('an organisation shows the numbers of users, invitations and assessments', async () => {
  const counted = await aTenant(t.db, { name: 'Counted' })
  const [user] = await Promise.all(
    [true, true, false].map((isActive) => aUser(t.db, { tenant: counted, isActive })),
  )
  const removed = await aUser(t.db, { tenant: counted, isActive: false })
  await t.owner.query('update users set removed_at = now() where id = $1', [removed.id])
  await t.sql`insert into one_time_links (tenant_id, kind, email, roles, expires_at, used_at, revoked_at)
     select ${counted.id}, 'invite', n || '@counted.example', '{user}', now() + case n % 4 when 3 then '-1 day' else '1 day' end::interval,
       case n % 4 when 1 then now() end, case n % 4 when 2 then now() end from generate_series(1, 8) n`
  const contentSetId = await aContentSet(t.db, { tenant: counted, file: aSmallSet() })
  if (user) await anAssessment(t.db, { user, contentSetId })
  if (user) await anAssessment(t.db, { user, contentSetId, type: 'certification', answered: [] })
  const row = {
    users: 3,
    assessments_in_progress: 1,
    assessments_completed: 1,
    status: 'active',
    is_public: false,
  }
  expect((await list(god, 'name=counted')).rows).toMatchObject([{ id: counted.id, ...row }])
  const { body } = await t.as(god).get(`/customers/${counted.id}`)
  expect(body).toMatchObject({ ...row, active_users: 2, open_invitations: 2, auditor: [] })
})
