import { invitations } from 'contract/invitations'
import { beforeEach, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { anAuditor } from '#testing/certifying.ts'
import { eventsAbout } from '#testing/events.ts'
import {
  type TestUser,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { linkTo, mailsTo } from '#testing/mailed.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const northfield = await aTenant(t.db, { domain: 'northfield', name: 'Northfield Trüst' })
const harbour = await aTenant(t.db, { domain: 'harbour' })
const admin = await aUser(t.db, { tenant: northfield, roles: ['admin'], name: 'Nora Admin' })
const platform = await theTenant(t.db, 'admin')
const god = await aUser(t.db, { tenant: platform, roles: ['god-admin'], name: 'Greta Göd' })
const auditor = await anAuditor(t.db, northfield)
const termsId = (await t.owner.query<{ id: number }>('select id from terms')).rows[0]?.id ?? 0
beforeEach(async () => void (await t.owner.query('delete from rate_limits')))

let count = 0
const newAddress = () => `invited+${(count += 1)}@example.org`
type Options = { roles?: string[]; by?: TestUser; tenant_id?: number }
const invite = (emails: string[], { roles = ['user'], by = admin, tenant_id }: Options = {}) =>
  t.as(by).post('/invitations', { emails, roles, tenant_id })
async function anInvitation(options: Options = {}) {
  const email = newAddress()
  const answer = invitations.create.response.parse((await invite([email], options)).body)
  const [invitation] = answer.invitations
  return { ...(await linkTo(t, email)), invitation, id: invitation?.id ?? 0, email }
}
const inNorthfield = () => ({ by: god, tenant_id: northfield.id })
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
async function listed(path: string, by = admin) {
  return invitations.list.response.parse((await t.as(by).get(path)).body)
}
async function rowOf(id: number) {
  return (await listed('/invitations?limit=100')).rows.find((row) => row.id === id)
}

test('an invited user accepts with the mailed link, gets the roles and is signed in', async () => {
  const { email, id, url, signature, mail } = await anInvitation({ roles: ['user', 'admin'] })
  expect(mail?.subject).toBe('You’re invited to join Northfield Trüst')
  expect(mail?.text).toContain('Nora Admin has invited you')
  expect(url.href).toMatch(
    /^http:\/\/northfield\.localhost:4003\/register\/invite\/[\w-]{43}\?email=invited%2B\d+%40/,
  )
  expect(await rowOf(id)).toMatchObject({ email, status: 'open', invited_by: 'Nora Admin' })
  expect(await check(signature)).toEqual({ data: { email }, errorCode: null })
  const { status, user } = await accept(signature, email)
  expect(status).toBe(200)
  expect(await user()).toMatchObject({
    email,
    roles: [{ name: 'admin' }, { name: 'user' }],
    tc_accepted: true,
    tenant: { name: 'Northfield Trüst' },
  })
  expect(await rowOf(id)).toMatchObject({ status: 'accepted' })
  expect(await check(signature)).toEqual({ data: null, errorCode: 'USED' })
})

test('the invitation says what the product is, how long it takes and by when', async () => {
  const tenant = await aTenant(t.db, { name: 'Kestrel' })
  const by = await aUser(t.db, { tenant, roles: ['admin'], name: 'Kim' })
  const day = (moment?: string) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Europe/London' })
      .format(new Date(moment ?? ''))
      .replace(',', '')
  const first = await anInvitation({ by })
  const text = first.mail?.text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('organisations find out how mature their practice is and what to do next.')
  expect(text).toContain(`Open the link by ${day(first.invitation?.expires_at)} to choose`)
  expect(text).not.toContain('minutes')
  await aContentSet(t.db, { tenant, file: { ...aSmallSet(), title: 'Good care' } })
  const second = await anInvitation({ by })
  expect(second.mail?.text.replaceAll(/\s+/g, ' ')).toMatch(
    /You answer \d+ statements of “Good care”: .* This takes about 5 minutes\. You can stop/,
  )
  await aContentSet(t.db, { tenant, file: { ...aSmallSet(), title: 'Safe work' } })
  const third = await anInvitation({ by })
  expect(third.mail?.text.replaceAll(/\s+/g, ' ')).toContain(
    'You choose what to answer: “Safe work” and “Good care”.',
  )
  const again = newAddress()
  await invite([again], { by: god, roles: ['auditor'] })
  const auditors = (await mailsTo(t, again))[0]
  expect(auditors?.text).toContain('to join Waymark platform. There')
  expect(auditors?.text).not.toContain('statements')
})

test('the invitation tells an admin what there is to do', async () => {
  const tenant = await aTenant(t.db, { name: 'Osprey' })
  const by = await aUser(t.db, { tenant, roles: ['admin'] })
  const invited = async (...roles: string[]) =>
    (await anInvitation({ by, roles })).mail?.text.replaceAll(/\s+/g, ' ')
  const setUp = 'As an admin, you choose what people answer, invite them and add your logo.'
  expect(await invited('admin')).toContain(setUp)
  expect(await invited('user')).not.toContain('As an admin')
  await aContentSet(t.db, { tenant, file: { ...aSmallSet(), title: 'Good care' } })
  expect(await invited('admin')).toContain('As an admin, you also invite people and see who')
})

test('an invitation expires after 7 days and can be sent again until it is accepted', async () => {
  const { email, id, signature } = await anInvitation()
  const rows = await t.sql`
    update one_time_links set expires_at = expires_at - interval '7 days' where id = ${id}
     returning expires_at between now() - interval '1 minute' and now() as is_over_now`
  expect(rows).toEqual([{ is_over_now: true }])
  expect(await check(signature)).toEqual({ data: null, errorCode: 'EXPIRED' })
  expect(await rowOf(id)).toMatchObject({ status: 'expired' })
  expect((await t.as(admin).post(`/invitations/${id}/link`)).body).toMatchObject({ status: 'open' })
  const again = await linkTo(t, email, 2)
  expect(await check(signature)).toEqual({ data: null, errorCode: 'INVALID' })
  expect((await accept(again.signature, email)).status).toBe(200)
  expect(await t.as(admin).post(`/invitations/${id}/link`)).toMatchObject({ code: 'conflict' })
  const events = await eventsAbout(t, `link ${id}`)
  expect(events.map(({ action }) => action)).toEqual([
    'invitation.sent',
    'invitation.resent',
    'invitation.accepted',
  ])
  expect(events[0]?.actor_id).toBe(admin.id)
  expect(JSON.stringify(events)).not.toContain(again.signature)
})

test('a withdrawn invitation is refused with REVOKED, and its address can be invited again', async () => {
  const { email, id, signature } = await anInvitation()
  expect((await t.as(admin).delete(`/invitations/${id}`)).status).toBe(204)
  expect(await check(signature)).toEqual({ data: null, errorCode: 'REVOKED' })
  expect((await accept(signature, email)).body).toMatchObject({
    code: 'signature-invalid',
    details: { errorCode: 'REVOKED' },
  })
  expect(await rowOf(id)).toMatchObject({ status: 'revoked' })
  expect(await t.as(admin).delete(`/invitations/${id}`)).toMatchObject({ code: 'conflict' })
  expect((await invite([email])).status).toBe(200)
})

test('an invitation is accepted only with its own address, ignoring case, and at its own host', async () => {
  const { email, signature } = await anInvitation()
  expect((await accept(signature, 'other@example.org')).body).toMatchObject({
    details: { errorCode: 'INVALID' },
  })
  expect(await check(signature, harbour.host)).toEqual({ data: null, errorCode: 'INVALID' })
  expect((await accept(signature, email, harbour.host)).status).toBe(410)
  const { user } = await accept(signature, email.toUpperCase())
  expect(await user()).toMatchObject({ email })
})

test('only god-admins at the platform invite god-admins and auditors, and only there', async () => {
  for (const role of ['god-admin', 'auditor'])
    expect(await invite([newAddress()], { roles: ['user', role] })).toMatchObject({
      code: 'forbidden',
    })
  const local = await aUser(t.db, { tenant: northfield, roles: ['god-admin'] })
  for (const options of [{ by: local }, inNorthfield()])
    expect(await invite([newAddress()], { ...options, roles: ['auditor'] })).toMatchObject({
      code: 'forbidden',
    })
  const { id, signature, email } = await anInvitation({ by: god, roles: ['auditor'] })
  const manager = await aUser(t.db, { tenant: platform, roles: ['admin'] })
  for (const link of ['link', 'copied-link'])
    expect((await t.as(manager).post(`/invitations/${id}/${link}`)).code).toBe('forbidden')
  const { user } = await accept(signature, email, 'admin.localhost')
  expect(await user()).toMatchObject({ roles: [{ name: 'auditor' }] })
})

test('a god-admin invites into another organisation, whose admins see the inviter', async () => {
  const { id, url, mail, invitation } = await anInvitation(inNorthfield())
  const { id: tenant_id } = northfield
  const organisation = { id: tenant_id, name: 'Northfield Trüst', is_platform: false }
  expect(invitation).toMatchObject({
    organisation: { ...organisation, status: 'active' },
    invited_by: 'Greta Göd',
  })
  expect(url.host).toBe('northfield.localhost:4003')
  expect(mail?.subject).toBe('You’re invited to join Northfield Trüst')
  expect(mail?.text).toContain('Greta Göd has invited you')
  expect(await rowOf(id)).toMatchObject({ invited_by: 'Greta Göd' })
  expect(await eventsAbout(t, `link ${id}`)).toMatchObject([
    { tenant_id, actor_id: god.id, action: 'invitation.sent' },
  ])
})

test('admins and auditors can’t use invitations of another organisation', async () => {
  const { id } = await anInvitation()
  const elsewhere = await anInvitation({ by: god, tenant_id: harbour.id })
  const at = `?tenant_id=${harbour.id}`
  for (const [by, code] of [
    [admin, 'not-found'],
    [auditor, 'forbidden'],
  ] as const) {
    const answers = await Promise.all([
      invite([newAddress()], { by, tenant_id: harbour.id }),
      t.as(by).post('/invitation-checks', { emails: ['a@x.org'], tenant_id: harbour.id }),
      t.as(by).post(`/invitations/${elsewhere.id}/link${at}`),
      t.as(by).post(`/invitations/${elsewhere.id}/copied-link${at}`),
      t.as(by).delete(`/invitations/${elsewhere.id}${at}`),
    ])
    expect(answers.map((answer) => answer.code)).toEqual(Array(5).fill(code))
    expect((await t.as(by).get(`/invitations${at}`)).code).toBe('not-found')
  }
  const own = `?tenant_id=${northfield.id}`
  const { rows } = await listed(`/invitations${own}&limit=100`, auditor)
  expect(rows.map((row) => row.id)).toContain(id)
  expect(await t.as(auditor).delete(`/invitations/${id}${own}`)).toMatchObject({ status: 403 })
})

test('if one address can’t be invited, no one is, and each such address is named', async () => {
  const [fresh, second] = [newAddress(), newAddress()]
  const { email: invited } = await anInvitation()
  const emails = [fresh, admin.email.toUpperCase(), invited]
  expect((await invite(emails)).body).toMatchObject({
    code: 'email-taken',
    fields: {
      'emails.1': expect.stringContaining('already has an account'),
      'emails.2': expect.stringContaining('has already been invited'),
    },
  })
  const check = { emails, tenant_id: northfield.id }
  expect((await t.as(god).post('/invitation-checks', check)).body).toEqual({
    faults: [
      { email: emails[1], message: `${emails[1]} already has an account` },
      { email: invited, message: `${invited} has already been invited` },
    ],
  })
  const mails = await t.owner.query('select from mails where recipient = $1', [fresh])
  expect(mails.rowCount).toBe(0)
  expect((await invite([fresh, second, fresh.toUpperCase()])).body).toMatchObject({
    invitations: [{}, {}],
  })
  await mailsTo(t, second)
})

test('of five identical requests one invites, and an invitation is sent again five times an hour', async () => {
  const email = newAddress()
  const answers = await Promise.all(Array.from({ length: 5 }, () => invite([email])))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
  expect(await mailsTo(t, email)).toHaveLength(1)
  const { id, email: other } = await anInvitation()
  const send = () => t.as(admin).post(`/invitations/${id}/link`)
  for (let press = 0; press < 5; press += 1) expect((await send()).status).toBe(200)
  expect(await send()).toMatchObject({ status: 429, headers: { 'retry-after': expect.anything() } })
  expect(await mailsTo(t, other)).toHaveLength(6)
})

test('a copied link replaces the mailed one', async () => {
  const { id, email, signature: mailed } = await anInvitation(inNorthfield())
  const answer = await t.as(god).post(`/invitations/${id}/copied-link?tenant_id=${northfield.id}`)
  const copied = new URL(invitations.copyLink.response.parse(answer.body).url)
  expect(copied.host).toBe('northfield.localhost:4003')
  expect(copied.searchParams.get('email')).toBe(email)
  expect(await check(mailed)).toEqual({ data: null, errorCode: 'INVALID' })
  const signature = copied.pathname.split('/').at(-1) ?? ''
  expect(await check(signature)).toEqual({ data: { email }, errorCode: null })
  expect(await mailsTo(t, email)).toHaveLength(1)
})

test('a suspended organisation’s invitations can be withdrawn, but not created or sent again', async () => {
  const tenant = await aTenant(t.db, { domain: 'closing' })
  const { id } = await anInvitation({ by: god, tenant_id: tenant.id })
  await t.owner.query(`update tenants set status = 'suspended' where id = $1`, [tenant.id])
  const refused = await invite([newAddress()], { by: god, tenant_id: tenant.id })
  expect(refused).toMatchObject({ code: 'conflict' })
  const at = `?tenant_id=${tenant.id}`
  const rows = async () => (await listed(`/invitations${at}`, god)).rows
  expect(await rows()).toMatchObject([{ status: 'open', organisation: { status: 'suspended' } }])
  expect(await t.as(god).post(`/invitations/${id}/link${at}`)).toMatchObject({ code: 'conflict' })
  expect((await t.as(god).delete(`/invitations/${id}${at}`)).status).toBe(204)
  await t.owner.query('update tenants set moving_at = now() where id = $1', [tenant.id])
  expect(await rows()).toMatchObject([{ status: 'revoked', organisation: { status: 'moving' } }])
})

test('up to 500 addresses are invited together', async () => {
  const { id: tenant_id } = await aTenant(t.db, { domain: 'crowded' })
  const emails = Array.from({ length: 501 }, (_, index) => `p${index}@crowd.example`)
  expect(await invite(emails, { by: god, tenant_id })).toMatchObject({ code: 'invalid-input' })
  expect((await invite(emails.slice(1), { by: god, tenant_id })).status).toBe(200)
  expect(await listed(`/invitations?tenant_id=${tenant_id}`, god)).toMatchObject({ total: 500 })
  const rows = await t.sql<{ count: number }>`
    select count(distinct recipient)::int as count from mails where tenant_id = ${tenant_id}`
  expect(rows).toEqual([{ count: 500 }])
})
