import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAuthenticator, anMfaToken, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { type TestTenant, type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { userCommand } from './user-command.ts'

let t: TestApp
let acme: TestTenant
let harbour: TestTenant
beforeAll(async () => {
  t = await startTestApp({ works: false })
  acme = await aTenant(t.db, { domain: 'acme' })
  harbour = await aTenant(t.db, { domain: 'harbour' })
})
afterAll(() => t.close())

const run = (line: string) =>
  userCommand(line.split(' '), {
    DATABASE_URL: t.ownerUrl,
    WAYMARK_SECRET: TEST_SECRET,
    DATA_DIR: tmpdir(),
  })

async function signedIn(user: TestUser) {
  const browser = aBrowser(t.call, user.host)
  const { token } = (await browser.signIn(user.email)).json<{ token: string }>()
  return {
    isIn: async () => (await browser.user(token)).statusCode === 200,
    mayRefresh: async () => (await browser.refresh()).statusCode === 200,
  }
}

async function eventsOf({ id }: TestTenant) {
  const { rows } = await t.owner.query<{ action: string; subject: string; details: object }>(
    `select action, subject, details from audit_events where tenant_id = $1 and action like '%by_operator' order by id`,
    [id],
  )
  return rows
}

test('sign-out ends the sessions of one person at once, and nobody else’s', async () => {
  const [user, colleague] = [
    await aUser(t.db, { tenant: acme }),
    await aUser(t.db, { tenant: acme }),
  ]
  const [here, there] = [await signedIn(user), await signedIn(user)]
  const other = await signedIn(colleague)
  expect(await run(`sign-out ${user.email.toUpperCase()} --tenant acme`)).toBe(
    `Signed out ${user.email.toUpperCase()} of acme: 2 sessions.`,
  )
  for (const session of [here, there]) {
    expect([await session.isIn(), await session.mayRefresh()]).toEqual([false, false])
  }
  expect(await other.isIn()).toBe(true)
  expect(await eventsOf(acme)).toEqual([
    { action: 'session.revoked_by_operator', subject: `user ${user.id}`, details: { ended: 2 } },
  ])
  expect(await (await signedIn(user)).isIn()).toBe(true)
})

test('without an organisation it is every one that knows the address', async () => {
  const email = 'both@example.org'
  const users = [
    await aUser(t.db, { tenant: acme, email }),
    await aUser(t.db, { tenant: harbour, email }),
  ]
  const sessions = await Promise.all(users.map(signedIn))
  expect(await run(`sign-out ${email}`)).toBe(
    `Signed out ${email} of acme: 1 session.\nSigned out ${email} of harbour: 1 session.`,
  )
  expect(await Promise.all(sessions.map((session) => session.isIn()))).toEqual([false, false])
})

test('sign-out --all ends the sessions of everybody at once, after asking', async () => {
  const sessions = await Promise.all(
    [acme, harbour].map(async (tenant) => signedIn(await aUser(t.db, { tenant }))),
  )
  await expect(run('sign-out --all')).rejects.toThrow('Use --yes')
  expect(await Promise.all(sessions.map((session) => session.isIn()))).toEqual([true, true])
  expect(await run('sign-out --all --yes')).toMatch(/^Signed out all users: \d+ sessions\.$/)
  for (const session of sessions) {
    expect([await session.isIn(), await session.mayRefresh()]).toEqual([false, false])
  }
  for (const tenant of [acme, harbour]) {
    const action = 'sessions.revoked_by_operator'
    expect(await eventsOf(tenant)).toContainEqual({
      action,
      subject: null,
      details: { ended: expect.any(Number) },
    })
  }
})

test('a sign-in that waits for its second step ends as well', async () => {
  for (const command of ['sign-out EMAIL', 'sign-out --all --yes']) {
    const user = await aUser(t.db, { tenant: acme })
    const phone = await anAuthenticator(t, user)
    const headers = { authorization: `Bearer ${await anMfaToken(t, user)}` }
    await run(command.replace('EMAIL', user.email))
    const browser = aBrowser(t.call, user.host)
    await browser.send('GET', '/tenant')
    const answer = await browser.send('POST', '/mfa', { body: { code: codeOf(phone) }, headers })
    expect(answer.statusCode).toBe(401)
  }
})

test('who is not there, and what is misspelt, is said', async () => {
  await expect(run('sign-out nobody@example.org')).rejects.toThrow(
    'No user has the address nobody@example.org. No one was signed out.',
  )
  await expect(run('sign-out nobody@example.org --tenant none')).rejects.toThrow(
    'There is no organisation none.',
  )
  for (const line of ['sign-out', 'sign-out a@b.example --all', 'sign-out --all --tenant acme'])
    await expect(run(line)).rejects.toThrow(/Usage:\n {2}npm run user/)
})
