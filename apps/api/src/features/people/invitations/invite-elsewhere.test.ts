import { invitations } from 'contract/invitations'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestTenant, type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { linkTo, mailsTo } from '#testing/mailed.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let northfield: TestTenant
let harbour: TestTenant
let god: TestUser
let auditor: TestUser
let admin: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const platform = await theTenant(t.db, 'admin')
  northfield = await aTenant(t.db, { domain: 'northfield', name: 'Northfield Trüst' })
  harbour = await aTenant(t.db, { domain: 'harbour', name: 'Harbour Foods' })
  god = await aUser(t.db, { tenant: platform, roles: ['god-admin'], name: 'Greta Göd' })
  auditor = await aUser(t.db, { tenant: platform, roles: ['auditor'] })
  await t.db
    .insertInto('tenant_auditors')
    .values({ tenant_id: platform.id, auditor_id: auditor.id, organisation_id: northfield.id })
    .execute()
  admin = await aUser(t.db, { tenant: northfield, roles: ['admin'], name: 'Nora Admin' })
})
beforeEach(async () => void (await t.owner.query('delete from rate_limits')))
afterAll(() => t.close())

let count = 0
const newAddress = () => `elsewhere+${(count += 1)}@example.org`
const invite = (by: TestUser, tenant_id: number | undefined, emails = [newAddress()]) =>
  t.as(by).post('/invitations', { emails, roles: ['user'], tenant_id })
async function anInvitation(by = god, tenant = northfield) {
  const { body } = await invite(by, tenant.id)
  const [invitation] = invitations.create.response.parse(body).invitations
  if (!invitation) throw new Error('Nobody was invited.')
  return invitation
}
async function rowsOf(by: TestUser, path: string) {
  return invitations.list.response.parse((await t.as(by).get(path)).body)
}

test('a god-admin invites into any organisation, in its name and to its host', async () => {
  const { email, organisation, invited_by } = await anInvitation()
  expect(organisation).toEqual({
    id: northfield.id,
    name: 'Northfield Trüst',
    is_platform: false,
    is_suspended: false,
  })
  expect(invited_by).toBe('Greta Göd')
  const { url, mail } = await linkTo(t, email)
  expect(url.host).toBe('northfield.localhost:4003')
  expect(mail?.subject).toBe('You are invited to Northfield Trüst')
  expect(mail?.text).toContain('Greta Göd invites you')
  const { rows } = await t.owner.query<{ tenant_id: number; actor_id: number }>(
    "select tenant_id, actor_id from audit_events where action = 'invitation.sent' and details->>'email' = $1",
    [email],
  )
  expect(rows).toEqual([{ tenant_id: northfield.id, actor_id: god.id }])
})

test('the organisation sees who of the platform invited', async () => {
  const { id } = await anInvitation()
  const { rows } = await rowsOf(admin, '/invitations?limit=100')
  expect(rows.find((row) => row.id === id)).toMatchObject({ invited_by: 'Greta Göd' })
})

test('god-admins and auditors are made at the platform only', async () => {
  const body = { emails: [newAddress()], roles: ['auditor'], tenant_id: harbour.id }
  expect(await t.as(god).post('/invitations', body)).toMatchObject({ code: 'forbidden' })
})

test('nobody else invites, sends again, copies or withdraws in another organisation', async () => {
  const { id } = await anInvitation(god, harbour)
  for (const person of [admin, auditor]) {
    const at = `?tenant_id=${harbour.id}`
    const answers = await Promise.all([
      invite(person, harbour.id),
      t.as(person).post('/invitation-checks', { emails: ['a@x.org'], tenant_id: harbour.id }),
      t.as(person).post(`/invitations/${id}/link${at}`),
      t.as(person).post(`/invitations/${id}/copied-link${at}`),
      t.as(person).delete(`/invitations/${id}${at}`),
    ])
    const code = person === admin ? 'not-found' : 'forbidden'
    expect(answers.map((answer) => answer.code)).toEqual(Array(5).fill(code))
    expect((await t.as(person).get(`/invitations${at}`)).code).toBe('not-found')
  }
})

test('auditors see the invitations of the organisations assigned to them, and write nothing', async () => {
  const { id } = await anInvitation()
  const at = `?tenant_id=${northfield.id}`
  expect(
    (await rowsOf(auditor, `/invitations${at}&limit=100`)).rows.map((row) => row.id),
  ).toContain(id)
  expect(await t.as(auditor).delete(`/invitations/${id}${at}`)).toMatchObject({ status: 403 })
  expect(await t.as(auditor).get('/admin-invites')).toMatchObject({ status: 403 })
})

test('all invitations are found by who invited, by organisation and by part of the address', async () => {
  const one = await anInvitation(god, harbour)
  const other = await anInvitation(admin, northfield)
  const idsOf = async (search: string) =>
    (await rowsOf(god, `/admin-invites?${search}`)).rows.map(({ id }) => id)
  expect(await idsOf('name=god')).toContain(one.id)
  expect(await idsOf('name=god')).not.toContain(other.id)
  expect(await idsOf('name=north+trust')).toEqual([])
  expect(await idsOf('name=TRUST')).toContain(other.id)
  expect(await idsOf(`email=${encodeURIComponent(one.email.toUpperCase())}`)).toEqual([one.id])
  expect((await idsOf('status=open')).slice(0, 2)).toEqual([other.id, one.id])
  expect(await idsOf('status=accepted')).toEqual([])
})

test('all invitations come in pages, the newest first', async () => {
  const one = await anInvitation(god, harbour)
  const two = await anInvitation(admin, northfield)
  const three = await anInvitation(god, harbour)
  const idsOf = async (search: string) =>
    (await rowsOf(god, `/admin-invites?${search}`)).rows.map(({ id }) => id)
  expect(await idsOf('limit=2')).toEqual([three.id, two.id])
  expect((await idsOf('limit=2&page=2'))[0]).toBe(one.id)
  expect((await idsOf('limit=2&status=open,expired&page=2'))[0]).toBe(one.id)
  await t.as(god).delete(`/invitations/${two.id}?tenant_id=${northfield.id}`)
  expect(await idsOf('limit=2&status=open,expired')).toEqual([three.id, one.id])
})

test('one organisation’s invitations come in pages, sorted', async () => {
  const tenant = await aTenant(t.db, { domain: 'paged' })
  const emails = ['c@x.org', 'A@x.org', 'b@x.org']
  expect((await invite(god, tenant.id, emails)).status).toBe(200)
  const at = `/invitations?tenant_id=${tenant.id}`
  const emailsOf = async (search: string) =>
    (await rowsOf(god, at + search)).rows.map(({ email }) => email)
  expect(await emailsOf('')).toEqual(['b@x.org', 'A@x.org', 'c@x.org'])
  expect(await emailsOf('&sort=email.asc&limit=2')).toEqual(['A@x.org', 'b@x.org'])
  expect(await emailsOf('&sort=email.asc&limit=2&page=2')).toEqual(['c@x.org'])
  expect(await rowsOf(god, `${at}&limit=1&email=x.o`)).toMatchObject({ total: 3 })
})

test('before anything is sent each address is named that cannot be invited', async () => {
  const { email } = await anInvitation()
  const fresh = newAddress()
  const body = { emails: [fresh, email.toUpperCase(), admin.email], tenant_id: northfield.id }
  expect((await t.as(god).post('/invitation-checks', body)).body).toEqual({
    faults: [
      { email: email.toUpperCase(), message: `${email.toUpperCase()} is invited already` },
      { email: admin.email, message: `${admin.email} has an account already` },
    ],
  })
  const { rows } = await t.owner.query('select from mails where recipient = $1', [fresh])
  expect(rows).toEqual([])
})

test('a copied link works in place of the mailed one', async () => {
  const { id, email } = await anInvitation()
  const { signature: mailed } = await linkTo(t, email)
  const answer = await t.as(god).post(`/invitations/${id}/copied-link?tenant_id=${northfield.id}`)
  const { url } = invitations.copyLink.response.parse(answer.body)
  const copied = new URL(url)
  expect(copied.host).toBe('northfield.localhost:4003')
  expect(copied.searchParams.get('email')).toBe(email)
  const check = async (signature: string) =>
    (await t.at(northfield.host).get(`/register/invite/${signature}`)).body
  expect(await check(mailed)).toEqual({ data: null, errorCode: 'INVALID' })
  expect(await check(copied.pathname.split('/').at(-1) ?? '')).toEqual({
    data: { email },
    errorCode: null,
  })
  expect(await mailsTo(t, email)).toHaveLength(1)
})

test('a suspended organisation invites nobody', async () => {
  const tenant = await aTenant(t.db, { domain: 'closed', status: 'suspended' })
  expect(await invite(god, tenant.id)).toMatchObject({ code: 'conflict' })
})

test('an invitation into a suspended organisation is withdrawn, and not sent again', async () => {
  const tenant = await aTenant(t.db, { domain: 'closing' })
  const { id } = await anInvitation(god, tenant)
  await t.db
    .updateTable('tenants')
    .set({ status: 'suspended' })
    .where('id', '=', tenant.id)
    .execute()
  const which = `/invitations/${id}`
  const place = `?tenant_id=${tenant.id}`
  const listed = { status: 'open', organisation: { is_suspended: true } }
  expect(await rowsOf(god, `/invitations${place}`)).toMatchObject({ rows: [listed] })
  expect(await t.as(god).post(`${which}/link${place}`)).toMatchObject({ code: 'conflict' })
  expect((await t.as(god).delete(`${which}${place}`)).status).toBe(204)
  expect(await rowsOf(god, `/invitations${place}`)).toMatchObject({ rows: [{ status: 'revoked' }] })
})

test('500 people are invited in one go, and no more', async () => {
  const tenant = await aTenant(t.db, { domain: 'crowded' })
  const emails = Array.from({ length: 501 }, (_, index) => `p${index}@crowd.example`)
  expect(await invite(god, tenant.id, emails)).toMatchObject({ code: 'invalid-input' })
  expect((await invite(god, tenant.id, emails.slice(1))).status).toBe(200)
  expect(await rowsOf(god, `/invitations?tenant_id=${tenant.id}`)).toMatchObject({ total: 500 })
  const { rows } = await t.owner.query<{ count: number }>(
    'select count(distinct recipient)::int as count from mails where tenant_id = $1',
    [tenant.id],
  )
  expect(rows).toEqual([{ count: 500 }])
}, 60_000)
