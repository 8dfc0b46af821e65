import { withToken } from '#testing/client.ts'
import { beforeEach, expect, test } from 'vitest'
import { anAuthenticator, anMfaToken, codeOf } from '#testing/authenticator.ts'
import { type Browser, aBrowser } from '#testing/browser.ts'
import { type TestUser, aRefreshToken, aSession, aTenant, aUser } from '#testing/factories.ts'
import { rounds } from '#testing/rounds.ts'
import { type Answer, callOfTwoNodes, testApp } from '#testing/test-app.ts'

// Over two servers on one database.
const PARALLEL = 64
const ROUNDS = rounds(2, 20)

let user: TestUser
let browser: Browser
const t = await testApp({ works: false })
const call = await callOfTwoNodes(t)
const tenant = await aTenant(t.db)
beforeEach(async () => {
  user = await aUser(t.db, { tenant })
  browser = aBrowser(call, tenant.host)
  await browser.send('GET', '/tenant')
})

/** All but those that got no connection within 2 s (503), for which nothing was done. */
function answered(answers: Answer[], status: number): Answer[] {
  const served = answers.filter(({ statusCode }) => statusCode !== 503)
  expect(new Set(served.map(({ statusCode }) => statusCode))).toEqual(new Set([status]))
  return served
}
const count = async (sql: string, id: number) =>
  (await t.owner.query<{ count: number }>(`select count(*)::int as count from ${sql}`, [id]))
    .rows[0]?.count
const refreshAll = () => Promise.all(Array.from({ length: PARALLEL }, () => browser.refresh()))
async function aToken() {
  const sessionId = await aSession(t.db, user)
  const token = await aRefreshToken(t.db, tenant.id, sessionId)
  browser = aBrowser(call, tenant.host)
  browser.jar.set('pat_rt', token)
  await browser.send('GET', '/tenant')
  return { sessionId, token }
}

test('64 parallel uses of a refresh token get one successor in one session', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { sessionId, token } = await aToken()
    const successors = answered(await refreshAll(), 200).map(
      ({ cookies }) => cookies.find(({ name }) => name === 'pat_rt')?.value,
    )
    expect([new Set(successors).size, successors[0] === token]).toEqual([1, false])
    const ofSession = 'refresh_tokens where session_id = $1'
    expect(await count(ofSession, sessionId)).toBe(2)
    expect(await count(`${ofSession} and replaced_at is null`, sessionId)).toBe(1)
    expect(await count('sessions where id = $1 and revoked_at is null', sessionId)).toBe(1)
  }
}, 240_000)

test('64 parallel late repeats of a refresh token are refused and end the session once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { sessionId, token } = await aToken()
    await browser.refresh()
    await t.sql`update refresh_tokens set replaced_at = now() - interval '11 seconds' where session_id = ${sessionId} and replaced_at is not null`
    browser.jar.set('pat_rt', token)
    answered(await refreshAll(), 401)
    expect(await count('sessions where id = $1 and revoked_at is null', sessionId)).toBe(0)
    const ended = `audit_events where action = 'session.token_reused' and subject = 'session ' || $1`
    expect(await count(ended, sessionId)).toBe(1)
  }
}, 240_000)

test.each<[string, boolean, ('code' | 'recovery')[]]>([
  ['its right code and recovery codes in one sign-in', true, ['code', 'recovery']],
  ['one code in many sign-ins', false, ['code']],
  ['one recovery code in many sign-ins', false, ['recovery']],
])(
  'of 64 parallel uses of %s one opens a session',
  async (_, isOneSignIn, kinds) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      user = await aUser(t.db, { tenant })
      const phone = await anAuthenticator(t, user)
      const first = await anMfaToken(t, user)
      const send = async (_: unknown, index: number) => {
        const recovery_code = phone.recoveryCodes[isOneSignIn ? index % 10 : 0]
        const body =
          kinds[index % kinds.length] === 'code' ? { code: codeOf(phone) } : { recovery_code }
        const token = isOneSignIn ? first : await anMfaToken(t, user)
        const headers = withToken(token)
        return await browser.send('POST', '/mfa', { body, headers })
      }
      const answers = await Promise.all(Array.from({ length: PARALLEL }, send))
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      expect(await count('sessions where user_id = $1', user.id)).toBe(1)
      const used = 'mfa_challenges where user_id = $1 and used_at is not null'
      expect(await count(used, user.id)).toBe(1)
      // The transaction of a refused request gives its code back.
      const spent = await count(
        `(select user_id from recovery_codes where used_at is not null
        union all select user_id from authenticators where last_step is not null) x where user_id = $1`,
        user.id,
      )
      expect(spent).toBe(1)
    }
  },
  240_000,
)
