import { invitations } from 'contract/invitations'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { type TestTenant, type TestUser, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { linkTo, mailsTo } from '#testing/mailed.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let northfield: TestTenant
let admin: TestUser
let termsId: number
beforeAll(async () => {
  t = await startTestApp({ works: false })
  northfield = await aTenant(t.db, { domain: 'northfield', name: 'Northfield Trust' })
  admin = await aUser(t.db, { tenant: northfield, roles: ['admin'], name: 'Nora Admin' })
  termsId = (await t.owner.query<{ id: number }>('select id from terms')).rows[0]?.id ?? 0
})
beforeEach(async () => void (await t.owner.query('delete from rate_limits')))
afterAll(() => t.close())

let count = 0
const newAddress = () => `invited+${(count += 1)}@example.org`
const invite = (emails: string[], roles = ['user'], by = admin) =>
  t.as(by).post('/invitations', { emails, roles })
async function anInvitation(roles = ['user']) {
  const email = newAddress()
  const answer = invitations.create.response.parse((await invite([email], roles)).body)
  return { email, id: answer.invitations[0]?.id ?? 0, ...(await linkTo(t, email)) }
}
async function check(signature: string, host = northfield.host) {
  return (await t.at(host).get(`/register/invite/${signature}`)).body
}
async function accept(signature: string, email: string, host = northfield.host) {
  const browser = aBrowser(t.call, host)
  await browser.send('GET', '/tenant')
  const body = { email, name: 'Ida', password: 'four unrelated words here', terms_id: termsId }
  const answer = await browser.send('POST', `/register/invite/${signature}`, { body })
  const user = async () => (await browser.user(answer.json().token)).json().user
  return { status: answer.statusCode, body: answer.json(), user }
}
async function listed(id: number) {
  const path = '/invitations?limit=100'
  const { rows } = invitations.list.response.parse((await t.as(admin).get(path)).body)
  return rows.find((invitation) => invitation.id === id)
}

test('an admin invites people with roles; they accept with the mailed link and are signed in', async () => {
  const { email, id, url, signature, mail } = await anInvitation(['user', 'admin'])
  expect(mail?.subject).toBe('You are invited to Northfield Trust')
  expect(mail?.text).toContain('Nora Admin invites you')
  expect(url.href).toMatch(
    /^http:\/\/northfield\.localhost:4003\/register\/invite\/[\w-]{43}\?email=invited%2B\d+%40/,
  )
  expect(await listed(id)).toMatchObject({ email, status: 'open', invited_by: 'Nora Admin' })
  expect(await check(signature)).toEqual({ data: { email }, errorCode: null })
  const { status, user } = await accept(signature, email)
  expect(status).toBe(200)
  expect(await user()).toMatchObject({
    email,
    roles: [{ name: 'admin' }, { name: 'user' }],
    tc_accepted: true,
    tenant: { name: 'Northfield Trust' },
  })
  expect(await listed(id)).toMatchObject({ status: 'accepted' })
  expect(await check(signature)).toEqual({ data: null, errorCode: 'USED' })
})

test('an invitation is over after 7 days, and can be sent again for 7 more', async () => {
  const { email, id, signature } = await anInvitation()
  const { rows } = await t.owner.query(
    `update one_time_links set expires_at = expires_at - interval '7 days' where id = $1
     returning expires_at between now() - interval '1 minute' and now() as is_over_now`,
    [id],
  )
  expect(rows).toEqual([{ is_over_now: true }])
  expect(await check(signature)).toEqual({ data: null, errorCode: 'EXPIRED' })
  expect(await listed(id)).toMatchObject({ status: 'expired' })
  expect((await t.as(admin).post(`/invitations/${id}/link`)).body).toMatchObject({ status: 'open' })
  const again = await linkTo(t, email, 2)
  expect(await check(signature)).toEqual({ data: null, errorCode: 'INVALID' })
  expect((await accept(again.signature, email)).status).toBe(200)
  expect(await t.as(admin).post(`/invitations/${id}/link`)).toMatchObject({ code: 'conflict' })
})

test('a withdrawn invitation stops working and says so', async () => {
  const { email, id, signature } = await anInvitation()
  expect((await t.as(admin).delete(`/invitations/${id}`)).status).toBe(204)
  expect(await check(signature)).toEqual({ data: null, errorCode: 'REVOKED' })
  expect((await accept(signature, email)).body).toMatchObject({
    code: 'signature-invalid',
    details: { errorCode: 'REVOKED' },
  })
  expect(await listed(id)).toMatchObject({ status: 'revoked' })
  expect(await t.as(admin).delete(`/invitations/${id}`)).toMatchObject({ code: 'conflict' })
  expect((await invite([email])).status).toBe(200)
})

test('the e-mail comes from the invitation, and what is sent must equal it without case', async () => {
  const { email, signature } = await anInvitation()
  expect((await accept(signature, 'other@example.org')).body).toMatchObject({
    details: { errorCode: 'INVALID' },
  })
  const { user } = await accept(signature, email.toUpperCase())
  expect(await user()).toMatchObject({ email })
})

test('nobody but a god-admin of the platform grants god-admin or auditor, and only there', async () => {
  for (const role of ['god-admin', 'auditor'])
    expect(await invite([newAddress()], ['user', role])).toMatchObject({ code: 'forbidden' })
  const local = await aUser(t.db, { tenant: northfield, roles: ['god-admin'] })
  expect(await invite([newAddress()], ['auditor'], local)).toMatchObject({ code: 'forbidden' })
  const platform = await theTenant(t.db, 'admin')
  const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'] })
  const email = newAddress()
  expect((await invite([email], ['auditor'], god)).status).toBe(200)
  const { signature } = await linkTo(t, email)
  const { user } = await accept(signature, email, 'admin.localhost')
  expect(await user()).toMatchObject({ roles: [{ name: 'auditor' }] })
})

test('who may not invite neither invites, nor sees, nor withdraws', async () => {
  const { id } = await anInvitation()
  const caller = t.as(await aUser(t.db, { tenant: northfield }))
  expect(await caller.get('/invitations')).toMatchObject({ code: 'forbidden' })
  expect(await caller.post(`/invitations/${id}/link`)).toMatchObject({ code: 'forbidden' })
  expect(await caller.delete(`/invitations/${id}`)).toMatchObject({ code: 'forbidden' })
})

test("another organisation's admin does not find it, and its link is of no use there", async () => {
  const { id, email, signature } = await anInvitation()
  const harbour = await aTenant(t.db, { domain: 'harbour' })
  const stranger = t.as(await aUser(t.db, { tenant: harbour, roles: ['admin'] }))
  expect(await stranger.post(`/invitations/${id}/link`)).toMatchObject({ code: 'not-found' })
  expect(await stranger.delete(`/invitations/${id}`)).toMatchObject({ code: 'not-found' })
  expect(await stranger.get('/invitations')).toMatchObject({ body: { rows: [], total: 0 } })
  expect(await check(signature, harbour.host)).toEqual({ data: null, errorCode: 'INVALID' })
  expect((await accept(signature, email, harbour.host)).status).toBe(410)
})

test('several are invited at once, all or none, each named that cannot be', async () => {
  const [first, second] = [newAddress(), newAddress()]
  const { email: invited } = await anInvitation()
  const answer = await invite([first, admin.email.toUpperCase(), invited])
  expect(answer.body).toMatchObject({
    code: 'email-taken',
    fields: {
      'emails.1': expect.stringContaining('has an account already'),
      'emails.2': expect.stringContaining('is invited already'),
    },
  })
  expect((await invite([first, second, first.toUpperCase()])).body).toMatchObject({
    invitations: [{}, {}],
  })
  await mailsTo(t, second)
})

test('of many presses at once one invites', async () => {
  const email = newAddress()
  const answers = await Promise.all(Array.from({ length: 5 }, () => invite([email])))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
  expect(await mailsTo(t, email)).toHaveLength(1)
})

test('nobody is flooded with invitations', async () => {
  const { id, email } = await anInvitation()
  const send = () => t.as(admin).post(`/invitations/${id}/link`)
  for (let press = 0; press < 5; press += 1) expect((await send()).status).toBe(200)
  expect(await send()).toMatchObject({ status: 429, headers: { 'retry-after': expect.anything() } })
  expect(await mailsTo(t, email)).toHaveLength(6)
})

test('inviting, sending again, withdrawing and accepting are recorded with who did it', async () => {
  const { id, signature, email } = await anInvitation()
  await t.as(admin).post(`/invitations/${id}/link`)
  await accept((await linkTo(t, email, 2)).signature, email)
  const { rows } = await t.owner.query<{ action: string; actor_id: number }>(
    'select action, actor_id from audit_events where subject = $1 order by id',
    [`link ${id}`],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'invitation.sent',
    'invitation.resent',
    'invitation.accepted',
  ])
  expect(rows[0]?.actor_id).toBe(admin.id)
  expect(JSON.stringify(rows)).not.toContain(signature)
})
