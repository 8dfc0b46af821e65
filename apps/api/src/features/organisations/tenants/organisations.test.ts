import { tenants } from 'contract/tenants'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type TestTenant,
  type TestUser,
  PIXEL,
  aConnection,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { linkTo, mailsTo } from '#testing/mailed.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let god: TestUser
let auditor: TestUser
let admin: TestUser
let northfield: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const platform = await theTenant(t.db, 'admin')
  god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
  auditor = await aUser(t.db, { tenant: platform, roles: ['auditor'], name: 'Lead auditor' })
})
beforeEach(async () => {
  northfield = await aTenant(t.db, { name: 'Northfield Trust' })
  admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
})
afterAll(() => t.close())

const detailsOf = async (by: TestUser, id = northfield.id) =>
  tenants.get.response.parse((await t.as(by).get(`/customers/${id}`)).body)
const change = (by: TestUser, body: object, id = northfield.id) =>
  t.as(by).patch(`/customers/${id}`, body)
const create = (body: object, by = god) => t.as(by).post('/customers', body)
const eventsOf = async (id: number) =>
  (
    await t.owner.query<{ action: string; actor_id: number; details: object }>(
      'select action, actor_id, details from audit_events where tenant_id = $1 order by id',
      [id],
    )
  ).rows

test('a god-admin makes an organisation: it answers at its host, and its first administrator is invited', async () => {
  const answer = await create({
    name: 'Kestrel Rail',
    domain: 'Kestrel',
    brand_colour: '#8C1D40',
    admin_email: 'first@kestrel.example',
  })
  const kestrel = tenants.create.response.parse(answer.body)
  expect(kestrel).toMatchObject({ domain: 'kestrel', version: 1, open_invitations: 1, users: 0 })
  expect((await t.at('kestrel.localhost').get('/tenant')).body).toMatchObject({
    name: 'Kestrel Rail',
  })
  const { url, mail } = await linkTo(t, 'first@kestrel.example')
  expect(url.host).toMatch(/^kestrel\.localhost/)
  expect(mail?.subject).toBe('You are invited to Kestrel Rail')
  expect((await eventsOf(kestrel.id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['organisation.created', god.id],
    ['invitation.sent', god.id],
  ])
})

test.each(['admin', 'my-admin', 'www', 'api', 'auth', 'public', 'North field', '-a', 'a.b', ''])(
  'the domain «%s» names no organisation',
  async (domain) => {
    expect(await create({ name: 'Wrong', domain })).toMatchObject({
      status: 400,
      body: { fields: { domain: expect.any(String) } },
    })
  },
)

test('a domain names one organisation, even when two god-admins want it at once', async () => {
  const domain = 'wanted'
  const answers = await Promise.all([1, 2, 3].map((n) => create({ name: `Wanted ${n}`, domain })))
  expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '400', '400'])
  expect(await change(god, { version: 1, domain })).toMatchObject({
    body: { fields: { domain: 'Another organisation has this domain' } },
  })
})

test('whoever is no god-admin of the platform makes no organisation and suspends none', async () => {
  const local = await aUser(t.db, { tenant: northfield, roles: ['god-admin'] })
  for (const by of [auditor, admin, local]) {
    expect(await create({ name: 'Wrong', domain: 'wrong' }, by)).toMatchObject({ status: 403 })
    expect(await t.as(by).post(`/customers/${northfield.id}/suspension`)).toMatchObject({
      status: 403,
    })
  }
})

test('an admin changes the own organisation, but neither its domain nor its auditors', async () => {
  const wish = { name: 'Northfield', brand_colour: '#0A5B7A', retention_years: 7 }
  const answer = await change(admin, { version: 1, ...wish, time_zone: 'Europe/Dublin' })
  expect(answer.body).toMatchObject({ ...wish, time_zone: 'Europe/Dublin', version: 2 })
  for (const reserved of [{ domain: 'elsewhere' }, { auditor: [auditor.id] }])
    expect(await change(admin, { version: 2, ...reserved })).toMatchObject({ status: 403 })
  const [event] = await eventsOf(northfield.id)
  expect(event).toMatchObject({
    action: 'organisation.changed',
    actor_id: admin.id,
    details: { name: 'Northfield Trust → Northfield', retention_years: 'null → 7' },
  })
})

test('what is not valid is named by its field', async () => {
  const answer = await change(god, {
    version: 1,
    name: ' ',
    brand_colour: 'green',
    time_zone: 'Moon/Crater',
    retention_years: 31,
  })
  expect(Object.keys((answer.body as { fields: object }).fields).sort()).toEqual([
    'brand_colour',
    'name',
    'retention_years',
    'time_zone',
  ])
})

test('the second of two people is told what the first has saved, and nothing is overwritten', async () => {
  expect((await change(god, { version: 1, name: 'First' })).status).toBe(200)
  const second = await change(admin, { version: 1, name: 'Second', retention_years: 3 })
  expect(second).toMatchObject({
    code: 'conflict',
    body: { details: { name: 'First', version: 2, retention_years: null } },
  })
  expect((await change(admin, { version: 2, name: 'Second' })).status).toBe(200)
})

test('of many who save the same version at once, one saves', async () => {
  const wishes = Array.from({ length: 6 }, (_, n) => change(god, { version: 1, name: `N${n}` }))
  const answers = await Promise.all(wishes)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 'conflict')).toHaveLength(5)
  expect(await detailsOf(god)).toMatchObject({ version: 2 })
  expect(await eventsOf(northfield.id)).toHaveLength(1)
})

test('saving what stands already changes nothing and is not recorded', async () => {
  expect((await change(admin, { version: 1, name: 'Northfield Trust' })).body).toMatchObject({
    version: 1,
  })
  expect(await eventsOf(northfield.id)).toEqual([])
})

test('a god-admin assigns auditors; from then on they read the organisation, and write nothing', async () => {
  expect((await t.as(auditor).get(`/customers/${northfield.id}`)).status).toBe(404)
  expect((await t.as(god).get('/auditors')).body).toEqual({
    auditors: [{ id: auditor.id, name: 'Lead auditor' }],
  })
  expect((await change(god, { version: 1, auditor: [auditor.id] })).body).toMatchObject({
    auditor: [{ id: auditor.id, name: 'Lead auditor' }],
  })
  expect(await detailsOf(auditor)).toMatchObject({ name: 'Northfield Trust' })
  for (const path of ['', '/logo', '/connections'])
    expect((await t.as(auditor).get(`/customers/${northfield.id}${path}`)).status).not.toBe(403)
  expect(await change(auditor, { version: 2, name: 'Mine' })).toMatchObject({ status: 403 })
  expect((await change(god, { version: 2, auditor: [] })).status).toBe(200)
  expect((await t.as(auditor).get(`/customers/${northfield.id}`)).status).toBe(404)
  expect(await change(god, { version: 3, auditor: [admin.id] })).toMatchObject({
    status: 400,
    body: { fields: { auditor: expect.any(String) } },
  })
})

test('single sign-on alone needs a connection that works', async () => {
  const wish = { version: 1, sign_in_mode: 'sso' }
  expect(await change(admin, wish)).toMatchObject({
    status: 400,
    body: { fields: { sign_in_mode: expect.stringContaining('Connect') } },
  })
  await aConnection(t.db, northfield, { isActive: false })
  expect((await change(admin, wish)).status).toBe(400)
  await aConnection(t.db, northfield)
  expect((await change(admin, wish)).body).toMatchObject({ sign_in_mode: 'sso' })
})

test('who has no second step yet is counted, and asked for one once it is required', async () => {
  const person = await aUser(t.db, { tenant: northfield })
  await aUser(t.db, { tenant: northfield, isActive: false })
  expect(await detailsOf(admin)).toMatchObject({ without_second_step: 2, is_mfa_required: false })
  expect(await detailsOf(admin)).toMatchObject({ users: 3, active_users: 2 })
  expect((await change(admin, { version: 1, is_mfa_required: true })).status).toBe(200)
  expect((await t.as(person).get('/overview')).code).toBe('mfa-setup-required')
})

test('the people of a suspended organisation are out at their next request, and in again afterwards', async () => {
  const person = t.as(admin)
  expect((await person.get('/user')).status).toBe(200)
  const suspended = await t.as(god).post(`/customers/${northfield.id}/suspension`)
  expect(suspended.body).toMatchObject({ status: 'suspended', version: 2 })
  expect((await person.get('/user')).code).toBe('organisation-suspended')
  const opened = await t.as(god).delete(`/customers/${northfield.id}/suspension`)
  expect(opened.body).toMatchObject({ status: 'active', version: 3 })
  expect((await person.get('/user')).status).toBe(200)
  expect((await eventsOf(northfield.id)).map(({ action }) => action)).toEqual([
    'organisation.suspended',
    'organisation.reactivated',
  ])
})

test('the public organisation is neither suspended nor moved', async () => {
  const { id } = await theTenant(t.db, 'public')
  expect((await t.as(god).post(`/customers/${id}/suspension`)).status).toBe(403)
  const { version } = await detailsOf(god, id)
  expect((await change(god, { version, domain: 'moved' }, id)).status).toBe(400)
})

test('another organisation is as if it were not there', async () => {
  const harbour = await aTenant(t.db)
  for (const path of ['', '/logo', '/connections'])
    expect((await t.as(admin).get(`/customers/${harbour.id}${path}`)).status).toBe(404)
  expect((await change(admin, { version: 1, name: 'Mine' }, harbour.id)).status).toBe(404)
  expect(
    (await t.as(admin).delete(`/customers/${harbour.id}/logo?version=${'0'.repeat(64)}`)).status,
  ).toBe(404)
})

test('an invitation from the platform is refused to nobody for want of an inviter', async () => {
  await create({ name: 'Ibis', domain: 'ibis', admin_email: 'first@ibis.example' })
  expect(await mailsTo(t, 'first@ibis.example')).toHaveLength(1)
})

test('an organisation whose first invitation cannot be made is not made either', async () => {
  const wish = { name: 'Jay', domain: 'jay', admin_email: 'first@jay.example' }
  await t.owner.query(
    `alter table one_time_links add constraint refused check (email <> 'first@jay.example')`,
  )
  expect((await create(wish)).status).toBe(500)
  expect((await t.at('jay.localhost').get('/tenant')).status).toBe(404)
  await t.owner.query('alter table one_time_links drop constraint refused')
  expect((await create(wish)).status).toBe(200)
  expect(await mailsTo(t, 'first@jay.example')).toHaveLength(1)
})

const putLogo = (file: Buffer | string, version: string | null = null) =>
  t.as(admin).put(`/customers/${northfield.id}/logo`, {
    version,
    image: Buffer.from(file).toString('base64'),
  })
const logoVersion = async () => String((await detailsOf(admin)).logo_version)
const dropLogo = async (version: string) =>
  await t.as(admin).delete(`/customers/${northfield.id}/logo?version=${version}`)

test('a logo is drawn anew and served at the organisation’s host, until it is taken away', async () => {
  expect((await putLogo(PIXEL)).status).toBe(204)
  expect(await detailsOf(admin)).toMatchObject({ has_logo: true })
  const served = await t.at(northfield.host).get('/tenant/logo')
  expect(served.headers['content-type']).toBe('image/png')
  expect((await t.as(god).get(`/customers/${northfield.id}/logo`)).status).toBe(200)
  expect((await dropLogo(await logoVersion())).status).toBe(204)
  expect((await t.as(admin).get(`/customers/${northfield.id}/logo`)).status).toBe(404)
})

const aPicture = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: '#1C5C46' } })
    .png()
    .toBuffer()

test('a logo that somebody else has changed meanwhile is neither replaced nor removed unseen', async () => {
  expect((await putLogo(PIXEL)).status).toBe(204)
  const seen = await logoVersion()
  expect((await putLogo(await aPicture(), seen)).status).toBe(204)
  const stands = await logoVersion()
  expect(stands).not.toBe(seen)
  const conflict = { status: 409, code: 'conflict', body: { details: { logo_version: stands } } }
  for (const late of [putLogo(PIXEL, seen), putLogo(PIXEL), dropLogo(seen)])
    expect(await late).toMatchObject(conflict)
  expect(await logoVersion()).toBe(stands)
  expect((await dropLogo(stands)).status).toBe(204)
  expect(await putLogo(PIXEL, stands)).toMatchObject({ status: 409, code: 'conflict' })
})

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['text', 'not a picture'],
  ['a broken PNG', PIXEL.subarray(0, 30)],
  ['nothing', ''],
])('%s is no logo', async (_, file) => {
  expect(await putLogo(file)).toMatchObject({
    status: 400,
    body: { fields: { image: expect.stringContaining('PNG, JPEG or WebP') } },
  })
})

test('a file above 2 MB is refused', async () => {
  const [large, huge] = [2.1, 3].map((size) => Buffer.alloc(size * 1024 * 1024))
  expect((await putLogo(large ?? '')).status).toBe(400)
  expect((await putLogo(huge ?? '')).status).toBe(413)
})
