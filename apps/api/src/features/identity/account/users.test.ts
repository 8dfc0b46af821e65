import { account } from 'contract/account'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { PASSWORD, type TestTenant, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

const NEW = 'seven green kettles 4003'

let t: TestApp
let northfield: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  northfield = await aTenant(t.db, { domain: 'northfield', name: 'Northfield Trust' })
})
beforeEach(async () => void (await t.owner.query('delete from rate_limits')))
afterAll(() => t.close())

const somebody = async () => {
  const user = await aUser(t.db, { tenant: northfield })
  return { user, caller: t.as(user) }
}
const signIn = (email: string, password: string) =>
  aBrowser(t.call, northfield.host).signIn(email, password)

test('the signed-in person is answered with the fields of the specification and nothing secret', async () => {
  const { user, caller } = await somebody()
  const { body, text } = await caller.get('/user')
  expect(body).toEqual({
    user: {
      id: user.id,
      name: 'Somebody',
      email: user.email,
      is_active: true,
      tc_accepted: true,
      expired: false,
      profile: { organisation_name: null },
      domains: ['northfield'],
      tenant: { id: northfield.id, name: 'Northfield Trust', is_public: false },
      roles: [{ name: 'user' }],
      permissions: ['access-to-private-area'],
      auditor: null,
      has_certifications_this_year: false,
      salesforce_id: null,
      last_login_at: null,
      mfaEnabled: false,
      mfa_setup_required: false,
      pending_email: null,
    },
  })
  expect(text).not.toMatch(/hash|argon/)
})

test('a user with several roles gets the combined permissions', async () => {
  const both = await aUser(t.db, { tenant: northfield, roles: ['admin', 'auditor'] })
  const { user } = account.me.response.parse((await t.as(both).get('/user')).body)
  expect(user.roles).toEqual([{ name: 'admin' }, { name: 'auditor' }])
  expect(user.permissions.sort()).toEqual([
    'access-to-admin-area',
    'access-to-private-area',
    'access-to-public-area',
    'certify-assessments',
    'create-concept-set-for-company',
    'create-quiz-for-content-set',
    'create-users',
    'invite-users',
    'reject-invitations',
    'remove-users-from-company',
    'view-companies',
  ])
})

test('an auditor is told which organisations are assigned', async () => {
  const platform = await theTenant(t.db, 'admin')
  const auditor = await aUser(t.db, { tenant: platform, roles: ['auditor'] })
  await t.owner.query('insert into tenant_auditors values ($1, $2, $3)', [
    platform.id,
    auditor.id,
    northfield.id,
  ])
  const { user } = account.me.response.parse((await t.as(auditor).get('/user')).body)
  expect(user.auditor).toEqual({ organisations: [northfield.id] })
})

test('name and organisation name can be changed; the last sign-in is told', async () => {
  const { user, caller } = await somebody()
  await signIn(user.email, PASSWORD)
  const changed = await caller.patch('/user', {
    name: ' Anna Lead ',
    organisation_name: 'Millbrook',
  })
  expect(changed.body).toMatchObject({
    user: { name: 'Anna Lead', profile: { organisation_name: 'Millbrook' } },
  })
  const onlyName = await caller.patch('/user', { name: 'Anna' })
  expect(onlyName.body).toMatchObject({
    user: {
      name: 'Anna',
      profile: { organisation_name: 'Millbrook' },
      last_login_at: expect.stringMatching(/^\d{4}-/),
    },
  })
})

test('what an admin has changed in a profile meanwhile is not overwritten unseen', async () => {
  const { user, caller } = await somebody()
  const was = { name: 'Before', organisation_name: 'Millbrook' }
  await caller.patch('/user', was)
  await t.owner.query(`update users set name = 'By the admin' where id = $1`, [user.id])
  expect(await caller.patch('/user', { ...was, name: 'Mine', was })).toMatchObject({
    code: 'conflict',
    body: { details: { profile: { ...was, name: 'By the admin' } } },
  })
  const elsewhere = await caller.patch('/user', { ...was, organisation_name: 'Ours', was })
  expect(elsewhere.body).toMatchObject({
    user: { name: 'By the admin', profile: { organisation_name: 'Ours' } },
  })
})

test('that somebody has changed the own name is recorded, and no words of it', async () => {
  const { user, caller } = await somebody()
  await caller.patch('/user', { name: 'Another' })
  await caller.patch('/user', { name: 'Another' })
  const { rows } = await t.owner.query(
    `select subject, details from audit_events where actor_id = $1 and action = 'profile.changed'`,
    [user.id],
  )
  expect(rows).toEqual([{ subject: `user ${user.id}`, details: { fields: 'name' } }])
})

test.each(['roles', 'tenant_id', 'is_active', 'tc_accepted', 'id', 'email', 'permissions'])(
  'the property %s of a user cannot be set with the profile',
  async (property) => {
    const { user, caller } = await somebody()
    const before = await t.owner.query('select * from users where id = $1', [user.id])
    const answer = await caller.patch('/user', { name: 'X', [property]: true })
    expect(answer.body).toMatchObject({
      code: 'invalid-input',
      fields: { [property]: expect.any(String) },
    })
    const after = await t.owner.query('select * from users where id = $1', [user.id])
    expect(after.rows).toEqual(before.rows)
  },
)

test('a name that cannot be stored or shown is refused', async () => {
  const { caller } = await somebody()
  for (const name of ['', '   ', 'a\u0000b', 'a\u0007b', '\ud800', 'x'.repeat(121), 7, null, ['x']])
    expect((await caller.patch('/user', { name })).code, JSON.stringify(name)).toBe('invalid-input')
})

test('a new password ends every other session and is the one to sign in with', async () => {
  const { user } = await somebody()
  const here = aBrowser(t.call, northfield.host)
  const { token } = (await here.signIn(user.email)).json<{ token: string }>()
  const there = aBrowser(t.call, northfield.host)
  const other = (await there.signIn(user.email)).json<{ token: string }>().token
  const changed = await t.call({
    host: northfield.host,
    method: 'PUT',
    url: '/api/user/password',
    headers: { authorization: `Bearer ${token}` },
    payload: { current_password: PASSWORD, password: NEW },
  })
  expect(changed.statusCode).toBe(204)
  expect((await here.user(token)).statusCode).toBe(200)
  expect((await here.refresh()).statusCode).toBe(200)
  expect((await there.user(other)).statusCode).toBe(401)
  expect((await there.refresh()).statusCode).toBe(401)
  expect((await signIn(user.email, PASSWORD)).statusCode).toBe(401)
  expect((await signIn(user.email, NEW)).statusCode).toBe(200)
  const { rows } = await t.owner.query('select password_hash from users where id = $1', [user.id])
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('the current password is needed', async () => {
  const { user, caller } = await somebody()
  const answer = await caller.put('/user/password', { current_password: 'wrong', password: NEW })
  expect(answer).toMatchObject({ status: 409, code: 'password-wrong' })
  expect(answer.body).toMatchObject({ fields: { current_password: 'This is not your password' } })
  expect((await signIn(user.email, PASSWORD)).statusCode).toBe(200)
})

test.each([
  ['too short', 'eleven char'],
  ['too long', 'x'.repeat(129)],
  ['the name and a year', 'Somebody1815!'],
  ["the organisation's name and a year", 'NorthfieldTrust2026'],
  ['on the lists', 'administrator'],
  ['on the lists, in capitals', 'ADMINISTRATOR'],
  ['on the lists, with figures behind', 'liverpool12345!'],
  ['not storable', 'twelve chars\u0000'],
])('a new password that is %s is refused', async (_, password) => {
  const { user, caller } = await somebody()
  const answer = await caller.put('/user/password', { current_password: PASSWORD, password })
  expect(answer.body).toMatchObject({
    code: 'invalid-input',
    fields: { password: expect.any(String) },
  })
  expect((await signIn(user.email, PASSWORD)).statusCode).toBe(200)
})

test('any characters will do, from 12 to 128 of them', async () => {
  for (const password of [
    'пароль из слов',
    '  k3 J9 xQ2  ',
    '🙂🍎🚲⛵🎺🦉🌵🥐🧊🪁🛶🎈',
    ' xQ 2vL'.repeat(18) + 'ja',
  ]) {
    const { user, caller } = await somebody()
    const answer = await caller.put('/user/password', { current_password: PASSWORD, password })
    expect(answer.status, password).toBe(204)
    expect((await signIn(user.email, password)).statusCode, password).toBe(200)
  }
})

test('whoever holds only a session cannot guess the password through it', async () => {
  const { caller } = await somebody()
  const guess = (current_password: string) =>
    caller.put('/user/password', { current_password, password: NEW })
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => guess(`guess ${index}`)),
  )
  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
    ...Array(10).fill(409),
    ...Array(20).fill(429),
  ])
  expect((await guess(PASSWORD)).status).toBe(429)
})

test('the right password does not count as a guess', async () => {
  const { caller } = await somebody()
  for (let index = 0; index < 12; index += 1)
    expect((await caller.post('/mfa/setup', { password: PASSWORD })).status).toBe(200)
})
