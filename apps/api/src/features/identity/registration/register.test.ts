import { registration } from 'contract/registration'
import { beforeEach, expect, test } from 'vitest'
import { type Browser, aBrowser } from '#testing/browser.ts'
import { aUser, theTenant } from '#testing/factories.ts'
import { linkTo, mailsTo } from '#testing/mailed.ts'
import { startTestApp, testApp } from '#testing/test-app.ts'

const PASSWORD = 'four unrelated words here'

let browser: Browser
const t = await testApp()
const open = await theTenant(t.db, 'public')
const rows = await t.sql`select id from terms`
const termsId = rows[0]?.id ?? 0
beforeEach(async () => {
  await t.sql`delete from rate_limits`
  browser = await aVisitor('localhost')
})

async function aVisitor(host: string) {
  const visitor = aBrowser(t.call, host)
  await visitor.send('GET', '/tenant')
  return visitor
}
let count = 0
const newAddress = () => `person+${(count += 1)}@example.org`
const request = (email: string) => browser.send('POST', '/register/request', { body: { email } })
async function check(signature: string) {
  const answer = await browser.send('GET', `/register/request/${signature}`)
  return registration.checkRequest.response.parse(answer.json())
}
function register(signature: string, email: string, change: Record<string, unknown> = {}) {
  const account = { email, name: 'Ada Example', organisation_name: 'Example Kitchens' }
  const body = { ...account, password: PASSWORD, terms_id: termsId, ...change }
  return browser.send('POST', `/register/request/${signature}`, { body })
}
async function aLink() {
  const email = newAddress()
  await request(email)
  return { email, ...(await linkTo(t, email)) }
}
const userCount = async (email: string) =>
  (
    await t.sql`select from users where email_norm = ${email.toLowerCase()} and tenant_id = ${open.id}`
  ).length

test('ten sign-ins before the account existed don’t block it', async () => {
  const { email, signature } = await aLink()
  const other = await aVisitor('localhost')
  for (let n = 0; n < 10; n += 1) expect((await other.signIn(email)).statusCode).toBe(401)
  expect((await register(signature, email)).statusCode).toBe(200)
  const signIn = { body: { email, password: PASSWORD } }
  expect((await other.send('POST', '/login', signIn)).statusCode).toBe(200)
})

test('a requested link is mailed, registers the user and signs in', async () => {
  const { email, url, signature, mail } = await aLink()
  expect(mail?.subject).toContain('Finish your registration')
  const [event] = await t.sql`
    select action from audit_events where tenant_id = ${open.id} and action like '%.requested' order by id desc`
  expect(event).toEqual({ action: 'registration.requested' })
  expect(url.href).toMatch(
    /^http:\/\/localhost:4003\/register\/request\/[\w-]{43}\?email=person%2B\d+%40example.org$/,
  )
  expect(url.searchParams.get('email')).toBe(email)
  expect(await check(signature)).toEqual({ data: { email }, errorCode: null })

  const answer = await register(signature, email)
  expect(answer.statusCode).toBe(200)
  const { token } = registration.register.response.parse(answer.json())
  expect((await browser.user(token)).json()).toMatchObject({
    user: {
      email,
      name: 'Ada Example',
      tc_accepted: true,
      profile: { organisation_name: 'Example Kitchens' },
      roles: [{ name: 'user' }],
    },
  })
  expect((await browser.refresh()).statusCode).toBe(200)
  expect((await browser.signIn(email, PASSWORD)).statusCode).toBe(200)
  const rows =
    await t.sql`select terms_id, address from terms_acceptances a join users u on u.id = a.user_id where u.email = ${email}`
  expect(rows).toEqual([{ terms_id: termsId, address: '127.0.0.1' }])
})

test('opening a link does not use it up; registering does', async () => {
  const { email, signature } = await aLink()
  for (const method of ['GET', 'HEAD'] as const)
    for (let press = 0; press < 5; press += 1)
      await t.call({ method, host: 'localhost', url: `/api/register/request/${signature}` })
  expect((await register(signature, email)).statusCode).toBe(200)
  expect(await check(signature)).toEqual({ data: null, errorCode: 'USED' })
  expect((await register(signature, email)).json()).toMatchObject({
    code: 'signature-invalid',
    details: { errorCode: 'USED' },
  })
})

test('a link expires after 7 days', async () => {
  const { email, signature } = await aLink()
  const rows = await t.sql`
    update one_time_links set expires_at = expires_at - interval '7 days' where email = ${email}
     returning expires_at between now() - interval '1 minute' and now() as has_just_expired`
  expect(rows).toEqual([{ has_just_expired: true }])
  expect(await check(signature)).toEqual({ data: null, errorCode: 'EXPIRED' })
  expect((await register(signature, email)).json()).toMatchObject({ code: 'signature-invalid' })
})

test('a made-up signature is invalid', async () => {
  for (const signature of ['x', 'A'.repeat(43), '%00', '..%2f..', 'x'.repeat(3000)])
    expect(await check(signature)).toEqual({ data: null, errorCode: 'INVALID' })
})

test('a link is invalid outside the public organisation', async () => {
  const { signature } = await aLink()
  browser = await aVisitor('admin.localhost')
  expect(await check(signature)).toEqual({ data: null, errorCode: 'INVALID' })
})

test('the address must match the link, in any case', async () => {
  const { email, signature } = await aLink()
  const other = await register(signature, 'other@example.org')
  expect(other.json()).toMatchObject({ details: { errorCode: 'INVALID' } })
  const answer = await register(signature, email.toUpperCase())
  expect(answer.statusCode).toBe(200)
  const { token } = registration.register.response.parse(answer.json())
  expect((await browser.user(token)).json()).toMatchObject({ user: { email } })
})

test('all links to an address work until one is used', async () => {
  const email = newAddress()
  await request(email)
  await request(email)
  const signatures = (await mailsTo(t, email, 2)).map(
    ({ text }) => /request\/([\w-]{43})/.exec(text)?.[1] ?? '',
  )
  for (const signature of signatures) expect((await check(signature)).errorCode).toBeNull()
  const answers = await Promise.all(signatures.map((signature) => register(signature, email)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 410])
  expect(await userCount(email)).toBe(1)
})

test('a request for an address with an account sends a mail about that', async () => {
  const { email } = await aUser(t.db, { tenant: open })
  expect((await request(email.toUpperCase())).statusCode).toBe(204)
  const [mail] = await mailsTo(t, email.toUpperCase())
  expect(mail?.subject).toContain('You already have an account')
  expect(mail?.text).toContain('http://localhost:4003/login')
  expect(mail?.text).toContain('http://localhost:4003/forgot-password')
  expect(mail?.text).not.toContain('/register/')
  const links = await t.sql`select from one_time_links where email_norm = ${email}`
  expect(links).toEqual([])
})

test('an address that is taken by now is refused, and the link stays', async () => {
  const { email, signature } = await aLink()
  await aUser(t.db, { tenant: open, email })
  expect((await register(signature, email)).json()).toMatchObject({ code: 'email-taken' })
  expect((await check(signature)).errorCode).toBeNull()
})

test('no link sets a password where only single sign-on is allowed', async () => {
  const sso = await startTestApp({ works: false })
  await sso.owner.query(`update tenants set sign_in_mode = 'sso' where kind = 'public'`)
  const visitor = aBrowser(sso.call, 'localhost')
  await visitor.send('GET', '/tenant')
  const email = newAddress()
  const account = { email, name: 'Ada', password: PASSWORD, terms_id: termsId }
  const calls: [path: string, body: object][] = [
    ['/register/request', { email }],
    ['/register/request/x', { ...account, organisation_name: 'Example' }],
    ['/register/invite/x', account],
    ['/forgot-password', { email }],
    ['/forgot-password/x', { password: PASSWORD }],
  ]
  for (const [path, body] of calls)
    expect((await visitor.send('POST', path, { body })).json()).toMatchObject({ code: 'forbidden' })
  await sso.close()
})

test('an empty name is refused by field, and the link stays', async () => {
  const { email, signature } = await aLink()
  const refused = await register(signature, email, { name: ' ' })
  expect(refused.json()).toMatchObject({ fields: { name: expect.any(String) } })
  expect((await register(signature, email)).statusCode).toBe(200)
})

test('only the current terms can be accepted', async () => {
  const { email, signature } = await aLink()
  const latest = await browser.send('GET', '/terms/latest')
  expect(latest.json()).toMatchObject({ id: termsId, version: 1, text: expect.any(String) })
  expect(latest.json()).not.toHaveProperty('accepted_at')
  const answer = await register(signature, email, { terms_id: termsId + 1 })
  expect(answer.json()).toMatchObject({ code: 'conflict', details: { terms_id: termsId } })
})

test('neither signatures nor passwords are logged', async () => {
  const { email, signature } = await aLink()
  await register(signature, email)
  const rows = await t.sql`select row_to_json(a)::text as row from audit_events a
     union all select row_to_json(l)::text from one_time_links l`
  expect(JSON.stringify(rows)).not.toContain(signature)
  expect(JSON.stringify(rows)).not.toContain('four unrelated')
  expect(JSON.stringify(rows)).toContain('user.registered')
})
