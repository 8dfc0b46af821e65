import { registration } from 'contract/registration'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Browser, aBrowser } from '#testing/browser.ts'
import { type TestTenant, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { linkTo, mailsTo } from '#testing/mailed.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let open: TestTenant
let termsId: number
let browser: Browser
beforeAll(async () => {
  t = await startTestApp()
  open = await theTenant(t.db, 'public')
  const { rows } = await t.owner.query<{ id: number }>('select id from terms')
  termsId = rows[0]?.id ?? 0
})
beforeEach(async () => {
  await t.owner.query('delete from rate_limits')
  browser = await aVisitor('localhost')
})
afterAll(() => t.close())

async function aVisitor(host: string) {
  const visitor = aBrowser(t.call, host)
  await visitor.send('GET', '/tenant')
  return visitor
}
let count = 0
const newAddress = () => `person+${(count += 1)}@example.org`
const ask = (email: string) => browser.send('POST', '/register/request', { body: { email } })
async function check(signature: string, at = browser) {
  const answer = await at.send('GET', `/register/request/${signature}`)
  return registration.checkRequest.response.parse(answer.json())
}
function register(signature: string, email: string, change: Record<string, unknown> = {}) {
  const body = {
    email,
    name: 'Ada Example',
    organisation_name: 'Example Kitchens',
    password: 'four unrelated words here',
    terms_id: termsId,
    ...change,
  }
  return browser.send('POST', `/register/request/${signature}`, { body })
}
async function askedFor(email = newAddress()) {
  await ask(email)
  return { email, ...(await linkTo(t, email)) }
}
const userCount = async (email: string) =>
  (
    await t.owner.query('select id from users where email_norm = $1 and tenant_id = $2', [
      email.toLowerCase(),
      open.id,
    ])
  ).rowCount

test('who asks for a link gets it by mail, registers with it and is signed in at once', async () => {
  const { email, url, signature, mail } = await askedFor()
  expect(mail?.subject).toBe('Finish your registration')
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
  expect((await browser.signIn(email, 'four unrelated words here')).statusCode).toBe(200)
  const { rows } = await t.owner.query(
    `select terms_id, address from terms_acceptances a join users u on u.id = a.user_id where u.email = $1`,
    [email],
  )
  expect(rows).toEqual([{ terms_id: termsId, address: '127.0.0.1' }])
})

test('a link works once, and tells that it was used', async () => {
  const { email, signature } = await askedFor()
  expect((await register(signature, email)).statusCode).toBe(200)
  expect(await check(signature)).toEqual({ data: null, errorCode: 'USED' })
  expect((await register(signature, email)).json()).toMatchObject({
    code: 'signature-invalid',
    details: { errorCode: 'USED' },
  })
})

test('opening a link, as mail scanners do, uses nothing up', async () => {
  const { email, signature } = await askedFor()
  for (const method of ['GET', 'HEAD'] as const)
    for (let press = 0; press < 5; press += 1)
      await t.call({ method, host: 'localhost', url: `/api/register/request/${signature}` })
  expect((await register(signature, email)).statusCode).toBe(200)
})

test('a link is over after 7 days', async () => {
  const { email, signature } = await askedFor()
  const { rows } = await t.owner.query(
    `update one_time_links set expires_at = expires_at - interval '7 days' where email = $1
     returning expires_at between now() - interval '1 minute' and now() as is_over_now`,
    [email],
  )
  expect(rows).toEqual([{ is_over_now: true }])
  expect(await check(signature)).toEqual({ data: null, errorCode: 'EXPIRED' })
  expect((await register(signature, email)).json()).toMatchObject({
    code: 'signature-invalid',
    details: { errorCode: 'EXPIRED' },
  })
  expect(await userCount(email)).toBe(0)
})

test('what is not a signature of ours is invalid, whatever it looks like', async () => {
  for (const signature of ['x', 'A'.repeat(43), '%00', '..%2f..', 'x'.repeat(3000)])
    expect(await check(signature)).toEqual({ data: null, errorCode: 'INVALID' })
})

test('the e-mail must be the one of the link, without case', async () => {
  const { email, signature } = await askedFor()
  const other = await register(signature, 'other@example.org')
  expect(other.json()).toMatchObject({
    code: 'signature-invalid',
    details: { errorCode: 'INVALID' },
  })
  const answer = await register(signature, email.toUpperCase())
  expect(answer.statusCode).toBe(200)
  const { token } = registration.register.response.parse(answer.json())
  expect((await browser.user(token)).json()).toMatchObject({ user: { email } })
})

test('after several presses every mailed link works until one is used, and then none', async () => {
  const email = newAddress()
  await ask(email)
  await ask(email)
  const [second, first] = (await mailsTo(t, email, 2)).map(
    ({ text }) => /request\/([\w-]{43})/.exec(text)?.[1] ?? '',
  )
  expect((await check(first ?? '')).errorCode).toBeNull()
  expect((await check(second ?? '')).errorCode).toBeNull()
  const answers = await Promise.all([register(first ?? '', email), register(second ?? '', email)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 410])
  expect(await userCount(email)).toBe(1)
})

test('asking answers the same for a known and an unknown address, and looks neither up', async () => {
  const known = await aUser(t.db, { tenant: open })
  const work = async (email: string) => {
    const { statusCode, headers, body } = await ask(email)
    const { 'x-request-id': _, date: __, ...rest } = headers
    return JSON.stringify([statusCode, rest, body])
  }
  const [answer, other] = [await work(known.email), await work(newAddress())]
  expect(answer).toBe(other)
  expect(answer).toContain('204')
})

test('who has an account already is told so by mail, and by nothing else', async () => {
  const { email } = await aUser(t.db, { tenant: open })
  await ask(email.toUpperCase())
  const [mail] = await mailsTo(t, email.toUpperCase())
  expect(mail?.subject).toBe('You already have an account')
  expect(mail?.text).toContain('http://localhost:4003/login')
  expect(mail?.text).toContain('http://localhost:4003/forgot-password')
  expect(mail?.text).not.toContain('/register/')
  const { rowCount } = await t.owner.query('select from one_time_links where email_norm = $1', [
    email,
  ])
  expect(rowCount).toBe(0)
})

test('who got an account meanwhile is told to sign in, and the link stays', async () => {
  const { email, signature } = await askedFor()
  await aUser(t.db, { tenant: open, email })
  expect((await register(signature, email)).json()).toMatchObject({ code: 'email-taken' })
  expect((await check(signature)).errorCode).toBeNull()
})

test('mails to one address are limited in silence, so that the answer stays the same', async () => {
  const email = newAddress()
  for (let press = 0; press < 8; press += 1) expect((await ask(email)).statusCode).toBe(204)
  await mailsTo(t, email, 5)
  const { rows } = await t.owner.query(
    'select count(*)::int as count from one_time_links where email = $1',
    [email],
  )
  expect(rows).toEqual([{ count: 5 }])
})

test('mails from one address are limited with Retry-After, whatever they are for', async () => {
  for (let press = 0; press < 60; press += 1) await ask('not-an-address').then(() => ask('a@b.org'))
  const { statusCode, headers } = await ask(newAddress())
  expect(statusCode).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

test('people register at the public organisation only: the server refuses elsewhere too', async () => {
  await aTenant(t.db, { domain: 'northfield' })
  const { email, signature } = await askedFor()
  for (const host of ['northfield.localhost', 'admin.localhost']) {
    browser = await aVisitor(host)
    expect((await ask(newAddress())).json()).toMatchObject({ code: 'forbidden' })
    expect((await register(signature, email)).json()).toMatchObject({ code: 'forbidden' })
    expect(await check(signature)).toEqual({ data: null, errorCode: 'INVALID' })
  }
})

test('where people sign in by single sign-on alone nobody gets a password by any link', async () => {
  const sso = await startTestApp({ works: false })
  await sso.owner.query(`update tenants set sign_in_mode = 'sso' where kind = 'public'`)
  const visitor = aBrowser(sso.call, 'localhost')
  await visitor.send('GET', '/tenant')
  const email = newAddress()
  const account = { email, name: 'Ada', password: 'four unrelated words here', terms_id: termsId }
  const calls: [path: string, body: object][] = [
    ['/register/request', { email }],
    ['/register/request/x', { ...account, organisation_name: 'Example' }],
    ['/register/invite/x', account],
    ['/forgot-password', { email }],
    ['/forgot-password/x', { password: account.password }],
  ]
  for (const [path, body] of calls)
    expect((await visitor.send('POST', path, { body })).json()).toMatchObject({ code: 'forbidden' })
  await sso.close()
})

test('a password has 12 to 128 characters and is hard to guess, and a refusal leaves the link', async () => {
  const { email, signature } = await askedFor()
  for (const password of [
    'short',
    'x'.repeat(129),
    'Qwertyuiop123!',
    'AdaExample1815',
    'examplekitchens1',
  ])
    expect((await register(signature, email, { password })).json()).toMatchObject({
      code: 'invalid-input',
      fields: { password: expect.any(String) },
    })
  expect((await register(signature, email, { name: ' ' })).json()).toMatchObject({
    fields: { name: expect.any(String) },
  })
  expect((await register(signature, email)).statusCode).toBe(200)
})

test('the terms accepted are the ones in force', async () => {
  const { email, signature } = await askedFor()
  const latest = await browser.send('GET', '/terms/latest')
  expect(latest.json()).toMatchObject({ id: termsId, version: 1, text: expect.any(String) })
  expect(latest.json()).not.toHaveProperty('accepted_at')
  const answer = await register(signature, email, { terms_id: termsId + 1 })
  expect(answer.json()).toMatchObject({ code: 'conflict', details: { terms_id: termsId } })
})

test('a link needs the XSRF header, as all that sets a cookie', async () => {
  const { email, signature } = await askedFor()
  for (const call of [() => register(signature, email), () => ask(newAddress())]) {
    browser.jar.delete('__Host-XSRF-TOKEN')
    expect((await call()).json()).toMatchObject({ code: 'xsrf-refused' })
  }
})

test('what is written to the log of events holds neither signature nor password', async () => {
  const { email, signature } = await askedFor()
  await register(signature, email)
  const { rows } = await t.owner.query(
    `select row_to_json(a)::text as row from audit_events a
     union all select row_to_json(l)::text from one_time_links l`,
  )
  expect(JSON.stringify(rows)).not.toContain(signature)
  expect(JSON.stringify(rows)).not.toContain('four unrelated')
  expect(JSON.stringify(rows)).toContain('user.registered')
})
