import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { type TestTenant, type TestUser, PASSWORD, aTenant, aUser } from '#testing/factories.ts'
import { linkTo, mailsTo } from '#testing/mailed.ts'
import { salesforceEnv } from '#testing/salesforce.ts'
import { allowSso } from '#testing/sso.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

const NEW_PASSWORD = 'four unrelated words here'
const SALESFORCE = 'https://login.salesforce.example'

let t: TestApp
let northfield: TestTenant
beforeAll(async () => {
  t = await startTestApp({ env: salesforceEnv({ issuer: SALESFORCE }) })
  northfield = await aTenant(t.db, { domain: 'northfield' })
})
beforeEach(async () => void (await t.owner.query('delete from rate_limits')))
afterAll(() => t.close())

async function somebody(wish: { isActive?: boolean; tenant?: TestTenant; email?: string } = {}) {
  const user = await aUser(t.db, { tenant: northfield, ...wish })
  const browser = aBrowser(t.call, user.host)
  await browser.send('GET', '/tenant')
  return {
    user,
    browser,
    ask: (email = user.email) => browser.send('POST', '/forgot-password', { body: { email } }),
    check: async (signature: string) =>
      (await browser.send('GET', `/forgot-password/${signature}`)).json(),
    reset: (signature: string, password = NEW_PASSWORD) =>
      browser.send('POST', `/forgot-password/${signature}`, { body: { password } }),
  }
}
const codeOf = async (answer: Promise<{ json: () => { code: string } }>) =>
  (await answer).json().code
const link = ({ tenantId, id, email }: TestUser, issuer: string) =>
  t.owner.query(
    'insert into identities (tenant_id, issuer, subject, user_id) values ($1, $2, $3, $4)',
    [tenantId, issuer, email, id],
  )
const linksOf = async (email: string) =>
  (await t.owner.query('select from one_time_links where email_norm = lower($1)', [email])).rowCount

test('who forgot the password sets a new one with the mailed link', async () => {
  const { user, browser, ask, check, reset } = await somebody()
  expect((await ask()).statusCode).toBe(204)
  const { url, signature, mail } = await linkTo(t, user.email)
  expect(mail?.subject).toBe('Choose a new password')
  expect(url.href).toMatch(/^http:\/\/northfield\.localhost:4003\/forgot-password\/[\w-]{43}$/)
  expect(await check(signature)).toEqual({ data: { email: user.email }, errorCode: null })
  const answer = await reset(signature)
  expect(answer.statusCode).toBe(204)
  // The link is no way to be signed in: a second factor would be passed by.
  expect(answer.cookies.map(({ name }) => name)).toEqual(['__Host-pat_device'])
  expect((await browser.signIn(user.email, PASSWORD)).statusCode).toBe(401)
  expect((await browser.signIn(user.email, NEW_PASSWORD)).statusCode).toBe(200)
  expect((await mailsTo(t, user.email, 2))[0]?.subject).toBe('Your password was changed')
})

test('a new password ends every session, and open changes of the address', async () => {
  const { user, ask, reset } = await somebody()
  const caller = t.as(user)
  await caller.post('/user/email-change', { email: 'thief@example.org', password: PASSWORD })
  const { signature: change } = await linkToChange('thief@example.org')
  expect((await caller.get('/user')).status).toBe(200)
  await ask()
  expect((await reset((await linkTo(t, user.email)).signature)).statusCode).toBe(204)
  expect((await caller.get('/user')).status).toBe(401)
  const later = await t.as(user).post('/user/email-change/confirmation', { signature: change })
  expect(later.code).toBe('signature-invalid')
})

async function linkToChange(email: string) {
  const [mail] = await mailsTo(t, email)
  return { signature: /confirm=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '' }
}

test('a link works once, for 1 hour, and opening it uses nothing up', async () => {
  const { user, ask, check, reset } = await somebody()
  await ask()
  const { signature } = await linkTo(t, user.email)
  for (let press = 0; press < 5; press += 1) await check(signature)
  expect((await reset(signature)).statusCode).toBe(204)
  expect(await check(signature)).toEqual({ data: null, errorCode: 'USED' })
  expect(await codeOf(reset(signature))).toBe('signature-invalid')

  await ask()
  const { signature: second } = await linkTo(t, user.email, 3)
  const { rows } = await t.owner.query(
    `update one_time_links set expires_at = expires_at - interval '1 hour'
     where email = $1 and used_at is null
     returning expires_at between now() - interval '1 minute' and now() as is_over_now`,
    [user.email],
  )
  expect(rows).toEqual([{ is_over_now: true }])
  expect(await check(second)).toEqual({ data: null, errorCode: 'EXPIRED' })
  expect(await codeOf(reset(second))).toBe('signature-invalid')
})

test('after several presses every link works until one is used', async () => {
  const { user, ask, check, reset } = await somebody()
  await ask()
  await ask()
  const [second = '', first = ''] = (await mailsTo(t, user.email, 2)).map(
    ({ text }) => /forgot-password\/([\w-]{43})/.exec(text)?.[1],
  )
  expect(await check(second)).toMatchObject({ errorCode: null })
  const answers = await Promise.all([reset(first), reset(second)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 410])
})

test('changing the password or the address ends the links that wait', async () => {
  const { user, ask, check } = await somebody()
  await ask()
  const { signature } = await linkTo(t, user.email)
  const body = { current_password: PASSWORD, password: NEW_PASSWORD }
  expect((await t.as(user).put('/user/password', body)).status).toBe(204)
  expect(await check(signature)).toEqual({ data: null, errorCode: 'REVOKED' })
})

test('asking answers the same for known, unknown and deactivated; only the known get a mail', async () => {
  const known = await somebody()
  const gone = await somebody({ isActive: false })
  const stranger = 'nobody.at.all@example.org'
  const seen = await Promise.all(
    [known.user.email, gone.user.email, stranger].map(async (email) => {
      const { statusCode, headers, body } = await known.ask(email)
      const { 'x-request-id': _, date: __, ...rest } = headers
      return JSON.stringify([statusCode, rest, body])
    }),
  )
  expect(new Set(seen).size).toBe(1)
  await mailsTo(t, known.user.email)
  await expect.poll(async () => await linksOf(stranger), { timeout: 10_000 }).toBe(0)
  await expect.poll(async () => await linksOf(gone.user.email), { timeout: 10_000 }).toBe(0)
  const { rowCount } = await t.owner.query('select from mails where recipient = any($1)', [
    [stranger, gone.user.email],
  ])
  expect(rowCount).toBe(0)
})

test('who has no password, because of single sign-on, gets none by this way', async () => {
  const { user, ask } = await somebody()
  await t.owner.query('update users set password_hash = null where id = $1', [user.id])
  await link(user, 'https://switched-off.example')
  await ask()
  const [mail] = await mailsTo(t, user.email)
  expect(mail?.subject).toBe('You sign in with single sign-on')
  expect(mail?.text).not.toContain('/forgot-password/')
})

test('who was added by an admin and lost the first link gets another', async () => {
  const { user, ask, reset, browser } = await somebody()
  await t.owner.query('update users set password_hash = null where id = $1', [user.id])
  expect((await ask()).statusCode).toBe(204)
  const { signature } = await linkTo(t, user.email)
  expect((await reset(signature)).statusCode).toBe(204)
  expect((await browser.signIn(user.email, NEW_PASSWORD)).statusCode).toBe(200)
})

test('who may not use the password, because of single sign-on, is told so instead', async () => {
  const issuer = 'https://idp.example.org'
  const tenant = await aTenant(t.db, { domain: 'combined' })
  await allowSso(t.db, tenant)
  await t.owner.query(
    `insert into sso_connections (tenant_id, domain, name, kind, issuer, client_id)
     values ($1, 'example.org', 'Example', 'oidc', $2, 'waymark')`,
    [tenant.id, issuer],
  )
  for (const known of [issuer, SALESFORCE]) {
    const { user, ask } = await somebody({ tenant })
    await link(user, known)
    await ask()
    const [mail] = await mailsTo(t, user.email)
    expect(mail?.subject).toBe('You sign in with single sign-on')
    expect(mail?.text).not.toMatch(/forgot-password|has none/)
  }
  const colleague = await somebody({ tenant })
  await colleague.ask()
  await linkTo(t, colleague.user.email)
})

test('where people sign in with passwords alone, somebody who is linked gets the link', async () => {
  const { user, ask, reset } = await somebody()
  await link(user, SALESFORCE)
  await ask()
  expect((await reset((await linkTo(t, user.email)).signature)).statusCode).toBe(204)
})

test('strangers who guess keep nobody from signing in with a password that was just set', async () => {
  const { user, browser, ask, reset } = await somebody()
  const stranger = aBrowser(t.call, user.host)
  for (let guess = 0; guess < 10; guess += 1)
    await stranger.signIn(user.email, `a wrong guess, number ${guess}`)
  expect((await browser.signIn(user.email, PASSWORD)).statusCode).toBe(429)
  await ask()
  expect((await reset((await linkTo(t, user.email)).signature)).statusCode).toBe(204)
  expect((await browser.signIn(user.email, NEW_PASSWORD)).statusCode).toBe(200)
  expect((await stranger.signIn(user.email, NEW_PASSWORD)).statusCode).toBe(429)
})

test("a link is of no use at another organisation's host", async () => {
  const harbour = await aTenant(t.db, { domain: 'harbour' })
  const { user, ask, reset } = await somebody()
  const twin = await somebody({ tenant: harbour, email: user.email })
  await ask()
  const { signature } = await linkTo(t, user.email)
  expect(await twin.check(signature)).toEqual({ data: null, errorCode: 'INVALID' })
  expect(await codeOf(twin.reset(signature))).toBe('signature-invalid')
  expect((await reset(signature)).statusCode).toBe(204)
  expect((await twin.browser.signIn(user.email, PASSWORD)).statusCode).toBe(200)
})

test('a link of one kind opens nothing of another', async () => {
  const { user, browser, ask } = await somebody()
  await ask()
  const { signature } = await linkTo(t, user.email)
  for (const path of ['/register/request', '/register/invite'])
    expect((await browser.send('GET', `${path}/${signature}`)).json()).toEqual({
      data: null,
      errorCode: 'INVALID',
    })
})

test('a password that is easy to guess is refused by field, and the link stays', async () => {
  const { user, ask, check, reset } = await somebody()
  await ask()
  const { signature } = await linkTo(t, user.email)
  expect((await reset(signature, 'password1234')).json()).toMatchObject({
    code: 'invalid-input',
    fields: { password: expect.stringContaining('easy to guess') },
  })
  expect(await check(signature)).toMatchObject({ errorCode: null })
})
