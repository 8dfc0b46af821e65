import { withToken } from '#testing/client.ts'
import { beforeEach, expect, test } from 'vitest'
import { anAuthenticator, anMfaToken, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import type { Client } from '#testing/client.ts'
import { PASSWORD, type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

let user: TestUser
let caller: Client
const t = await testApp({ works: false })
const tenant = await aTenant(t.db, { name: 'Northfield: Trust & Sons' })
beforeEach(async () => {
  user = await aUser(t.db, { tenant })
  caller = t.as(user)
})

const start = async () =>
  (await caller.post('/mfa/setup', { password: PASSWORD })).body as { secret: string; uri: string }
const confirm = (code: string) => caller.post('/mfa/setup/confirmation', { code })
const remove = (body: object) => caller.post('/mfa/removal', body)
const statusOf = async () => (await caller.get('/mfa')).body
const signIn = async () => (await aBrowser(t.call, tenant.host).signIn(user.email)).json()

async function setUp() {
  const { secret } = await start()
  const { body } = await confirm(codeOf({ secret }))
  return { secret, recovery_codes: (body as { recovery_codes: string[] }).recovery_codes }
}

async function checkCode(code: string) {
  const headers = withToken(await anMfaToken(t, user))
  const browser = aBrowser(t.call, tenant.host)
  await browser.send('GET', '/tenant')
  return await browser.send('POST', '/mfa', { body: { code }, headers })
}

test('set-up needs the password and gives a secret with its address for the QR code', async () => {
  const wrong = await caller.post('/mfa/setup', { password: 'not the password' })
  expect([wrong.status, wrong.code]).toEqual([409, 'password-wrong'])
  const { secret, uri } = await start()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const url = new URL(uri)
  expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(url.pathname)).toBe(`/Northfield Trust & Sons:${user.email}`)
  const issuer = 'Northfield Trust & Sons'
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ secret, issuer })
})

test('two-step verification is off until a code confirms the latest secret', async () => {
  const [first, second] = [await start(), await start()]
  expect(await statusOf()).toEqual({
    is_enabled: false,
    is_required: false,
    recovery_codes_left: 0,
    method: 'password',
  })
  const wrong = await confirm('000000')
  expect([wrong.status, wrong.code]).toEqual([409, 'code-wrong'])
  expect((await confirm(codeOf(first))).code).toBe('code-wrong')
  expect(await signIn()).toHaveProperty('token')
  expect((await confirm(codeOf(second))).status).toBe(200)
})

test('confirming shows ten recovery codes, and the next sign-in needs a code', async () => {
  const { secret, recovery_codes } = await setUp()
  expect(new Set(recovery_codes).size).toBe(10)
  for (const code of recovery_codes) expect(code).toMatch(/^([a-hj-km-np-tv-z2-9]{4}-?){3}$/)
  expect(await statusOf()).toMatchObject({ is_enabled: true, recovery_codes_left: 10 })
  expect(await signIn()).toHaveProperty('mfa_token')
  expect((await checkCode(codeOf({ secret }))).json().code).toBe('code-wrong')
  expect((await caller.post('/mfa/setup', { password: PASSWORD })).code).toBe('conflict')
  expect((await confirm(codeOf({ secret }))).code).toBe('conflict')
})

test('a lost app is replaced only with the password and a recovery code', async () => {
  const { secret, recovery_codes } = await setUp()
  const [recovery_code] = recovery_codes
  const refused = [
    await caller.post('/mfa/setup', { password: PASSWORD }),
    await remove({ password: PASSWORD }),
    await remove({ password: 'not it', recovery_code }),
    await remove({ password: PASSWORD, recovery_code: 'aaaa-bbbb-cccc' }),
  ]
  expect(refused.map(({ status }) => status < 300)).toEqual([false, false, false, false])
  expect(await statusOf()).toMatchObject({ is_enabled: true, recovery_codes_left: 10 })
  expect((await remove({ password: PASSWORD, recovery_code })).status).toBe(204)
  expect((await start()).secret).not.toBe(secret)
})

test('of 64 parallel confirmations one shows recovery codes', async () => {
  const code = codeOf(await start())
  const replies = await Promise.all(Array.from({ length: 64 }, () => confirm(code)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await statusOf()).toMatchObject({ recovery_codes_left: 10 })
})

test('turning it on or off ends the other sessions, is recorded and sends a mail', async () => {
  const statuses = async (other: Client) => [
    (await other.get('/user')).status,
    (await caller.get('/user')).status,
  ]
  const other = t.as(user)
  expect(await statuses(other)).toEqual([200, 200])
  const { recovery_codes } = await setUp()
  expect(await statuses(other)).toEqual([401, 200])
  const another = t.as(user)
  expect(await statuses(another)).toEqual([200, 200])
  await remove({ password: PASSWORD, code: '000000' })
  await remove({ password: PASSWORD, recovery_code: recovery_codes[0] })
  expect(await statuses(another)).toEqual([401, 200])
  expect(await statusOf()).toMatchObject({ is_enabled: false, recovery_codes_left: 0 })
  const rows = await t.sql`select array_agg(action order by id) as actions,
       (select array_agg(subject order by id) from mails where recipient = ${user.email}) as subjects
     from audit_events where actor_id = ${user.id}`
  expect(rows).toEqual([
    {
      actions: ['mfa.enabled', 'mfa.rejected', 'mfa.disabled'],
      subjects: [
        expect.stringContaining('Two-step verification is on'),
        expect.stringContaining('Two-step verification is off'),
      ],
    },
  ])
  expect(await signIn()).toHaveProperty('token')
})

test('wrong codes in the settings count towards the limit at sign-in', async () => {
  await anAuthenticator(t, user)
  const guess = () => remove({ password: PASSWORD, code: '000000' })
  for (let count = 0; count < 10; count += 1) expect((await guess()).status).toBe(409)
  expect((await guess()).status).toBe(429)
  expect((await checkCode('000000')).statusCode).toBe(429)
})

test('new recovery codes replace the earlier ones', async () => {
  const { recoveryCodes } = await anAuthenticator(t, user)
  const renew = (recovery_code: string | undefined) =>
    caller.post('/mfa/recovery-codes', { password: PASSWORD, recovery_code })
  const { body } = await renew(recoveryCodes[0])
  expect((body as { recovery_codes: string[] }).recovery_codes).toHaveLength(10)
  expect(await statusOf()).toMatchObject({ recovery_codes_left: 10 })
  expect((await renew(recoveryCodes[1])).code).toBe('code-wrong')
})

test('secrets are encrypted, recovery codes are hashed, and neither is logged', async () => {
  const { secret, recovery_codes } = await setUp()
  const rows = await t.sql`select encode(secret, 'escape') as text from authenticators
     union all select encode(code_hash, 'escape') from recovery_codes
     union all select row_to_json(a)::text from audit_events a
     union all select row_to_json(m)::text from mails m`
  const stored = JSON.stringify(rows)
  for (const each of [secret, ...recovery_codes]) {
    expect(stored).not.toContain(each)
    expect(stored).not.toContain(each.replaceAll('-', ''))
  }
})

test('20 secrets of a user have nothing in common', async () => {
  const secrets: string[] = []
  for (let count = 0; count < 20; count += 1) secrets.push((await start()).secret)
  for (let at = 0; at < 32; at += 1)
    expect(new Set(secrets.map((secret) => secret[at])).size, `letter ${at}`).toBeGreaterThan(2)
})

test('a stored recovery code is worth nothing to another user or without the secret', async () => {
  const { recoveryCodes } = await anAuthenticator(t, user)
  const other = await aUser(t.db, { tenant })
  await anAuthenticator(t, other)
  await t.owner.query('delete from recovery_codes where user_id = $1', [other.id])
  await t.owner.query(
    `insert into recovery_codes (tenant_id, user_id, code_hash)
     select tenant_id, $1, code_hash from recovery_codes where user_id = $2`,
    [other.id, user.id],
  )
  const body = { password: PASSWORD, recovery_code: recoveryCodes[0] }
  expect((await t.as(other).post('/mfa/removal', body)).code).toBe('code-wrong')
  const { secrets } = t.app
  t.app.secrets = ['another secret of an installation']
  expect((await t.as(user).post('/mfa/removal', body)).code).toBe('conflict')
  t.app.secrets = secrets
  expect((await t.as(user).post('/mfa/removal', body)).status).toBe(204)
})

test("the installation's previous secret still decrypts secrets and matches recovery codes", async () => {
  const phone = await anAuthenticator(t, user)
  const present = [t.app.secret, t.app.secrets] as const
  t.app.secret = 'a newer secret of the installation'
  t.app.secrets = [t.app.secret, ...present[1]]
  const both = { password: PASSWORD, recovery_code: phone.recoveryCodes[0] }
  expect((await caller.post('/mfa/recovery-codes', both)).status).toBe(200)
  expect((await remove({ password: PASSWORD, code: codeOf(phone) })).status).toBe(204)
  ;[t.app.secret, t.app.secrets] = present
})
