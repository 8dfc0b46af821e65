import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAuthenticator, anMfaToken } from '#testing/authenticator.ts'
import { type Browser, aBrowser } from '#testing/browser.ts'
import { PASSWORD, type TestTenant, type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { allowSso } from '#testing/sso.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let tenant: TestTenant
let user: TestUser
let browser: Browser
beforeAll(async () => void (t = await startTestApp({ works: false })))
afterAll(() => t.close())
beforeEach(async () => {
  await t.owner.query('delete from rate_limits')
  tenant = await aTenant(t.db)
  await allowSso(t.db, tenant)
  user = await aUser(t.db, { tenant })
  browser = aBrowser(t.call, tenant.host)
  await browser.send('GET', '/tenant')
})

const logIn = (email: string) => browser.send('POST', '/login', { body: { email, password: 'no' } })
const isOver = async () => void (await t.owner.query('update rate_limits set resets_at = now()'))
const atOnce = (count: number, send: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)))

async function recorded(action = 'attempts.limited') {
  const { rows } = await t.owner.query(
    `select details->>'limit' as limit, subject, actor_id from audit_events
     where tenant_id = $1 and action = $2 order by id`,
    [tenant.id, action],
  )
  return rows
}
const entry = (limit: string, whose: { subject?: string; actor_id?: number } = {}) => ({
  limit,
  subject: null,
  actor_id: null,
  ...whose,
})

test('of a flood of passwords for one account the first refusal of each window is recorded', async () => {
  const refused = entry('login account', { subject: `user ${user.id}` })
  await atOnce(10, () => logIn(user.email))
  expect(await recorded()).toEqual([])
  await atOnce(30, () => logIn(user.email))
  expect(await recorded()).toEqual([refused])
  await isOver()
  await atOnce(30, () => logIn(user.email))
  expect(await recorded()).toEqual([refused, refused])
})

test('whoever is refused learns how long to wait, as the header says it', async () => {
  await atOnce(10, () => logIn(user.email))
  await t.owner.query("update rate_limits set resets_at = now() + interval '15 seconds'")
  const answer = await logIn(user.email)
  const seconds = Number(answer.headers['retry-after'])
  expect(seconds).toBeGreaterThan(5)
  expect(answer.json().message).toBe(`Too many tries. Try again in ${seconds} seconds.`)
})

test('of a flood for an address that nobody has, too', async () => {
  await atOnce(30, () => logIn('nobody@example.org'))
  expect(await recorded()).toEqual([entry('login account')])
})

test('and of a flood from one client address', async () => {
  for (let round = 0; round < 4; round += 1)
    await atOnce(30, (index) => logIn(`nobody.${round}.${index}@example.org`))
  expect(await recorded()).toEqual([entry('login address')])
})

test('guessing the password within a session is recorded once in a window', async () => {
  const caller = t.as(user)
  await atOnce(30, () => caller.post('/user/email-change', { email: 'a@b.org', password: 'no' }))
  expect(await recorded()).toEqual([entry('password confirmation', { actor_id: user.id })])
})

test('guessing codes within a session and in sign-ins is recorded once in a window', async () => {
  await anAuthenticator(t, user)
  const proof = { password: PASSWORD, code: '000000' }
  for (let count = 0; count < 12; count += 1) await t.as(user).post('/mfa/removal', proof)
  await guessCodes()
  expect(await recorded()).toEqual([entry('second step', { subject: `user ${user.id}` })])
})

test('that the tries of one sign-in are used up is recorded once', async () => {
  await anAuthenticator(t, user)
  await guessCodes()
  const subject = `user ${user.id}`
  expect(await recorded('mfa.rejected')).toHaveLength(5)
  expect(await recorded('mfa.locked')).toMatchObject([{ subject }])
  expect(await recorded()).toEqual([])
})

test('a flood of wishes for mails is recorded once for its target, and once for its sender', async () => {
  const ask = (email: string) => browser.send('POST', '/forgot-password', { body: { email } })
  await atOnce(30, () => ask(user.email))
  expect(await recorded()).toEqual([entry('link target')])
  await atOnce(60, (index) => ask(`nobody.${index}@example.org`))
  expect(await recorded()).toEqual([entry('link target'), entry('link address')])
})

test('a flood of changes of the address is recorded once', async () => {
  const change = (index: number) => ({ email: `new.${index}@example.org`, password: PASSWORD })
  for (let count = 0; count < 13; count += 1)
    await t.as(user).post('/user/email-change', change(count))
  expect(await recorded()).toEqual([entry('e-mail change', { actor_id: user.id })])
})

test('a flood of single sign-ons from one client address is recorded once', async () => {
  const start = () => browser.send('GET', '/auth/sso/nowhere.example/start')
  await start()
  await t.owner.query('update rate_limits set count = 300')
  const refusals = await recorded('sso.rejected')
  await atOnce(30, start)
  expect(await recorded()).toEqual([entry('sso address')])
  expect(await recorded('sso.rejected')).toEqual(refusals)
})

async function guessCodes() {
  const headers = { authorization: `Bearer ${await anMfaToken(t, user)}` }
  await atOnce(30, () => browser.send('POST', '/mfa', { body: { code: '000000' }, headers }))
}
