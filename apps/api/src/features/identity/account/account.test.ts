import { withToken } from '#testing/client.ts'
import { account } from 'contract/account'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { aBrowser } from '#testing/browser.ts'
import { aCertification } from '#testing/certifying.ts'
import type { Client } from '#testing/client.ts'
import {
  PASSWORD,
  THIS_YEAR,
  type TestUser,
  aContentSet,
  aTenant,
  aUser,
  theTenant,
} from '#testing/factories.ts'
import { operations } from '#testing/operations.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const NEW = 'seven green kettles 4003'

let user: TestUser
let caller: Client
const t = await testApp({ works: false })
const northfield = await aTenant(t.db, { domain: 'northfield', name: 'Northfield Trust' })
beforeEach(async () => {
  await t.sql`delete from rate_limits`
  user = await aUser(t.db, { tenant: northfield })
  caller = t.as(user)
})

const me = async (by = caller) => account.me.response.parse((await by.get('/user')).body).user
const setPassword = (password: string, current_password = PASSWORD) =>
  caller.put('/user/password', { current_password, password })
const signInStatus = async (password: string) =>
  (await aBrowser(t.call, northfield.host).signIn(user.email, password)).statusCode

test('GET /user answers the documented fields and nothing secret', async () => {
  const { body, text } = await caller.get('/user')
  expect(body).toEqual({
    user: {
      id: user.id,
      name: 'Test User',
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

test('an auditor sees the assigned organisations', async () => {
  const platform = await theTenant(t.db, 'admin')
  const auditor = await aUser(t.db, { tenant: platform, roles: ['auditor'] })
  const ids = [platform.id, auditor.id, northfield.id]
  await t.owner.query('insert into tenant_auditors values ($1, $2, $3)', ids)
  expect((await me(t.as(auditor))).auditor).toEqual({ organisations: [northfield.id] })
})

test("a certificate is this year's by the organisation's time zone", async () => {
  const contentSetId = await aContentSet(t.db, { tenant: northfield, file: aTinySet() })
  await aCertification(t.db, { user, contentSetId })
  const isThisYear = async (zone: string, time: string) => {
    await t.sql`update tenants set time_zone = ${zone}`
    t.clock.now = () => new Date(`${THIS_YEAR}-12-31T${time}Z`)
    return (await me(t.as(user))).has_certifications_this_year
  }
  expect(await isThisYear('Pacific/Auckland', '10:59:00')).toBe(true)
  expect(await isThisYear('Pacific/Auckland', '11:01:00')).toBe(false)
  expect(await isThisYear('Europe/London', '11:01:00')).toBe(true)
  t.clock.now = () => new Date()
})

test('the profile can be changed in parts, is recorded without its content, and shows the last sign-in', async () => {
  await signInStatus(PASSWORD)
  await caller.patch('/user', { name: ' Anna Lead ', organisation_name: 'Millbrook' })
  expect(await me()).toMatchObject({
    name: 'Anna Lead',
    profile: { organisation_name: 'Millbrook' },
    last_login_at: expect.stringMatching(/^\d{4}-/),
  })
  await caller.patch('/user', { name: 'Anna' })
  await caller.patch('/user', { name: 'Anna' })
  expect(await me()).toMatchObject({ name: 'Anna', profile: { organisation_name: 'Millbrook' } })
  const rows = await t.sql`select subject, details->>'fields' as fields from audit_events
     where actor_id = ${user.id} and action = 'profile.changed' order by id`
  const subject = `user ${user.id}`
  expect(rows).toEqual([
    { subject, fields: 'name, organisation_name' },
    { subject, fields: 'name' },
  ])
})

test("an admin's change to a profile is not overwritten", async () => {
  const was = { name: 'Before', organisation_name: 'Millbrook' }
  await caller.patch('/user', was)
  await t.sql`update users set name = 'By the admin' where id = ${user.id}`
  expect(await caller.patch('/user', { ...was, name: 'Mine', was })).toMatchObject({
    code: 'conflict',
    body: { details: { profile: { ...was, name: 'By the admin' } } },
  })
  const other = await caller.patch('/user', { ...was, organisation_name: 'Ours', was })
  expect(other.body).toMatchObject({
    user: { name: 'By the admin', profile: { organisation_name: 'Ours' } },
  })
})

test('moving on after an answer is on until the user turns it off, for themselves only', async () => {
  const path = '/user/preferences'
  const colleague = t.as(await aUser(t.db, { tenant: northfield }))
  expect((await caller.get(path)).body).toEqual({ moves_on: true })
  expect((await caller.patch(path, { moves_on: false })).body).toEqual({ moves_on: false })
  expect((await caller.get(path)).body).toEqual({ moves_on: false })
  expect((await colleague.get(path)).body).toEqual({ moves_on: true })
})

test('a new password replaces the old one and ends the other sessions', async () => {
  const here = aBrowser(t.call, northfield.host)
  const { token } = (await here.signIn(user.email)).json<{ token: string }>()
  const there = aBrowser(t.call, northfield.host)
  const other = (await there.signIn(user.email)).json<{ token: string }>().token
  const changed = await t.call({
    host: northfield.host,
    method: 'PUT',
    url: '/api/user/password',
    headers: withToken(token),
    payload: { current_password: PASSWORD, password: NEW },
  })
  expect(changed.statusCode).toBe(204)
  const statuses = [here.user(token), here.refresh(), there.user(other), there.refresh()]
  const answers = await Promise.all(statuses)
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 401, 401])
  expect([await signInStatus(PASSWORD), await signInStatus(NEW)]).toEqual([401, 200])
  const rows = await t.sql`select password_hash from users where id = ${user.id}`
  expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('a new password needs the current one', async () => {
  const answer = await setPassword(NEW, 'wrong')
  expect(answer).toMatchObject({ status: 409, code: 'password-wrong' })
  expect(answer.body).toMatchObject({ fields: { current_password: 'That password is wrong' } })
  for (const body of [{ password: NEW }, { password: NEW, current_password: '' }])
    expect(await caller.put('/user/password', body)).toMatchObject({ code: 'invalid-input' })
  expect(await signInStatus(PASSWORD)).toBe(200)
})

test.each([
  'пароль из слов',
  '  k3 J9 xQ2  ',
  '🙂🍎🚲⛵🎺🦉🌵🥐🧊🪁🛶🎈',
  `${' xQ 2vL'.repeat(18)}ja`,
])('a new password may have any 12 to 128 characters: %s', async (password) => {
  expect((await setPassword(password)).status).toBe(204)
  expect(await signInStatus(password)).toBe(200)
})

test('a password is compared exactly, to its last character', async () => {
  const password = `${'Ångström '.repeat(14)}X1`
  expect(password).toHaveLength(128)
  expect((await setPassword(password)).status).toBe(204)
  const others = [
    password.toLowerCase(),
    password.slice(0, -1),
    `${password.slice(0, -1)}2`,
    `${password.slice(0, 72)}${'x'.repeat(56)}`,
    password.normalize('NFD').slice(0, 128),
    password.replace(/^Å/, 'A'),
    ` ${password.slice(1)}`,
  ]
  for (const other of others) expect(await signInStatus(other), other).toBe(401)
  expect(await signInStatus(password)).toBe(200)
})

test('spaces and the form of letters count as they were entered', async () => {
  const password = '  Ångstro\u0308m  k3 xQ9 '
  expect((await setPassword(password)).status).toBe(204)
  const others = [
    password.trim(),
    password.trimStart(),
    password.trimEnd(),
    password.normalize('NFC'),
    password.normalize('NFD'),
    password.replaceAll('  ', ' '),
  ]
  for (const other of others) expect(await signInStatus(other), JSON.stringify(other)).toBe(401)
  expect(await signInStatus(password)).toBe(200)
})

test('a password does not expire', async () => {
  const [times] = await t.sql<{ set: string }>`
    select string_agg(format('%I = now() - interval ''10 years''', column_name), ', ') as set
    from information_schema.columns
    where table_name = 'users' and data_type like 'timestamp%' and column_name <> 'removed_at'`
  expect(times?.set).toContain('created_at')
  await t.owner.query(`update users set ${times?.set} where id = $1`, [user.id])
  expect(await signInStatus(PASSWORD)).toBe(200)
  expect((await caller.get('/overview')).status).toBe(200)
})

test('nothing that is stored, sent or requested is a password hint or a secret question', async () => {
  const columns = await t.sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = 'public'`
  const fields = operations.flatMap(({ endpoint: { body, query, params, response } }) =>
    [body, query, params, response].flatMap((schema) => [
      ...JSON.stringify(schema ? z.toJSONSchema(schema, { unrepresentable: 'any' }) : {}).matchAll(
        /"(\w+)":/g,
      ),
    ]),
  )
  const names = [...columns.map(({ name }) => name), ...fields.map(([, name = '']) => name)]
  expect(names).toEqual(expect.arrayContaining(['password_hash', 'current_password']))
  const secret =
    /hint|remind|question|(security|secret).?answer|maiden|memorable|birth|favou?rite|pet_?name/i
  // In a shared assessment, colleagues ask each other about statements.
  const ofColleagues = ['questions', 'questions_need_person', 'question_ids', 'moved_questions']
  const found = [...new Set(names)].filter((name) => secret.test(name))
  expect(found).toEqual(ofColleagues)
})

test('signing in and recovering an account ask for nothing but address, password, link and code', () => {
  const asked = operations
    .filter(({ endpoint: { access } }) => access === 'public' || access === 'mfa')
    .filter(({ name }) => /^(auth|mfa|registration)\./.test(name))
    .flatMap(({ endpoint: { body, query, params } }) => [body, query, params])
    .flatMap((schema) => (schema ? [z.toJSONSchema(schema, { unrepresentable: 'any' })] : []))
  for (const { type, additionalProperties } of asked)
    expect([type, additionalProperties]).toEqual(['object', false])
  const fields = asked.flatMap(({ properties }) => Object.keys(properties ?? {}))
  const identity = ['email', 'password', 'code', 'recovery_code', 'signature']
  const newAccount = ['name', 'organisation_name', 'terms_id']
  expect([...new Set(fields)].sort()).toEqual([...identity, ...newAccount].sort())
})

test('the right password does not count as an attempt', async () => {
  for (let index = 0; index < 12; index += 1)
    expect((await caller.post('/mfa/setup', { password: PASSWORD })).status).toBe(200)
})
