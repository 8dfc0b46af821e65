import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAuthenticator, anMfaToken, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import type { Client } from '#testing/client.ts'
import { PASSWORD, type TestTenant, type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let northfield: TestTenant
let user: TestUser
let caller: Client
beforeAll(async () => {
  t = await startTestApp({ works: false })
  northfield = await aTenant(t.db, { domain: 'northfield', name: 'Northfield: Trust & Sons' })
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.now = () => new Date()
  user = await aUser(t.db, { tenant: northfield })
  caller = t.as(user)
})

const begin = async () =>
  (await caller.post('/mfa/setup', { password: PASSWORD })).body as { secret: string; uri: string }
const confirm = (code: string) => caller.post('/mfa/setup/confirmation', { code })
const statusOf = async () => (await caller.get('/mfa')).body
const signIn = async () => (await aBrowser(t.call, northfield.host).signIn(user.email)).json()

async function setUp() {
  const { secret } = await begin()
  const { recovery_codes } = (await confirm(codeOf({ secret }))).body as {
    recovery_codes: string[]
  }
  return { secret, recovery_codes }
}

test('set-up begins with the password and gives a secret and its address for the QR code', async () => {
  const wrong = await caller.post('/mfa/setup', { password: 'not the password' })
  expect([wrong.status, wrong.code]).toEqual([409, 'password-wrong'])
  const { secret, uri } = await begin()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const url = new URL(uri)
  expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(url.pathname)).toBe(`/Northfield Trust & Sons:${user.email}`)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    secret,
    issuer: 'Northfield Trust & Sons',
  })
})

test('nothing is on before a code has confirmed it', async () => {
  await begin()
  expect(await statusOf()).toEqual({
    is_enabled: false,
    is_required: false,
    recovery_codes_left: 0,
    method: 'password',
  })
  expect(await signIn()).toHaveProperty('token')
  const wrong = await confirm('000000')
  expect([wrong.status, wrong.code]).toEqual([409, 'code-wrong'])
  expect(await signIn()).toHaveProperty('token')
})

test('a code confirms it: ten recovery codes are shown once, and the next sign-in takes a second step', async () => {
  const { recovery_codes } = await setUp()
  expect(new Set(recovery_codes).size).toBe(10)
  for (const code of recovery_codes) expect(code).toMatch(/^([a-hj-km-np-tv-z2-9]{4}-?){3}$/)
  expect(await statusOf()).toMatchObject({ is_enabled: true, recovery_codes_left: 10 })
  expect(await signIn()).toHaveProperty('mfa_token')
})

test('beginning again before the confirmation replaces the secret', async () => {
  const [first, second] = [await begin(), await begin()]
  expect((await confirm(codeOf(first))).code).toBe('code-wrong')
  expect((await confirm(codeOf(second))).status).toBe(200)
})

test('once it is on it can neither be begun nor confirmed again', async () => {
  const { secret } = await setUp()
  expect((await caller.post('/mfa/setup', { password: PASSWORD })).code).toBe('conflict')
  expect((await confirm(codeOf({ secret }))).code).toBe('conflict')
})

test('of 64 parallel confirmations exactly one shows recovery codes', async () => {
  const code = codeOf(await begin())
  const replies = await Promise.all(Array.from({ length: 64 }, () => confirm(code)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await statusOf()).toMatchObject({ recovery_codes_left: 10 })
})

test('the code of the confirmation does not sign in', async () => {
  const { secret } = await begin()
  const code = codeOf({ secret })
  await confirm(code)
  const headers = { authorization: `Bearer ${await anMfaToken(t, user)}` }
  const browser = aBrowser(t.call, northfield.host)
  await browser.send('GET', '/tenant')
  const answer = await browser.send('POST', '/mfa', { body: { code }, headers })
  expect(answer.json().code).toBe('code-wrong')
})

test('turning it on or off ends every other session', async () => {
  const other = t.as(user)
  expect((await other.get('/user')).status).toBe(200)
  const { recovery_codes } = await setUp()
  expect([(await other.get('/user')).status, (await caller.get('/user')).status]).toEqual([
    401, 200,
  ])
  const another = t.as(user)
  expect((await another.get('/user')).status).toBe(200)
  await caller.post('/mfa/removal', { password: PASSWORD, recovery_code: recovery_codes[0] })
  expect([(await another.get('/user')).status, (await caller.get('/user')).status]).toEqual([
    401, 200,
  ])
})

test('turning it off needs the password and a code', async () => {
  const phone = await anAuthenticator(t, user)
  const off = (body: object) => caller.post('/mfa/removal', body)
  expect((await off({ code: codeOf(phone) })).status).toBe(400)
  expect((await off({ password: PASSWORD })).status).toBe(400)
  expect((await off({ password: 'not it', code: codeOf(phone) })).code).toBe('password-wrong')
  expect((await off({ password: PASSWORD, code: '000000' })).code).toBe('code-wrong')
  expect(await statusOf()).toMatchObject({ is_enabled: true })
  expect((await off({ password: PASSWORD, code: codeOf(phone) })).status).toBe(204)
  expect(await statusOf()).toMatchObject({ is_enabled: false, recovery_codes_left: 0 })
  expect(await signIn()).toHaveProperty('token')
})

test('guessing a code in the settings is limited together with guessing at sign-in', async () => {
  await anAuthenticator(t, user)
  const guess = () => caller.post('/mfa/removal', { password: PASSWORD, code: '000000' })
  for (let count = 0; count < 10; count += 1) expect((await guess()).status).toBe(409)
  expect((await guess()).status).toBe(429)
  const headers = { authorization: `Bearer ${await anMfaToken(t, user)}` }
  const browser = aBrowser(t.call, northfield.host)
  await browser.send('GET', '/tenant')
  const answer = await browser.send('POST', '/mfa', { body: { code: '000000' }, headers })
  expect(answer.statusCode).toBe(429)
})

test('new recovery codes need both factors and replace the earlier ones', async () => {
  const { recoveryCodes } = await anAuthenticator(t, user)
  const renew = (recovery_code: string | undefined) =>
    caller.post('/mfa/recovery-codes', { password: PASSWORD, recovery_code })
  const { body } = await renew(recoveryCodes[0])
  expect((body as { recovery_codes: string[] }).recovery_codes).toHaveLength(10)
  expect(await statusOf()).toMatchObject({ recovery_codes_left: 10 })
  expect((await renew(recoveryCodes[1])).code).toBe('code-wrong')
})

test('secrets are kept sealed and recovery codes as keyed hashes, and no record shows either', async () => {
  const { secret, recovery_codes } = await setUp()
  const { rows } = await t.owner.query(
    `select encode(secret, 'escape') as text from authenticators
     union all select encode(code_hash, 'escape') from recovery_codes
     union all select row_to_json(a)::text from audit_events a
     union all select row_to_json(m)::text from mails m`,
  )
  const kept = JSON.stringify(rows)
  for (const each of [
    secret,
    ...recovery_codes,
    ...recovery_codes.map((c) => c.replaceAll('-', '')),
  ])
    expect(kept).not.toContain(each)
})

test('what the previous secret of the installation sealed and hashed still counts', async () => {
  const phone = await anAuthenticator(t, user)
  const present = [t.app.secret, t.app.secrets] as const
  t.app.secret = 'a newer secret of the installation'
  t.app.secrets = [t.app.secret, ...present[1]]
  const off = { password: PASSWORD, recovery_code: phone.recoveryCodes[0] }
  expect((await caller.post('/mfa/recovery-codes', off)).status).toBe(200)
  expect(
    (await caller.post('/mfa/removal', { password: PASSWORD, code: codeOf(phone) })).status,
  ).toBe(204)
  ;[t.app.secret, t.app.secrets] = present
})

test('every change is recorded and told to its owner by mail', async () => {
  const { recovery_codes } = await setUp()
  const proof = (index: number) => ({ password: PASSWORD, recovery_code: recovery_codes[index] })
  await caller.post('/mfa/removal', { password: PASSWORD, code: '000000' })
  await caller.post('/mfa/removal', proof(0))
  const { rows } = await t.owner.query(
    'select action from audit_events where actor_id = $1 order by id',
    [user.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['mfa.enabled', 'mfa.rejected', 'mfa.disabled'])
  const mails = await t.owner.query('select subject from mails where recipient = $1 order by id', [
    user.email,
  ])
  expect(mails.rows.map(({ subject }) => subject)).toEqual([
    'Two-step sign-in is on',
    'Two-step sign-in is off',
  ])
})
