import { withToken } from '#testing/client.ts'
import { SignJWT, decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { type TokenKind, createSigningKeys } from '#core/signing-keys.ts'
import { mfaTokensOf } from '#features/identity/mfa-token.ts'
import {
  type TestAuthenticator,
  anAuthenticator,
  anMfaToken,
  codeOf,
} from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { testApp } from '#testing/test-app.ts'

let user: TestUser
let phone: TestAuthenticator
const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
beforeEach(async () => {
  t.clock.now = () => new Date()
  user = await aUser(t.db, { tenant })
  phone = await anAuthenticator(t, user)
})

async function passwordStep() {
  const browser = aBrowser(t.call, tenant.host)
  const answer = await browser.signIn(user.email)
  const { mfa_token } = answer.json<{ mfa_token: string }>()
  const headers = withToken(mfa_token)
  const send = (body: object) => browser.send('POST', '/mfa', { body, headers })
  const statusOf = async (body: object) => (await send(body)).statusCode
  return { browser, answer, mfa_token, headers, send, statusOf }
}
const signInWith = async (body: object) => await (await passwordStep()).statusOf(body)
const wrongCode = () => String((Number(codeOf(phone)) + 500_001) % 1_000_000).padStart(6, '0')

test('the password gives an MFA token and no cookie, and a code gives the session', async () => {
  const { browser, answer, send } = await passwordStep()
  expect(answer.statusCode).toBe(200)
  expect(Object.keys(answer.json())).toEqual(['mfa_token'])
  const held = () => [browser.jar.has('pat_rt'), browser.known.proof !== undefined]
  expect(held()).toEqual([false, false])
  const second = await send({ code: codeOf(phone) })
  expect([second.statusCode, ...held()]).toEqual([200, true, true])
  const { user: me } = (await browser.user(second.json<{ token: string }>().token)).json()
  expect(me).toMatchObject({ id: user.id, mfaEnabled: true, mfa_setup_required: false })
  expect((await browser.refresh()).statusCode).toBe(200)
})

test('a code may contain spaces and be 30 seconds old, but not older and not later', async () => {
  const { send, statusOf } = await passwordStep()
  for (const steps of [-3, -2, 1, 2])
    expect((await send({ code: codeOf(phone, steps) })).json().code, `${steps}`).toBe('code-wrong')
  const code = codeOf(phone, -1)
  expect(await statusOf({ code: `${code.slice(0, 3)} ${code.slice(3)}` })).toBe(200)
})

test('a used code and an earlier one are wrong in any sign-in, and the next one is right', async () => {
  const second = await passwordStep()
  expect(await signInWith({ code: codeOf(phone) })).toBe(200)
  expect(await second.statusOf({ code: codeOf(phone) })).toBe(409)
  expect(await second.statusOf({ code: codeOf(phone, -1) })).toBe(409)
  const soon = new Date(Date.now() + 30_000)
  t.clock.now = () => soon
  expect(await second.statusOf({ code: codeOf(phone, 0, soon) })).toBe(200)
})

test('a clock that goes back before the last code makes every code wrong and fails nothing', async () => {
  expect(await signInWith({ code: codeOf(phone) })).toBe(200)
  const second = await passwordStep()
  t.clock.now = () => new Date(Date.now() - 60_000)
  const earlier = new Date(Date.now() - 3_600_000)
  expect(await second.statusOf({ code: codeOf(phone, 0, earlier) })).toBe(409)
})

test('an MFA token gives one session', async () => {
  const { send, statusOf } = await passwordStep()
  expect(await statusOf({ code: codeOf(phone) })).toBe(200)
  const again = await send({ recovery_code: phone.recoveryCodes[0] })
  expect([again.statusCode, again.json().code]).toEqual([401, 'signed-out'])
})

test('an MFA token allows five attempts, and a new sign-in works', async () => {
  const { send } = await passwordStep()
  for (const attempts_left of [4, 3, 2, 1, 0])
    expect((await send({ code: wrongCode() })).json()).toMatchObject({
      code: 'code-wrong',
      details: { attempts_left },
    })
  expect((await send({ code: codeOf(phone) })).json().code).toBe('signed-out')
  expect(await signInWith({ code: codeOf(phone) })).toBe(200)
})

test('right passwords and codes count against no limit: eleven sign-ins in a row pass', async () => {
  const bodies = phone.recoveryCodes.map((recovery_code) => ({ recovery_code }))
  for (const body of [...bodies, { code: codeOf(phone) }]) expect(await signInWith(body)).toBe(200)
})

test('a recovery code signs in once in any spelling, and each use is mailed', async () => {
  const [code = '', other = ''] = phone.recoveryCodes
  const typed = ` ${code.slice(0, 4).toUpperCase()}-${code.slice(4, 8)} ${code.slice(8)} `
  expect(await signInWith({ recovery_code: typed })).toBe(200)
  expect(await signInWith({ recovery_code: code })).toBe(409)
  expect(await signInWith({ recovery_code: other })).toBe(200)
  const rows = await t.sql`select subject from mails where recipient = ${user.email}`
  const mail = { subject: expect.stringContaining('A recovery code was used') }
  expect(rows).toEqual([mail, mail])
})

test.each<[string, () => object]>([
  ['a code of the app', () => ({ code: codeOf(phone) })],
  ['a recovery code', () => ({ recovery_code: phone.recoveryCodes[0] })],
])('of 8 parallel sign-ins with %s one succeeds', async (_, bodyOf) => {
  const steps = await Promise.all(Array.from({ length: 8 }, passwordStep))
  const body = bodyOf()
  const statuses = await Promise.all(steps.map(({ statusOf }) => statusOf(body)))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
})

test("another user's codes are wrong", async () => {
  const other = await anAuthenticator(t, await aUser(t.db, { tenant }))
  const { statusOf } = await passwordStep()
  expect(await statusOf({ recovery_code: other.recoveryCodes[0] })).toBe(409)
  expect(await statusOf({ code: codeOf(other) })).toBe(409)
})

test('no other token passes the code check, even with the claims of one that does', async () => {
  const { browser, mfa_token } = await passwordStep()
  const { aud, jti } = decodeJwt(mfa_token)
  const { typ, kid } = decodeProtectedHeader(mfa_token)
  expect([aud, typ]).toEqual(['api/mfa', 'mfa+jwt'])
  const claims = { userId: user.id, tenantId: tenant.id, challengeId: Number(jti) }
  const sign = (change: object = {}, signer: Partial<Parameters<typeof mfaTokensOf>[0]> = {}) =>
    mfaTokensOf({ ...t.app, ...signer }).sign({ ...claims, ...change })
  const signAs = (kind: Partial<TokenKind<string>>) =>
    createSigningKeys(t.app.secrets).sign(
      { typ: 'mfa+jwt', audience: 'api/mfa', lifetimeSeconds: 300, claims: [], ...kind },
      user.id,
      { tid: tenant.id, jti: String(jti) },
      new Date(),
    )
  const colleague = await aUser(t.db, { tenant })
  const another = Number(decodeJwt(await anMfaToken(t, colleague)).jti)
  const tokens: Record<string, string | undefined> = {
    'an expired one': await sign({}, { adapters: { now: () => new Date(Date.now() - 301_000) } }),
    'one of another installation': await sign({}, { secrets: ['x'.repeat(32)] }),
    'one without a challenge': await sign({ challengeId: 999_999_999 }),
    'one of another user': await sign({ userId: colleague.id }),
    "one with another user's challenge": await sign({ challengeId: another }),
    'one of another organisation': await sign({ tenantId: 1 }),
    'one with the type of an access token': await signAs({ typ: 'at+jwt' }),
    'one with the audience of an access token': await signAs({ audience: 'api' }),
    'an access token': await t.app.tokens.sign({ ...claims, sessionId: claims.challengeId }),
    'one signed with a shared key': await new SignJWT({ ...decodeJwt(mfa_token) })
      .setProtectedHeader({ alg: 'HS256', typ: 'mfa+jwt', ...(kid && { kid }) })
      .sign(Buffer.from(TEST_SECRET)),
    'no token': undefined,
  }
  const send = (token: string | undefined) => {
    const headers: Record<string, string> = token === undefined ? {} : withToken(token)
    return browser.send('POST', '/mfa', { body: { code: codeOf(phone) }, headers })
  }
  for (const [what, token] of Object.entries(tokens)) {
    const answer = await send(token)
    expect([answer.statusCode, answer.json().code], what).toEqual([401, 'signed-out'])
  }
  // The forgeries differ from it in one thing only.
  expect((await send(await signAs({}))).statusCode).toBe(200)
})

test('without the XSRF header no code is compared', async () => {
  const { browser, headers, statusOf } = await passwordStep()
  const body = { code: codeOf(phone) }
  const bare = { ...headers, 'x-xsrf-token': '' }
  const answer = await browser.send('POST', '/mfa', { body, headers: bare })
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'xsrf-refused'])
  expect(await statusOf(body)).toBe(200)
})

test('an account that becomes inactive after the password is refused', async () => {
  const { statusOf } = await passwordStep()
  await t.sql`update users set is_active = false where id = ${user.id}`
  expect(await statusOf({ code: codeOf(phone) })).toBe(409)
})

test('exactly one valid kind of code is required', async () => {
  const { send } = await passwordStep()
  const fieldsOf = async (body: object) => (await send(body)).json<{ fields: object }>().fields
  const one = { code: 'Enter a code from your app or a recovery code, not both' }
  expect(await fieldsOf({})).toEqual(one)
  expect(await fieldsOf({ code: '123456', recovery_code: 'abcdefghjkmn' })).toEqual(one)
  const digits = { code: 'Enter the 6 digits that your app shows' }
  expect(await fieldsOf({ code: '12345' })).toEqual(digits)
  expect(await fieldsOf({ recovery_code: 'abc' })).toHaveProperty('recovery_code')
})

test('each step is recorded with its method', async () => {
  const { send } = await passwordStep()
  await send({ code: wrongCode() })
  await send({ recovery_code: phone.recoveryCodes[0] })
  const rows =
    await t.sql`select action, details from audit_events where subject = ${`user ${user.id}`} or actor_id = ${user.id} order by id`
  expect(rows).toEqual([
    { action: 'mfa.requested', details: {} },
    { action: 'mfa.rejected', details: {} },
    { action: 'session.created', details: { method: 'password', verification: 'recovery code' } },
  ])
})
