import { MAX_ATTACHMENT_QUOTA, tenants } from 'contract/tenants'
import { beforeEach, expect, test } from 'vitest'
import { upload } from '#testing/attached.ts'
import {
  type TestTenant,
  type TestUser,
  aConnection,
  aContentSet,
  aTenant,
  aUser,
  anAssessment,
  theTenant,
} from '#testing/factories.ts'
import { linkTo, mailsTo } from '#testing/mailed.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

let admin: TestUser
let northfield: TestTenant
const t = await testApp({ works: false })
const platform = await theTenant(t.db, 'admin')
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
const auditor = await aUser(t.db, { tenant: platform, roles: ['auditor'], name: 'Lead auditor' })
beforeEach(async () => {
  northfield = await aTenant(t.db, { name: 'Northfield Trust' })
  admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
})

const detailsOf = async (by: TestUser, id = northfield.id) =>
  tenants.get.response.parse((await t.as(by).get(`/customers/${id}`)).body)
const change = (by: TestUser, body: object, id = northfield.id) =>
  t.as(by).patch(`/customers/${id}`, { version: 1, ...body })
const create = (body: object, by = god) => t.as(by).post('/customers', body)
type Event = { action: string; actor_id: number; details: object }
const eventsOf = (id = northfield.id) => t.sql<Event>`
  select action, actor_id, details from audit_events where tenant_id = ${id} order by id`

test('a new organisation answers at its host, and its first admin is invited', async () => {
  const body = { name: 'Kestrel Rail', brand_colour: '#8C1D40' }
  const answer = await create({ ...body, domain: 'Kestrel', admin_email: 'first@kestrel.example' })
  const kestrel = tenants.create.response.parse(answer.body)
  expect(kestrel).toMatchObject({ domain: 'kestrel', version: 1, open_invitations: 1, users: 0 })
  const found = await t.at('kestrel.localhost').get('/tenant')
  expect(found.body).toMatchObject({ name: 'Kestrel Rail' })
  const { url, mail } = await linkTo(t, 'first@kestrel.example')
  expect(url.host).toMatch(/^kestrel\.localhost/)
  expect(mail?.subject).toBe('You’re invited to join Kestrel Rail')
  expect((await eventsOf(kestrel.id)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ['organisation.created', god.id],
    ['invitation.sent', god.id],
  ])
})

test('if the first invitation fails, the organisation is not created', async () => {
  const body = { name: 'Jay', domain: 'jay', admin_email: 'first@jay.example' }
  await t.owner.query(
    `alter table one_time_links add constraint refused check (email <> 'first@jay.example')`,
  )
  expect((await create(body)).status).toBe(500)
  expect((await t.at('jay.localhost').get('/tenant')).status).toBe(404)
  await t.owner.query('alter table one_time_links drop constraint refused')
  expect((await create(body)).status).toBe(200)
  expect(await mailsTo(t, 'first@jay.example')).toHaveLength(1)
})

test.each([
  'admin',
  'my-admin',
  'www',
  'api',
  'auth',
  'public',
  'North field',
  '-a',
  'a.b',
  'ä',
  'a'.repeat(64),
  '',
])('the domain «%s» is refused', async (domain) => {
  expect(await create({ name: 'Wrong', domain })).toMatchObject({
    status: 400,
    body: { fields: { domain: expect.any(String) } },
  })
})

test('of three organisations created with the same domain, one is created', async () => {
  const domain = 'wanted'
  const answers = await Promise.all([1, 2, 3].map((n) => create({ name: `Wanted ${n}`, domain })))
  expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '400', '400'])
  expect(await change(god, { domain })).toMatchObject({
    body: {
      fields: { domain: 'Another organisation already uses this domain. Choose a different one.' },
    },
  })
})

test('an admin changes the settings that aren’t reserved for god-admins', async () => {
  const unchanged = await change(admin, { name: 'Northfield Trust' })
  expect(unchanged.body).toMatchObject({ version: 1 })
  const settings = { brand_colour: '#0A5B7A', retention_years: 7, time_zone: 'Europe/Dublin' }
  const answer = await change(admin, { name: 'Northfield', ...settings })
  expect(answer.body).toMatchObject({ name: 'Northfield', ...settings, version: 2 })
  for (const reserved of [
    { domain: 'elsewhere' },
    { auditor: [auditor.id] },
    { attachment_quota: 1024 },
  ]) {
    const [field] = Object.keys(reserved)
    expect(await change(admin, { version: 2, ...reserved })).toMatchObject({
      status: 403,
      body: { fields: { [field ?? '']: 'Ask a god-admin' } },
    })
  }
  expect(await eventsOf()).toMatchObject([
    {
      action: 'organisation.changed',
      actor_id: admin.id,
      details: { name: 'Northfield Trust → Northfield', retention_years: 'null → 7' },
    },
  ])
})

test('every invalid field is named', async () => {
  const invalid = { brand_colour: 'green', name: ' ', retention_years: 31, time_zone: 'Moon' }
  const { body } = await change(god, invalid)
  expect(Object.keys((body as { fields: object }).fields).sort()).toEqual(Object.keys(invalid))
  expect((await change(god, { name: '\u200b' })).body).toMatchObject({
    fields: { name: 'Enter a value' },
  })
  for (const attachment_quota of [-1, 1.5, MAX_ATTACHMENT_QUOTA + 1, '5 GB', null])
    expect(await change(god, { attachment_quota })).toMatchObject({
      status: 400,
      body: { fields: { attachment_quota: expect.any(String) } },
    })
})

test('of six saves of the same version one is saved, and the others get a conflict', async () => {
  const names = Array.from({ length: 6 }, (_, n) => `N${n}`)
  const answers = await Promise.all(names.map((name) => change(god, { name })))
  const won = answers.findIndex(({ status }) => status === 200)
  expect(answers.filter(({ code }) => code === 'conflict')).toHaveLength(5)
  expect(await eventsOf()).toHaveLength(1)
  expect(await change(admin, { name: 'Late', retention_years: 3 })).toMatchObject({
    status: 409,
    code: 'conflict',
    body: { details: { name: names[won], version: 2, retention_years: null } },
  })
  expect((await change(admin, { version: 2, name: 'Late' })).status).toBe(200)
})

test('an assigned auditor can read the organisation but not change it', async () => {
  const read = async () => (await t.as(auditor).get(`/customers/${northfield.id}`)).status
  expect(await read()).toBe(404)
  const lead = { id: auditor.id, name: 'Lead auditor' }
  expect((await t.as(god).get('/auditors')).body).toEqual({ auditors: [lead] })
  expect((await change(god, { auditor: [auditor.id] })).body).toMatchObject({ auditor: [lead] })
  expect(await read()).toBe(200)
  expect(await change(auditor, { version: 2, name: 'Mine' })).toMatchObject({ status: 403 })
  expect((await change(god, { version: 2, auditor: [] })).status).toBe(200)
  expect(await read()).toBe(404)
  expect(await change(god, { version: 3, auditor: [admin.id] })).toMatchObject({
    status: 400,
    body: { fields: { auditor: expect.any(String) } },
  })
})

test('single sign-on only needs an active connection', async () => {
  const sso = { sign_in_mode: 'sso' }
  expect(await change(admin, sso)).toMatchObject({
    status: 400,
    body: { fields: { sign_in_mode: expect.stringContaining('Connect') } },
  })
  await aConnection(t.db, northfield, { isActive: false })
  expect((await change(admin, sso)).status).toBe(400)
  await aConnection(t.db, northfield)
  expect((await change(admin, sso)).body).toMatchObject(sso)
})

test('users without two-step verification are counted and must set it up once it is required', async () => {
  const user = await aUser(t.db, { tenant: northfield })
  await aUser(t.db, { tenant: northfield, isActive: false })
  expect(await detailsOf(admin)).toMatchObject({ without_mfa: 2, is_mfa_required: false })
  expect((await change(admin, { is_mfa_required: true })).status).toBe(200)
  expect((await t.as(user).get('/overview')).code).toBe('mfa-setup-required')
})

test('a suspended organisation is closed from the next request until it is reactivated', async () => {
  const user = t.as(admin)
  expect((await user.get('/user')).status).toBe(200)
  const suspended = await t.as(god).post(`/customers/${northfield.id}/suspension`)
  expect(suspended.body).toMatchObject({ status: 'suspended', version: 2 })
  expect((await user.get('/user')).code).toBe('organisation-suspended')
  const opened = await t.as(god).delete(`/customers/${northfield.id}/suspension`)
  expect(opened.body).toMatchObject({ status: 'active', version: 3 })
  expect((await user.get('/user')).status).toBe(200)
  expect((await eventsOf()).map(({ action }) => action)).toEqual([
    'organisation.suspended',
    'organisation.reactivated',
  ])
})

test('the public organisation can’t be suspended or moved', async () => {
  const { id: publicId } = await theTenant(t.db, 'public')
  expect((await t.as(god).post(`/customers/${publicId}/suspension`)).status).toBe(403)
  const { version } = await detailsOf(god, publicId)
  expect((await change(god, { version, domain: 'moved' }, publicId)).status).toBe(400)
})

test('below the attachment quota in use, files stay but new ones are refused', async () => {
  const attachment_quota = 10 * 1024 ** 3
  expect((await change(god, { attachment_quota })).body).toMatchObject({ attachment_quota })
  expect(await eventsOf()).toMatchObject([
    { actor_id: god.id, details: { attachment_quota: '5 GB → 10 GB' } },
  ])
  const contentSetId = await aContentSet(t.db, { tenant: northfield, file: aTinySet() })
  const user = await aUser(t.db, { tenant: northfield })
  const assessment = await anAssessment(t.db, { user, contentSetId })
  const rows = await t.sql<{ id: number }>`
    select id from statements where content_set_id = ${contentSetId} limit 1`
  const file = { name: 'minutes.txt', bytes: Buffer.from('Agreed in May.') }
  const send = () => upload(aRespondent(t, user), assessment, rows[0]?.id ?? 0, file)
  expect((await send()).status).toBe(200)
  await change(god, { version: 2, attachment_quota: 0 })
  expect(await send()).toMatchObject({ body: { code: 'quota-full' } })
  expect((await detailsOf(admin)).attachment_bytes).toBe(file.bytes.length)
  await change(god, { version: 3, attachment_quota: MAX_ATTACHMENT_QUOTA })
  expect((await send()).status).toBe(200)
})
