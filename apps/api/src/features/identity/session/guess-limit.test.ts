import { withToken } from '#testing/client.ts'
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { anAuthenticator, anMfaToken, codeOf } from '#testing/authenticator.ts'
import { type Browser, aBrowser } from '#testing/browser.ts'
import { countComparisons } from '#testing/count-comparisons.ts'
import { PASSWORD, type TestUser, aSession, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { type Answer, callOfTwoNodes, testApp } from '#testing/test-app.ts'

// Over two servers on one database, from as many connections as there are guesses.
const GUESSES = 100

let victim: TestUser
let stranger: Browser
const t = await testApp({ works: false })
const call = await callOfTwoNodes(t)
const open = await theTenant(t.db, 'public')
const tenant = await aTenant(t.db)
beforeEach(async () => {
  await t.sql`delete from rate_limits`
  victim = await aUser(t.db, { tenant })
  stranger = await aVisitor(tenant.host)
})

async function aVisitor(host: string): Promise<Browser> {
  const browser = aBrowser(call, host)
  await browser.send('GET', '/tenant')
  return browser
}

const many = (count: number, send: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)))
const logIn = (browser: Browser, email: string, password: string, remoteAddress: string) =>
  browser.send('POST', '/login', { body: { email, password }, remoteAddress })
const wrong = (index: number) => `a wrong guess, number ${index}`
const fromAnywhere = (index: number) => `10.1.${index >> 8}.${index & 255}`

/** So many guesses were compared; all others were told to wait until the window ends. */
function expectCompared(answers: Answer[], compared: number, status: number, window = 900) {
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(answers.filter(({ statusCode }) => statusCode === status)).toHaveLength(compared)
  expect(refused).toHaveLength(answers.length - compared)
  for (const { headers } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(window - 100)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(window)
  }
}

test('of 100 parallel guesses at a password, from 100 clients at two servers, ten are compared', async () => {
  const comparisons = countComparisons()
  const answers = await many(GUESSES, (index) =>
    logIn(stranger, victim.email, wrong(index), fromAnywhere(index)),
  )
  expect(comparisons()).toBe(10)
  expectCompared(answers, 10, 401)
  const { statusCode, headers } = await logIn(stranger, victim.email, PASSWORD, '10.2.0.1')
  const wait = Number(headers['retry-after'])
  expect([statusCode, wait > 800, wait <= 900]).toEqual([429, true, true])
  await t.sql`update rate_limits set resets_at = now()`
  expect((await logIn(stranger, victim.email, PASSWORD, '10.2.0.1')).statusCode).toBe(200)
})

test('guesses of strangers do not block a browser in which the user signed in before', async () => {
  const own = await aVisitor(tenant.host)
  const enter = (password: string) => logIn(own, victim.email, password, '10.3.0.1')
  expect((await enter(PASSWORD)).statusCode).toBe(200)
  const guess = (index: number) => logIn(stranger, victim.email, wrong(index), fromAnywhere(index))
  const [answers, during] = await Promise.all([many(GUESSES, guess), enter(PASSWORD)])
  expectCompared(answers, 10, 401)
  expect(during.statusCode).toBe(200)
  expect((await enter(PASSWORD)).statusCode).toBe(200)
  // The user's own sign-in gives the strangers no further attempts.
  expect((await guess(0)).statusCode).toBe(429)
})

test('a known browser has ten attempts as well, and only for its own account', async () => {
  const thief = await aVisitor(tenant.host)
  expect((await logIn(thief, victim.email, PASSWORD, '10.3.0.2')).statusCode).toBe(200)
  const guess = (email: string) => (index: number) =>
    logIn(thief, email, wrong(index), fromAnywhere(index))
  const other = await aUser(t.db, { tenant })
  expectCompared(await many(30, guess(victim.email)), 10, 401)
  expectCompared(await many(30, guess(other.email)), 10, 401)
  expect((await logIn(stranger, other.email, PASSWORD, '10.3.0.3')).statusCode).toBe(429)
})

test('the cookie of the previous release identifies a browser as well, for one more day', async () => {
  const before = await aVisitor(tenant.host)
  await logIn(before, victim.email, PASSWORD, '10.3.0.4')
  const own = await aVisitor(tenant.host)
  own.jar.set('pat_device', before.known.proof ?? '')
  const guess = (index: number) => logIn(stranger, victim.email, wrong(index), fromAnywhere(index))
  expectCompared(await many(12, guess), 10, 401)
  const named = ({ cookies }: Answer) => cookies.find(({ name }) => name === 'pat_device')
  const first = await logIn(own, victim.email, PASSWORD, '10.3.0.4')
  expect([first.statusCode, named(first)?.maxAge]).toEqual([200, 86_400])
  // From then on the page has the proof.
  const second = await logIn(own, victim.email, PASSWORD, '10.3.0.4')
  expect([second.statusCode, named(second)?.value]).toEqual([200, ''])
  const third = await logIn(own, victim.email, PASSWORD, '10.3.0.4')
  expect([third.statusCode, named(third)]).toEqual([200, undefined])
})

test.each(['page', 'cookie'])('a forged proof in a %s gives no further attempts', async (place) => {
  const answers = await many(GUESSES, async (index) => {
    const liar = await aVisitor(tenant.host)
    const parts = [randomBytes(16), randomBytes(32)].map((part) => part.toString('base64url'))
    if (place === 'page') liar.known.proof = parts.join('.')
    else liar.jar.set('pat_device', parts.join('.'))
    return await logIn(liar, victim.email, wrong(index), fromAnywhere(index))
  })
  expectCompared(answers, 10, 401)
})

test('of 150 guesses from one IPv6 network at many accounts a hundred are compared', async () => {
  const users = await Promise.all(Array.from({ length: 15 }, () => aUser(t.db, { tenant })))
  const emailOf = (index: number) => users[index % users.length]?.email ?? ''
  const guess = (index: number) =>
    logIn(stranger, emailOf(index), wrong(index), `2001:db8:1:2:${index}::1`)
  const answers: Answer[] = []
  // No more at a time than may wait.
  for (let round = 0; round < 5; round += 1) answers.push(...(await many(30, guess)))
  expectCompared(answers, 100, 401)
  const last = await aUser(t.db, { tenant })
  expect((await logIn(stranger, last.email, PASSWORD, '10.4.0.2')).statusCode).toBe(200)
})

test('a session has ten guesses at its password at both servers', async () => {
  const claims = { userId: victim.id, tenantId: tenant.id, sessionId: await aSession(t.db, victim) }
  const headers = withToken(await t.app.tokens.sign(claims))
  const guess = (password: string) => {
    const body = { email: 'new@example.org', password }
    return stranger.send('POST', '/user/email-change', { body, headers })
  }
  expectCompared(await many(30, (index) => guess(wrong(index))), 10, 409)
  expect((await guess(PASSWORD)).statusCode).toBe(429)
})

test.each([
  ['codes of the app', { code: '000000' }],
  ['recovery codes', { recovery_code: 'abcdefghjkmn' }],
])('of 100 parallel guesses at %s in 100 sign-ins ten are compared', async (_, body) => {
  const phone = await anAuthenticator(t, victim)
  const tokens = await Promise.all(Array.from({ length: GUESSES }, () => anMfaToken(t, victim)))
  const answers = await many(GUESSES, (index) => checkCode(tokens[index] ?? '', body))
  expectCompared(answers, 10, 409)
  const subject = `user ${victim.id}`
  const rejected =
    await t.sql`select from audit_events where action = 'mfa.rejected' and subject = ${subject}`
  expect(rejected).toHaveLength(10)
  const right = async () => await checkCode(await anMfaToken(t, victim), { code: codeOf(phone) })
  const { statusCode, headers } = await right()
  expect([statusCode, Number(headers['retry-after']) > 800]).toEqual([429, true])
  await t.sql`update rate_limits set resets_at = now()`
  expect((await right()).statusCode).toBe(200)
})

const account = { email: 'a@example.org', name: 'A', terms_id: 1, password: PASSWORD }

test.each([
  ['/register/request', { ...account, organisation_name: 'A' }],
  ['/register/invite', account],
  ['/forgot-password', { password: PASSWORD }],
])('guessed signatures of %s are refused without comparing a password', async (path, body) => {
  const browser = await aVisitor(open.host)
  const comparisons = countComparisons()
  const answers = await many(GUESSES, () =>
    browser.send('POST', `${path}/${randomBytes(32).toString('base64url')}`, { body }),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([410]))
  expect(comparisons()).toBe(0)
})

test('of 100 parallel requests for mails to one address five are sent, and all get the same answer', async () => {
  const browser = await aVisitor(open.host)
  const body = { email: 'flooded@example.org' }
  const answers = await many(GUESSES, (index) =>
    browser.send('POST', '/forgot-password', { body, remoteAddress: fromAnywhere(index) }),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(GUESSES).fill(204))
  expect(await t.sql`select from one_time_links where email = ${body.email}`).toHaveLength(5)
  const early = await t.sql`select from rate_limits where resets_at < now() + interval '50 minutes'`
  expect(early).toEqual([])
})

test('of 100 parallel requests for mails from one client sixty are accepted', async () => {
  const browser = await aVisitor(open.host)
  const answers = await many(GUESSES, (index) => {
    const body = { email: `many.${index}@flood.example` }
    return browser.send('POST', '/register/request', { body, remoteAddress: '10.5.0.1' })
  })
  expectCompared(answers, 60, 204, 3600)
  const links = await t.sql`select from one_time_links where email like '%@flood.example'`
  expect(links).toHaveLength(60)
})

async function checkCode(token: string, body: object): Promise<Answer> {
  const headers = withToken(token)
  return await stranger.send('POST', '/mfa', { body, headers })
}
