import { users as contract } from 'contract/users'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAuthenticator } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import {
  type TestTenant,
  type TestUser,
  aSession,
  aTenant,
  aUser,
  anIdentity,
  theTenant,
} from '#testing/factories.ts'
import { linkTo, mailsTo } from '#testing/mailed.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let northfield: TestTenant
let harbour: TestTenant
let open: TestTenant
let admin: TestUser
let god: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  northfield = await aTenant(t.db, { domain: 'northfield', name: 'Northfield Trust' })
  harbour = await aTenant(t.db, { domain: 'harbour' })
  open = await theTenant(t.db, 'public')
  admin = await aUser(t.db, { tenant: northfield, roles: ['admin'] })
  god = await aUser(t.db, { tenant: await theTenant(t.db, 'admin'), roles: ['god-admin'] })
})
beforeEach(async () => void (await t.owner.query('delete from rate_limits')))
afterAll(() => t.close())

const personOf = ({ body }: { body: unknown }) => contract.get.response.parse(body)
const eventsOf = async (id: number) => {
  const { rows } = await t.owner.query(
    'select action, actor_id from audit_events where subject = $1 order by id',
    [`user ${id}`],
  )
  return rows
}

test('an admin sees who somebody is, how they sign in and when they last did', async () => {
  const user = await aUser(t.db, { tenant: northfield, name: 'Anna Lead' })
  await anAuthenticator(t, user)
  await anIdentity(t.db, user, 'https://issuer.example')
  const reply = await t.as(admin).get(`/users/${user.id}`)
  expect(personOf(reply)).toMatchObject({
    id: user.id,
    version: 1,
    name: 'Anna Lead',
    email: user.email,
    tenant: { id: northfield.id, name: 'Northfield Trust', is_public: false },
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

test("another organisation's user is as if they were not there; a god-admin finds both", async () => {
  const stranger = await aUser(t.db, { tenant: harbour })
  const foreign = await t.as(admin).get(`/users/${stranger.id}`)
  const never = await t.as(admin).get('/users/999999999')
  expect([foreign.status, never.status]).toEqual([404, 404])
  expect((await t.as(god).get(`/users/${stranger.id}`)).status).toBe(200)
})

test('an auditor reads the people of the assigned organisation and changes nobody', async () => {
  const platform = await theTenant(t.db, 'admin')
  const both = await aUser(t.db, { tenant: platform, roles: ['admin', 'auditor'] })
  await t.owner.query('insert into tenant_auditors values ($1, $2, $3)', [
    platform.id,
    both.id,
    northfield.id,
  ])
  const user = await aUser(t.db, { tenant: northfield })
  const stranger = await aUser(t.db, { tenant: harbour })
  const caller = t.as(both)
  expect((await caller.get(`/users/${user.id}`)).status).toBe(200)
  expect((await caller.get(`/users/${stranger.id}`)).status).toBe(404)
  expect((await caller.delete(`/users/${user.id}`)).status).toBe(403)
})

test('who is added chooses a password by the mailed link and signs in', async () => {
  const email = 'new.person@example.org'
  const body = { name: 'New UserDetails', email, roles: ['user'] }
  const made = personOf(await t.as(admin).post('/users', body))
  expect(made).toMatchObject({ name: 'New UserDetails', has_password: false, is_active: true })
  const { url, signature, mail } = await linkTo(t, email)
  expect(mail?.subject).toBe('Your account at Northfield Trust')
  expect(url.host).toMatch(/^northfield\.localhost/)
  const { rows } = await t.owner.query(
    `select expires_at > now() + interval '167 hours' as is_long from one_time_links where email = $1`,
    [email],
  )
  expect(rows).toEqual([{ is_long: true }])
  const browser = aBrowser(t.call, northfield.host)
  await browser.send('GET', '/tenant')
  const password = 'seven green kettles 4003'
  const set = await browser.send('POST', `/forgot-password/${signature}`, { body: { password } })
  expect(set.statusCode).toBe(204)
  expect((await browser.signIn(email, password)).json()).toHaveProperty('token')
})

test('a god-admin adds people to any organisation, and says to which', async () => {
  const body = { name: 'X', email: 'added@example.org', roles: ['admin'] }
  const nowhere = await t.as(god).post('/users', body)
  expect(nowhere.body).toMatchObject({ fields: { tenant_id: 'Choose an organisation' } })
  const made = await t.as(god).post('/users', { ...body, tenant_id: harbour.id })
  expect(personOf(made)).toMatchObject({ tenant: { id: harbour.id }, roles: ['admin'] })
  const again = await t.as(god).post('/users', { ...body, tenant_id: harbour.id })
  expect(again).toMatchObject({ status: 409, code: 'email-taken' })
  const foreign = await t.as(admin).post('/users', { ...body, tenant_id: harbour.id })
  expect(foreign.status).toBe(404)
})

test('nobody is added with a password where all sign in with single sign-on', async () => {
  const { id, host } = await aTenant(t.db, { domain: 'sso-only' })
  await t.owner.query(`update tenants set sign_in_mode = 'sso' where id = $1`, [id])
  const own = await aUser(t.db, {
    tenant: { id, host, domain: 'sso-only' },
    roles: ['admin'],
  })
  const body = { name: 'X', email: 'sso@example.org', roles: ['user'] }
  expect(await t.as(own).post('/users', body)).toMatchObject({ status: 403, code: 'forbidden' })
})

test('name and address are changed; both addresses are told, and old links are dead', async () => {
  const user = await aUser(t.db, { tenant: northfield })
  await t.as(admin).post(`/users/${user.id}/password-link`)
  const { signature } = await linkTo(t, user.email)
  const email = `changed.${user.email}`
  const body = { version: 1, name: 'Anna', email }
  const changed = personOf(await t.as(admin).patch(`/users/${user.id}`, body))
  expect(changed).toMatchObject({ name: 'Anna', email, version: 2 })
  for (const address of [user.email, email]) {
    const [newest] = await mailsTo(t, address)
    expect(newest?.subject).toBe('Your e-mail address was changed')
  }
  const check = await t.at(northfield.host).get(`/forgot-password/${signature}`)
  expect(check.body).toMatchObject({ errorCode: 'REVOKED' })
  expect(await eventsOf(user.id)).toContainEqual({ action: 'user.changed', actor_id: admin.id })
})

test('an address that somebody here has is refused, at another organisation it is free', async () => {
  const [one, other] = [
    await aUser(t.db, { tenant: northfield }),
    await aUser(t.db, { tenant: northfield }),
  ]
  const stranger = await aUser(t.db, { tenant: harbour })
  const edit = (email: string) =>
    t.as(admin).patch(`/users/${one.id}`, { version: 1, name: 'A', email })
  expect(await edit(other.email.toUpperCase())).toMatchObject({ status: 409, code: 'email-taken' })
  expect((await edit(stranger.email)).status).toBe(200)
})

test('only people of the public organisation have an organisation name of their own', async () => {
  const [own, visitor] = [
    await aUser(t.db, { tenant: northfield }),
    await aUser(t.db, { tenant: open }),
  ]
  const edit = (user: TestUser) =>
    t.as(god).patch(`/users/${user.id}`, {
      version: 1,
      name: 'A',
      email: user.email,
      organisation_name: 'Millbrook',
    })
  expect((await edit(own)).body).toMatchObject({ fields: { organisation_name: /public/ } })
  expect(personOf(await edit(visitor)).organisation_name).toBe('Millbrook')
})

test.each(['roles', 'tenant_id', 'is_active', 'id', 'password_hash', 'removed_at'])(
  'the property %s of a user cannot be set with the details',
  async (property) => {
    const user = await aUser(t.db, { tenant: northfield })
    const before = await t.owner.query('select * from users where id = $1', [user.id])
    const body = { version: 1, name: 'X', email: user.email, [property]: true }
    const answer = await t.as(admin).patch(`/users/${user.id}`, body)
    expect(answer.body).toMatchObject({
      code: 'invalid-input',
      fields: { [property]: expect.any(String) },
    })
    const after = await t.owner.query('select * from users where id = $1', [user.id])
    expect(after.rows).toEqual(before.rows)
  },
)

test('roles have a way of their own, and nobody changes the own ones', async () => {
  const user = await aUser(t.db, { tenant: northfield })
  const change = (id: number, roles: string[], version = 1) =>
    t.as(admin).put(`/users/${id}/roles`, { version, roles })
  expect(personOf(await change(user.id, ['admin']))).toMatchObject({ roles: ['admin'], version: 2 })
  expect((await change(user.id, ['god-admin'], 2)).status).toBe(400)
  expect((await change(user.id, ['auditor'], 2)).status).toBe(400)
  expect((await change(user.id, [], 2)).status).toBe(400)
  expect((await change(user.id, ['user'])).status).toBe(409)
  expect((await change(admin.id, ['user', 'admin'])).status).toBe(403)
})

test('a link to a new password is mailed, and not to whom it would not let in', async () => {
  const user = await aUser(t.db, { tenant: northfield })
  expect((await t.as(god).post(`/users/${user.id}/password-link`)).status).toBe(204)
  expect((await linkTo(t, user.email)).url.host).toMatch(/^northfield\./)
  const away = await aUser(t.db, { tenant: northfield, isActive: false })
  expect((await t.as(admin).post(`/users/${away.id}/password-link`)).status).toBe(409)
})

test('no address is flooded with links', async () => {
  const user = await aUser(t.db, { tenant: northfield })
  const send = () => t.as(admin).post(`/users/${user.id}/password-link`)
  for (let press = 0; press < 5; press += 1) expect((await send()).status).toBe(204)
  expect((await send()).status).toBe(429)
  expect(await mailsTo(t, user.email, 5)).toHaveLength(5)
})

test('a god-admin resets the second step of people of every organisation', async () => {
  const user = await aUser(t.db, { tenant: harbour })
  await anAuthenticator(t, user)
  await aSession(t.db, user)
  expect((await t.as(god).delete(`/users/${user.id}/mfa`)).status).toBe(204)
  expect(personOf(await t.as(god).get(`/users/${user.id}`)).mfa_enabled).toBe(false)
  expect((await mailsTo(t, user.email))[0]?.subject).toBe('Two-step verification was reset')
})

test('people of the platform are not found among users', async () => {
  expect((await t.as(god).get(`/users/${god.id}`)).status).toBe(404)
  expect((await t.as(god).delete(`/users/${god.id}`)).status).toBe(404)
})

test("a person's own change of name counts as a version, so it is not overwritten unseen", async () => {
  const user = await aUser(t.db, { tenant: northfield })
  await t.as(user).patch('/user', { name: 'My Own Name' })
  const body = { version: 1, name: 'Theirs', email: user.email }
  const stale = await t.as(admin).patch(`/users/${user.id}`, body)
  expect(stale).toMatchObject({
    status: 409,
    code: 'conflict',
    body: { details: { person: { name: 'My Own Name', version: 2 } } },
  })
})
