import { ApiErrorBody } from 'contract/errors'
import { terms } from 'contract/terms'
import { UserConflict, UserDetails, users as contract } from 'contract/users'
import { beforeEach, expect, test } from 'vitest'
import { anAuthenticator } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { eventsAbout } from '#testing/events.ts'
import {
  PASSWORD,
  type TestUser,
  aTenant,
  aUser,
  anIdentity,
  theTenant,
} from '#testing/factories.ts'
import { linkTo, mailsTo } from '#testing/mailed.ts'
import { rounds } from '#testing/rounds.ts'
import { testApp } from '#testing/test-app.ts'

let user: TestUser
const t = await testApp({ works: false })
const northfield = await aTenant(t.db, { domain: 'northfield', name: 'Northfield Trust' })
const harbour = await aTenant(t.db, { domain: 'harbour' })
const admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
const god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
beforeEach(async () => {
  await t.owner.query('delete from rate_limits')
  user = await aUser(t.db, { tenant: northfield })
})

const detailsOf = ({ body }: { body: unknown }) => contract.get.response.parse(body)
const edit = (by: TestUser, { id, email }: TestUser, body: object) =>
  t.as(by).patch(`/users/${id}`, { version: 1, name: 'A', email, ...body })

test('an admin sees a user’s details without secrets', async () => {
  await anAuthenticator(t, user)
  await anIdentity(t.db, user, 'https://issuer.example')
  const reply = await t.as(admin).get(`/users/${user.id}`)
  expect(detailsOf(reply)).toMatchObject({
    id: user.id,
    version: 1,
    email: user.email,
    tenant: { id: northfield.id, name: 'Northfield Trust', is_public: false, status: 'active' },
    roles: ['user'],
    is_active: true,
    last_login_at: null,
    mfa_enabled: true,
    has_password: true,
    identities: [{ issuer: 'https://issuer.example' }],
    assessments: 0,
    reports: 0,
  })
  expect(reply.text).not.toMatch(/hash|argon/)
})

test('the platform’s users are not found among users', async () => {
  expect((await t.as(god).get(`/users/${god.id}`)).status).toBe(404)
  expect((await t.as(god).delete(`/users/${god.id}`)).status).toBe(404)
})

test('a new user chooses a password with the mailed link and signs in', async () => {
  const email = 'new.person@example.org'
  const body = { name: 'New Person', email, roles: ['user'] }
  const created = detailsOf(await t.as(admin).post('/users', body))
  expect(created).toMatchObject({ name: 'New Person', has_password: false, is_active: true })
  const { url, signature, mail } = await linkTo(t, email)
  expect(mail?.subject).toBe('Your account at Northfield Trust')
  expect(url.host).toMatch(/^northfield\.localhost/)
  const rows = await t.sql`
    select expires_at between now() + interval '167 hours' and now() + interval '168 hours' as is_a_week
    from one_time_links where email = ${email}`
  expect(rows).toEqual([{ is_a_week: true }])
  const browser = aBrowser(t.call, northfield.host)
  await browser.send('GET', '/tenant')
  const password = 'seven green kettles 4003'
  const set = await browser.send('POST', `/forgot-password/${signature}`, { body: { password } })
  expect(set.statusCode).toBe(204)
  expect((await browser.signIn(email, password)).json()).toHaveProperty('token')
  const again = await browser.send('POST', `/forgot-password/${signature}`, { body: { password } })
  expect(again.json().code).toBe('signature-invalid')
})

test('a god-admin creates users in any organisation and must choose one', async () => {
  const body = { name: 'X', email: 'added@example.org', roles: ['admin'] }
  const create = (by: TestUser, more = {}) => t.as(by).post('/users', { ...body, ...more })
  const inHarbour = { tenant_id: harbour.id }
  expect((await create(god)).body).toMatchObject({
    fields: { tenant_id: 'Choose an organisation' },
  })
  expect(detailsOf(await create(god, inHarbour))).toMatchObject({
    tenant: { id: harbour.id },
    roles: ['admin'],
  })
  expect(await create(god, inHarbour)).toMatchObject({ status: 409, code: 'email-taken' })
  expect((await create(admin, inHarbour)).status).toBe(404)
  const ssoOnly = await aTenant(t.db)
  await t.owner.query(`update tenants set sign_in_mode = 'sso' where id = $1`, [ssoOnly.id])
  expect(await create(god, { tenant_id: ssoOnly.id })).toMatchObject({ code: 'forbidden' })
})

test('both addresses are told about a new email address, and earlier links are revoked', async () => {
  await t.as(admin).post(`/users/${user.id}/password-link`)
  const { signature } = await linkTo(t, user.email)
  const email = `changed.${user.email}`
  const changed = detailsOf(await edit(admin, user, { name: 'Anna', email }))
  expect(changed).toMatchObject({ name: 'Anna', email, version: 2 })
  for (const address of [user.email, email])
    expect((await mailsTo(t, address))[0]?.subject).toContain('Your email address was changed')
  const check = await t.at(northfield.host).get(`/forgot-password/${signature}`)
  expect(check.body).toMatchObject({ errorCode: 'REVOKED' })
  expect(await eventsAbout(t, `user ${user.id}`)).toContainEqual(
    expect.objectContaining({ action: 'user.changed', actor_id: admin.id }),
  )
})

test('an address must be free in the user’s own organisation only', async () => {
  const stranger = await aUser(t.db, { tenant: harbour })
  const taken = await edit(admin, user, { email: admin.email.toUpperCase() })
  expect(taken).toMatchObject({ status: 409, code: 'email-taken' })
  expect((await edit(admin, user, { email: stranger.email })).status).toBe(200)
})

test('only users of the public organisation have an organisation name', async () => {
  const visitor = await aUser(t.db, { tenant: await theTenant(t.db, 'public') })
  const own = { organisation_name: 'Millbrook' }
  expect((await edit(god, user, own)).body).toMatchObject({
    fields: { organisation_name: expect.stringContaining('public') },
  })
  expect(detailsOf(await edit(god, visitor, own)).organisation_name).toBe('Millbrook')
})

test('an admin sets the roles admin and user for others', async () => {
  const change = (id: number, roles: string[], version = 1) =>
    t.as(admin).put(`/users/${id}/roles`, { version, roles })
  expect(detailsOf(await change(user.id, ['admin']))).toMatchObject({ version: 2 })
  for (const roles of [['god-admin'], ['auditor'], []])
    expect((await change(user.id, roles, 2)).status).toBe(400)
  expect((await change(user.id, ['user'])).status).toBe(409)
  expect((await change(admin.id, ['user', 'admin'])).status).toBe(403)
})

test('an active user gets a password link, up to five times an hour', async () => {
  const send = (by: TestUser, { id } = user) => t.as(by).post(`/users/${id}/password-link`)
  expect((await send(god)).status).toBe(204)
  expect((await linkTo(t, user.email)).url.host).toMatch(/^northfield\./)
  for (let press = 1; press < 5; press += 1) expect((await send(admin)).status).toBe(204)
  expect((await send(admin)).status).toBe(429)
  expect(await mailsTo(t, user.email, 5)).toHaveLength(5)
  const inactive = await aUser(t.db, { tenant: northfield, isActive: false })
  expect((await send(admin, inactive)).status).toBe(409)
})

test('a user’s own change of name is not overwritten by an admin who did not see it', async () => {
  await t.as(user).patch('/user', { name: 'My Own Name' })
  expect(await edit(admin, user, { name: 'Theirs' })).toMatchObject({
    status: 409,
    code: 'conflict',
    body: { details: { person: { name: 'My Own Name', version: 2 } } },
  })
})

test('a change of what admins don’t edit is no conflict', async () => {
  const own = t.as(user)
  const email = `pending.${user.email}`
  const { id: terms_id } = terms.current.response.parse((await own.get('/terms')).body)
  for (const changed of [
    await own.patch('/user/preferences', { moves_on: false }),
    await own.post('/user/email-change', { email, password: PASSWORD }),
    await own.post('/terms/acceptance', { terms_id }),
    await own.put('/user/password', {
      current_password: PASSWORD,
      password: 'seven green kettles 4003',
    }),
    await t.as(admin).post('/users/changes', { ids: [user.id], change: 'deactivate' }),
  ])
    expect(changed.status, changed.text).toBeLessThan(300)
  expect((await edit(admin, user, { name: 'Anna' })).status).toBe(200)
})

test('of two admins who save the same user one wins, and the other sees the change', async () => {
  const other = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
  const ROUNDS = rounds(5, 50)
  for (let round = 0; round < ROUNDS; round += 1) {
    const version = 1 + 2 * round
    const answers = await Promise.all(
      [admin, other].map((by) => edit(by, user, { version, name: `${by.id} ${round}` })),
    )
    const won = answers.filter(({ status }) => status === 200)
    const lost = answers.filter(({ status }) => status === 409)
    expect([won.length, lost.length]).toEqual([1, 1])
    const winner = UserDetails.parse(won[0]?.body)
    expect(winner.version).toBe(version + 1)
    const { details } = ApiErrorBody.parse(lost[0]?.body)
    expect(UserConflict.parse(details).person).toEqual(winner)
    const decided = { version: winner.version, name: `Decided ${round}` }
    expect((await edit(other, user, decided)).status).toBe(200)
  }
  const { rows } = await t.owner.query('select name, version from users where id = $1', [user.id])
  expect(rows).toEqual([{ name: `Decided ${ROUNDS - 1}`, version: 1 + 2 * ROUNDS }])
  expect(await eventsAbout(t, `user ${user.id}`)).toHaveLength(2 * ROUNDS)
})
