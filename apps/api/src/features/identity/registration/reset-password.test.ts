import { beforeEach, expect, test } from 'vitest'
import { aBrowser } from '#testing/browser.ts'
import { type TestTenant, PASSWORD, aTenant, aUser, anIdentity } from '#testing/factories.ts'
import { linkTo, mailsTo } from '#testing/mailed.ts'
import { salesforceEnv } from '#testing/salesforce.ts'
import { allowSso } from '#testing/sso.ts'
import { testApp } from '#testing/test-app.ts'

const NEW_PASSWORD = 'four unrelated words here'
const SALESFORCE = 'https://login.salesforce.example'

const t = await testApp({ env: salesforceEnv({ issuer: SALESFORCE }) })
const northfield = await aTenant(t.db, { domain: 'northfield' })
beforeEach(async () => void (await t.sql`delete from rate_limits`))

async function arrange(options: { isActive?: boolean; tenant?: TestTenant; email?: string } = {}) {
  const user = await aUser(t.db, { tenant: northfield, ...options })
  const browser = aBrowser(t.call, user.host)
  await browser.send('GET', '/tenant')
  const request = (email = user.email) =>
    browser.send('POST', '/forgot-password', { body: { email } })
  return {
    user,
    browser,
    request,
    link: async () => {
      expect((await request()).statusCode).toBe(204)
      return await linkTo(t, user.email)
    },
    check: async (signature: string) =>
      (await browser.send('GET', `/forgot-password/${signature}`)).json(),
    reset: async (signature: string, password = NEW_PASSWORD) =>
      await browser.send('POST', `/forgot-password/${signature}`, { body: { password } }),
    signIn: async (password: string) => (await browser.signIn(user.email, password)).statusCode,
    removePassword: () => t.sql`update users set password_hash = null where id = ${user.id}`,
  }
}
const linksTo = async (email: string) =>
  (await t.sql`select from one_time_links where email_norm = lower(${email})`).length

test('a mailed link sets a new password but does not sign in', async () => {
  const { user, link, check, reset, signIn } = await arrange()
  const { url, signature, mail } = await link()
  expect(mail?.subject).toContain('Choose a new password')
  expect(url.href).toMatch(/^http:\/\/northfield\.localhost:4003\/forgot-password\/[\w-]{43}$/)
  expect(await check(signature)).toEqual({ data: { email: user.email }, errorCode: null })
  const answer = await reset(signature)
  expect(answer.statusCode).toBe(204)
  // A session would bypass two-step verification.
  expect(answer.cookies).toEqual([])
  expect([await signIn(PASSWORD), await signIn(NEW_PASSWORD)]).toEqual([401, 200])
  expect((await mailsTo(t, user.email, 2))[0]?.subject).toContain('You have a new password')
})

test('a new password ends every session and any pending change of address', async () => {
  const { user, link, reset } = await arrange()
  const caller = t.as(user)
  await caller.post('/user/email-change', { email: 'thief@example.org', password: PASSWORD })
  const [mail] = await mailsTo(t, 'thief@example.org')
  const signature = /confirm=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  expect((await caller.get('/user')).status).toBe(200)
  expect((await reset((await link()).signature)).statusCode).toBe(204)
  expect((await caller.get('/user')).status).toBe(401)
  const later = await t.as(user).post('/user/email-change/confirmation', { signature })
  expect(later.code).toBe('signature-invalid')
})

test('a link works once, for 1 hour, and opening it does not use it up', async () => {
  const { user, request, link, check, reset } = await arrange()
  const { signature } = await link()
  for (let press = 0; press < 5; press += 1) await check(signature)
  expect((await reset(signature)).statusCode).toBe(204)
  expect(await check(signature)).toEqual({ data: null, errorCode: 'USED' })
  expect((await reset(signature)).json().code).toBe('signature-invalid')

  await request()
  const { signature: second } = await linkTo(t, user.email, 3)
  const rows = await t.sql`update one_time_links set expires_at = expires_at - interval '1 hour'
     where email = ${user.email} and used_at is null
     returning expires_at between now() - interval '1 minute' and now() as has_just_expired`
  expect(rows).toEqual([{ has_just_expired: true }])
  expect(await check(second)).toEqual({ data: null, errorCode: 'EXPIRED' })
  expect((await reset(second)).json().code).toBe('signature-invalid')
})

test('changing the password in the settings ends open links', async () => {
  const { user, link, check } = await arrange()
  const { signature } = await link()
  const body = { current_password: PASSWORD, password: NEW_PASSWORD }
  expect((await t.as(user).put('/user/password', body)).status).toBe(204)
  expect(await check(signature)).toEqual({ data: null, errorCode: 'REVOKED' })
})

test('unknown and inactive addresses get no mail', async () => {
  const known = await arrange()
  const { user: inactive } = await arrange({ isActive: false })
  const stranger = 'nobody.at.all@example.org'
  for (const email of [inactive.email, stranger, known.user.email]) await known.request(email)
  await mailsTo(t, known.user.email)
  for (const email of [stranger, inactive.email]) await expect.poll(() => linksTo(email)).toBe(0)
  const { rowCount } = await t.owner.query('select from mails where recipient = any($1)', [
    [stranger, inactive.email],
  ])
  expect(rowCount).toBe(0)
})

test('an account without a password because of single sign-on gets a mail about that instead', async () => {
  const { user, request, removePassword } = await arrange()
  await removePassword()
  await anIdentity(t.db, user, 'https://switched-off.example')
  await request()
  const [mail] = await mailsTo(t, user.email)
  expect(mail?.subject).toContain('You sign in with single sign-on')
  expect(mail?.text).not.toContain('/forgot-password/')
})

test('a linked account whose password is not allowed gets a mail about single sign-on instead', async () => {
  const issuer = 'https://idp.example.org'
  const tenant = await aTenant(t.db)
  await allowSso(t.db, tenant)
  await t.sql`insert into sso_connections (tenant_id, domain, name, kind, issuer, client_id)
     values (${tenant.id}, 'example.org', 'Example', 'oidc', ${issuer}, 'waymark')`
  for (const known of [issuer, SALESFORCE]) {
    const { user, request } = await arrange({ tenant })
    await anIdentity(t.db, user, known, { isSalesforce: known === SALESFORCE })
    await request()
    const [mail] = await mailsTo(t, user.email)
    expect(mail?.subject).toContain('You sign in with single sign-on')
    expect(mail?.text).not.toContain('forgot-password')
  }
  await (await arrange({ tenant })).link()
})

test('a linked account gets the link where only passwords are allowed', async () => {
  const { user, link, reset } = await arrange()
  await anIdentity(t.db, user, SALESFORCE, { isSalesforce: true })
  expect((await reset((await link()).signature)).statusCode).toBe(204)
})

test('an account that an admin added without a password gets the link', async () => {
  const { link, reset, signIn, removePassword } = await arrange()
  await removePassword()
  expect((await reset((await link()).signature)).statusCode).toBe(204)
  expect(await signIn(NEW_PASSWORD)).toBe(200)
})

test("a stranger's wrong guesses do not block the browser that set a new password", async () => {
  const { user, link, reset, signIn } = await arrange()
  const stranger = aBrowser(t.call, user.host)
  const guess = async () => {
    for (let turn = 0; turn < 10; turn += 1)
      await stranger.signIn(user.email, `a wrong guess, number ${turn}`)
  }
  await guess()
  expect(await signIn(PASSWORD)).toBe(429)
  expect((await reset((await link()).signature)).statusCode).toBe(204)
  // The account's count starts again.
  await guess()
  expect(await signIn(NEW_PASSWORD)).toBe(200)
  expect((await stranger.signIn(user.email, NEW_PASSWORD)).statusCode).toBe(429)
})

test('a link is invalid at another organisation and for another purpose', async () => {
  const { user, browser, link, reset } = await arrange()
  const twin = await arrange({ tenant: await aTenant(t.db), email: user.email })
  const { signature } = await link()
  const invalid = { data: null, errorCode: 'INVALID' }
  expect(await twin.check(signature)).toEqual(invalid)
  expect((await twin.reset(signature)).json().code).toBe('signature-invalid')
  for (const path of ['/register/request', '/register/invite'])
    expect((await browser.send('GET', `${path}/${signature}`)).json()).toEqual(invalid)
  expect((await reset(signature)).statusCode).toBe(204)
  expect(await twin.signIn(PASSWORD)).toBe(200)
})
