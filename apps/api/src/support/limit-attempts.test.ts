import { withToken } from '#testing/client.ts'
import { beforeEach, expect, test } from 'vitest'
import { anAuthenticator, anMfaToken } from '#testing/authenticator.ts'
import { type Browser, aBrowser } from '#testing/browser.ts'
import { PASSWORD, type TestTenant, type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { allowSso } from '#testing/sso.ts'
import { testApp } from '#testing/test-app.ts'

let tenant: TestTenant
let user: TestUser
let browser: Browser
const t = await testApp({ works: false })
beforeEach(async () => {
  await t.owner.query('delete from rate_limits')
  tenant = await aTenant(t.db)
  await allowSso(t.db, tenant)
  user = await aUser(t.db, { tenant })
  browser = aBrowser(t.call, tenant.host)
  await browser.send('GET', '/tenant')
})

const logIn = (email: string) => browser.send('POST', '/login', { body: { email, password: 'no' } })
const parallel = (count: number, send: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)))

const recorded = async (action = 'attempts.limited') =>
  await t.sql`select details->>'limit' as limit, subject, actor_id from audit_events
     where tenant_id = ${tenant.id} and action = ${action} order by id`
const entry = (limit: string, by: { subject?: string; actor_id?: number } = {}) => {
  return { limit, subject: null, actor_id: null, ...by }
}
async function guessCodes() {
  const headers = withToken(await anMfaToken(t, user))
  await parallel(30, () => browser.send('POST', '/mfa', { body: { code: '000000' }, headers }))
}

test('of many passwords for one account, the first refusal of each window is recorded', async () => {
  const refused = entry('login account', { subject: `user ${user.id}` })
  await parallel(10, () => logIn(user.email))
  expect(await recorded()).toEqual([])
  await parallel(30, () => logIn(user.email))
  expect(await recorded()).toEqual([refused])
  await t.owner.query('update rate_limits set resets_at = now()')
  await parallel(30, () => logIn(user.email))
  expect(await recorded()).toEqual([refused, refused])
})

test('a refusal says how long to wait, as in its header', async () => {
  await parallel(10, () => logIn(user.email))
  await t.owner.query("update rate_limits set resets_at = now() + interval '59 seconds'")
  const answer = await logIn(user.email)
  const seconds = Number(answer.headers['retry-after'])
  expect(seconds).toBeGreaterThan(1)
  expect(answer.json().message).toBe(`Too many attempts. Try again in ${seconds} seconds.`)
})

const ask = (email: string) => browser.send('POST', '/forgot-password', { body: { email } })

/** Of every counter. */
const minutesLeft = async () => {
  const rows = await t.sql<{ left: number }>`
    select distinct round(extract(epoch from resets_at - now()) / 60)::int as left from rate_limits`
  return rows.map(({ left }) => left)
}

test.each<[limit: string, minutes: number, flood: () => Promise<unknown>, hasActor?: boolean]>([
  ['login account', 15, () => parallel(30, () => logIn('unknown@example.org'))],
  [
    'login address',
    15,
    async () => {
      await logIn('first@example.org')
      // A hundred comparisons of passwords would take long, and a busy server refuses more without counting them.
      await t.owner.query('update rate_limits set count = 100')
      await parallel(30, (index) => logIn(`unknown.${index}@example.org`))
    },
  ],
  [
    'password confirmation',
    15,
    () =>
      parallel(30, () =>
        t.as(user).post('/user/email-change', { email: 'a@b.org', password: 'no' }),
      ),
    true,
  ],
  [
    'email change',
    60,
    async () => {
      for (let n = 0; n < 13; n += 1) {
        const body = { email: `new.${n}@example.org`, password: PASSWORD }
        await t.as(user).post('/user/email-change', body)
      }
    },
    true,
  ],
])(
  'many attempts beyond the limit "%s" of %i minutes are recorded once',
  async (limit, minutes, flood, hasActor) => {
    await flood()
    expect(await recorded()).toEqual([entry(limit, hasActor ? { actor_id: user.id } : {})])
    expect(await minutesLeft()).toEqual([minutes])
  },
)

test('after 60 verification codes from one client address the next one waits 5 minutes', async () => {
  const check = async () => (await browser.send('GET', '/verify/2222-2222-2222')).statusCode
  const statuses = await Promise.all(Array.from({ length: 60 }, check))
  expect(new Set(statuses)).toEqual(new Set([404]))
  expect(await check()).toBe(429)
  expect(await minutesLeft()).toEqual([5])
  expect(await recorded()).toEqual([entry('verification')])
})

test('guessed codes in a session and in sign-ins are recorded once in a window', async () => {
  await anAuthenticator(t, user)
  const confirmation = { password: PASSWORD, code: '000000' }
  for (let count = 0; count < 12; count += 1) await t.as(user).post('/mfa/removal', confirmation)
  await guessCodes()
  expect(await recorded()).toEqual([entry('verification code', { subject: `user ${user.id}` })])
})

test('a sign-in without attempts left is recorded as locked once', async () => {
  await anAuthenticator(t, user)
  await guessCodes()
  expect(await recorded('mfa.rejected')).toHaveLength(5)
  expect(await recorded('mfa.locked')).toMatchObject([{ subject: `user ${user.id}` }])
  expect(await recorded()).toEqual([])
})

test('many requested mails are recorded once for the recipient and once for the sender', async () => {
  await parallel(30, () => ask(user.email))
  expect(await recorded()).toEqual([entry('link target')])
  await parallel(60, (index) => ask(`unknown.${index}@example.org`))
  expect(await recorded()).toEqual([entry('link target'), entry('link address')])
})

test('many single sign-ons from one client address are recorded once', async () => {
  const start = () => browser.send('GET', '/auth/sso/nowhere.example/start')
  await start()
  await t.owner.query('update rate_limits set count = 300')
  const refusals = await recorded('sso.rejected')
  await parallel(30, start)
  expect(await recorded()).toEqual([entry('sso address')])
  expect(await minutesLeft()).toEqual([15])
  expect(await recorded('sso.rejected')).toEqual(refusals)
})
