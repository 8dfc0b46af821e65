import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeMfaTokens, mfaTokensOf } from '#features/identity/mfa-token.ts'
import {
  type TestAuthenticator,
  anAuthenticator,
  anMfaToken,
  codeOf,
} from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { type TestTenant, type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { operations, urlOf } from '#testing/operations.ts'
import { startSecondNode } from '#testing/second-node.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let northfield: TestTenant
let user: TestUser
let phone: TestAuthenticator
beforeAll(async () => {
  t = await startTestApp({ works: false })
  northfield = await aTenant(t.db, { domain: 'northfield' })
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.now = () => new Date()
  user = await aUser(t.db, { tenant: northfield })
  phone = await anAuthenticator(t, user)
})

async function firstStep() {
  const browser = aBrowser(t.call, northfield.host)
  const answer = await browser.signIn(user.email)
  const { mfa_token } = answer.json<{ mfa_token: string }>()
  const headers = { authorization: `Bearer ${mfa_token}` }
  const send = (body: object) => browser.send('POST', '/mfa', { body, headers })
  return { browser, answer, mfa_token, headers, send }
}
const wrongCode = () => String((Number(codeOf(phone)) + 500_001) % 1_000_000).padStart(6, '0')

test('with two-step sign-in on, the password gives an MFA token and no cookie, and a code gives the session', async () => {
  const { browser, answer, send } = await firstStep()
  expect(answer.statusCode).toBe(200)
  expect(Object.keys(answer.json())).toEqual(['mfa_token'])
  const held = () => ['__Host-pat_rt', '__Host-pat_device'].map((name) => browser.jar.has(name))
  expect(held()).toEqual([false, false])
  const second = await send({ code: codeOf(phone) })
  expect(second.statusCode).toBe(200)
  expect(held()).toEqual([true, true])
  const { token } = second.json<{ token: string }>()
  const me = (await browser.user(token)).json<{ user: object }>()
  expect(me.user).toMatchObject({ id: user.id, mfaEnabled: true, mfa_setup_required: false })
  expect((await browser.refresh()).statusCode).toBe(200)
})

test('a code may be typed with spaces, and one from up to 30 seconds ago is right', async () => {
  const first = await firstStep()
  const code = codeOf(phone, -1)
  expect((await first.send({ code: `${code.slice(0, 3)} ${code.slice(3)}` })).statusCode).toBe(200)
})

test('a code of an older or a coming step is not right', async () => {
  const { send } = await firstStep()
  for (const steps of [-3, -2, 1, 2])
    expect((await send({ code: codeOf(phone, steps) })).json(), `${steps}`).toMatchObject({
      code: 'code-wrong',
    })
})

test('a code is used once: not again, not an earlier one, and not in another sign-in', async () => {
  const [first, second] = [await firstStep(), await firstStep()]
  expect((await first.send({ code: codeOf(phone) })).statusCode).toBe(200)
  expect((await second.send({ code: codeOf(phone) })).statusCode).toBe(409)
  expect((await second.send({ code: codeOf(phone, -1) })).statusCode).toBe(409)
  const soon = new Date(Date.now() + 30_000)
  t.clock.now = () => soon
  expect((await second.send({ code: codeOf(phone, 0, soon) })).statusCode).toBe(200)
})

test('nothing is right when the clock went back behind the last code, and nothing fails', async () => {
  const first = await firstStep()
  expect((await first.send({ code: codeOf(phone) })).statusCode).toBe(200)
  const earlier = new Date(Date.now() - 3_600_000)
  const second = await firstStep()
  t.clock.now = () => new Date(Date.now() - 60_000)
  expect((await second.send({ code: codeOf(phone, 0, earlier) })).statusCode).toBe(409)
})

test('an MFA token gives one session', async () => {
  const { send } = await firstStep()
  expect((await send({ code: codeOf(phone) })).statusCode).toBe(200)
  const again = await send({ recovery_code: phone.recoveryCodes[0] })
  expect([again.statusCode, again.json().code]).toEqual([401, 'signed-out'])
})

test('an MFA token bears five tries, and the right code works afterwards from a new sign-in', async () => {
  const { send } = await firstStep()
  for (const tries_left of [4, 3, 2, 1, 0])
    expect((await send({ code: wrongCode() })).json()).toMatchObject({
      code: 'code-wrong',
      details: { tries_left },
    })
  expect((await send({ code: codeOf(phone) })).json().code).toBe('signed-out')
  expect((await (await firstStep()).send({ code: codeOf(phone) })).statusCode).toBe(200)
})

test('of 100 parallel guesses five are compared, and the right code works afterwards from a new sign-in', async () => {
  const { send } = await firstStep()
  const answers = await Promise.all(Array.from({ length: 100 }, () => send({ code: wrongCode() })))
  const codes = answers.map((answer) => answer.json<{ code: string }>().code)
  expect(codes.filter((code) => code === 'code-wrong')).toHaveLength(5)
  expect(codes.filter((code) => code === 'signed-out')).toHaveLength(95)
  expect((await (await firstStep()).send({ code: codeOf(phone) })).statusCode).toBe(200)
})

test('who knows the password may not guess on with one sign-in after another', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const { send } = await firstStep()
    for (let count = 0; count < 4; count += 1)
      statuses.push((await send({ code: wrongCode() })).statusCode)
  }
  expect(statuses).toEqual([...Array(10).fill(409), 429, 429])
  const refused = await (await firstStep()).send({ code: codeOf(phone) })
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 800]).toEqual([429, true])
  await t.owner.query('update rate_limits set resets_at = now()')
  expect((await (await firstStep()).send({ code: codeOf(phone) })).statusCode).toBe(200)
})

test('a recovery code signs in once, however it is typed, and the owner is told by mail', async () => {
  const [code = '', other = ''] = phone.recoveryCodes
  const typed = ` ${code.slice(0, 4).toUpperCase()}-${code.slice(4, 8)} ${code.slice(8)} `
  expect((await (await firstStep()).send({ recovery_code: typed })).statusCode).toBe(200)
  expect((await (await firstStep()).send({ recovery_code: code })).statusCode).toBe(409)
  expect((await (await firstStep()).send({ recovery_code: other })).statusCode).toBe(200)
  const { rows } = await t.owner.query('select subject from mails where recipient = $1', [
    user.email,
  ])
  expect(rows.map(({ subject }) => subject)).toEqual([
    'A recovery code was used',
    'A recovery code was used',
  ])
})

test("another person's recovery code and code are not right", async () => {
  const other = await anAuthenticator(t, await aUser(t.db, { tenant: northfield }))
  const { send } = await firstStep()
  expect((await send({ recovery_code: other.recoveryCodes[0] })).statusCode).toBe(409)
  expect((await send({ code: codeOf(other) })).statusCode).toBe(409)
})

test.each([
  ['code', (): object => ({ code: codeOf(phone) })],
  ['recovery code', (): object => ({ recovery_code: phone.recoveryCodes[0] })],
])(
  'of 64 parallel uses of one %s exactly one succeeds',
  async (_, bodyOf) => {
    const nodes = await startSecondNode(t)
    const browser = aBrowser(nodes.call, northfield.host)
    await browser.send('GET', '/tenant')
    const send = async (token: string, body: object) =>
      await browser.send('POST', '/mfa', { body, headers: { authorization: `Bearer ${token}` } })
    for (let round = 0; round < 20; round += 1) {
      user = await aUser(t.db, { tenant: northfield })
      phone = await anAuthenticator(t, user)
      const tokens = await Promise.all(Array.from({ length: 64 }, () => anMfaToken(t, user)))
      const body = bodyOf()
      const answers = await Promise.all(tokens.map((token) => send(token, body)))
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      const { rows } = await t.owner.query(
        'select count(*)::int as count from sessions where user_id = $1',
        [user.id],
      )
      expect(rows).toEqual([{ count: 1 }])
    }
    await nodes.close()
  },
  60_000,
)

test('an MFA token opens the second step alone: every other operation answers 401 to it', async () => {
  const { mfa_token } = await firstStep()
  const closed = operations.filter(
    ({ endpoint: { access } }) => !['public', 'mfa'].includes(access),
  )
  for (const { name, endpoint } of closed) {
    const url = urlOf(endpoint, { id: 1, elementId: 1 })
    const headers = { authorization: `Bearer ${mfa_token}` }
    const answer = await t.call({ method: endpoint.method, host: northfield.host, url, headers })
    expect(answer.statusCode, name).toBe(401)
  }
})

test('no other token opens the second step', async () => {
  const { browser, send } = await firstStep()
  const { token } = (await send({ code: codeOf(phone) })).json<{ token: string }>()
  const anHourAgo = () => new Date(Date.now() - 3_600_000)
  const claims = { userId: user.id, tenantId: northfield.id, challengeId: 1 }
  const tokens: Record<string, string | undefined> = {
    'an access token': token,
    'an old one': await makeMfaTokens([TEST_SECRET], anHourAgo).sign(claims),
    'one of another installation': await makeMfaTokens(['x'.repeat(32)], t.clock.now).sign(claims),
    'one without a challenge': await mfaTokensOf(t.app).sign(claims),
    'one of another organisation': await mfaTokensOf(t.app).sign({ ...claims, tenantId: 1 }),
    'one signed with a shared key': await new SignJWT({ tid: northfield.id, jti: '1' })
      .setProtectedHeader({ alg: 'HS256', typ: 'mfa+jwt' })
      .setIssuer('waymark')
      .setAudience('api/mfa')
      .setSubject(String(user.id))
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(Buffer.from(TEST_SECRET)),
    nothing: undefined,
  }
  for (const [what, each] of Object.entries(tokens)) {
    const answer = await browser.send('POST', '/mfa', {
      body: { code: codeOf(phone) },
      headers: each === undefined ? {} : { authorization: `Bearer ${each}` },
    })
    expect([answer.statusCode, answer.json().code], what).toEqual([401, 'signed-out'])
  }
})

test('the second step needs the XSRF header, and nothing is tried without', async () => {
  const { browser, headers } = await firstStep()
  const body = { code: codeOf(phone) }
  const answer = await browser.send('POST', '/mfa', {
    body,
    headers: { ...headers, 'x-xsrf-token': '' },
  })
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'xsrf-refused'])
  expect((await browser.send('POST', '/mfa', { body, headers })).statusCode).toBe(200)
})

test('who was deactivated between the steps stays out', async () => {
  const { send } = await firstStep()
  await t.owner.query('update users set is_active = false where id = $1', [user.id])
  expect((await send({ code: codeOf(phone) })).statusCode).toBe(409)
})

test('one of the two codes is asked for, and what cannot be one is refused by field', async () => {
  const { send } = await firstStep()
  const fieldsOf = async (body: object) => (await send(body)).json<{ fields: object }>().fields
  const one = { code: 'Enter a code from your app or a recovery code, not both' }
  expect(await fieldsOf({})).toEqual(one)
  expect(await fieldsOf({ code: '123456', recovery_code: 'abcdefghjkmn' })).toEqual(one)
  expect(await fieldsOf({ code: '12345' })).toEqual({
    code: 'Enter the 6 digits that your app shows',
  })
  expect(await fieldsOf({ recovery_code: 'abc' })).toHaveProperty('recovery_code')
})

test('each step is recorded, with the way it was passed', async () => {
  const { send } = await firstStep()
  await send({ code: wrongCode() })
  await send({ recovery_code: phone.recoveryCodes[0] })
  const { rows } = await t.owner.query(
    'select action, details from audit_events where subject = $1 or actor_id = $2 order by id',
    [`user ${user.id}`, user.id],
  )
  expect(rows).toEqual([
    { action: 'mfa.requested', details: {} },
    { action: 'mfa.rejected', details: {} },
    { action: 'session.created', details: { method: 'password', second_step: 'recovery code' } },
  ])
})
