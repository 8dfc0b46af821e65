import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAuthenticator, anMfaToken, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import {
  type TestTenant,
  type TestUser,
  aRefreshToken,
  aSession,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { startSecondNode } from '#testing/second-node.ts'
import { type Answer, type TestApp, startTestApp } from '#testing/test-app.ts'
import { rounds } from '#testing/rounds.ts'

// Over two servers on one database.
const PARALLEL = 64
const ROUNDS = rounds(2, 20)

let t: TestApp
let nodes: Awaited<ReturnType<typeof startSecondNode>>
let tenant: TestTenant
let user: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  nodes = await startSecondNode(t)
  tenant = await aTenant(t.db)
})
afterAll(async () => {
  await nodes.close()
  await t.close()
})
beforeEach(async () => void (user = await aUser(t.db, { tenant })))

async function aVisitor() {
  const browser = aBrowser(nodes.call, tenant.host)
  await browser.send('GET', '/tenant')
  return browser
}
/** All that were not told 503, which says that there was no connection within 2 s and nothing was done. */
function answered(answers: Answer[], status: number): Answer[] {
  const served = answers.filter(({ statusCode }) => statusCode !== 503)
  expect(new Set(served.map(({ statusCode }) => statusCode))).toEqual(new Set([status]))
  return served
}
const count = async (sql: string, id: number) =>
  (await t.owner.query<{ count: number }>(`select count(*)::int as count from ${sql}`, [id]))
    .rows[0]?.count

test('of 64 parallel uses of a refresh token all get one successor, and one family is alive', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const sessionId = await aSession(t.db, user)
    const token = await aRefreshToken(t.db, tenant.id, sessionId)
    const browser = aBrowser(nodes.call, tenant.host)
    browser.jar.set('__Host-pat_rt', token)
    await browser.send('GET', '/tenant')
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => browser.refresh()))
    const successors = answered(answers, 200).map(
      ({ cookies }) => cookies.find(({ name }) => name === '__Host-pat_rt')?.value,
    )
    expect([new Set(successors).size, successors[0] === token]).toEqual([1, false])
    const ofSession = 'refresh_tokens where session_id = $1'
    expect(await count(ofSession, sessionId)).toBe(2)
    expect(await count(`${ofSession} and replaced_at is null`, sessionId)).toBe(1)
    expect(await count('sessions where id = $1 and revoked_at is null', sessionId)).toBe(1)
  }
}, 240_000)

test('of 64 parallel late repeats of a refresh token none is served, and the family ends once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const sessionId = await aSession(t.db, user)
    const token = await aRefreshToken(t.db, tenant.id, sessionId)
    const browser = aBrowser(nodes.call, tenant.host)
    browser.jar.set('__Host-pat_rt', token)
    await browser.send('GET', '/tenant')
    await browser.refresh()
    await t.owner.query(
      `update refresh_tokens set replaced_at = now() - interval '11 seconds' where session_id = $1 and replaced_at is not null`,
      [sessionId],
    )
    browser.jar.set('__Host-pat_rt', token)
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => browser.refresh()))
    answered(answers, 401)
    expect(await count('sessions where id = $1 and revoked_at is null', sessionId)).toBe(0)
    const ended = `audit_events where action = 'session.token_reused' and subject = 'session ' || $1`
    expect(await count(ended, sessionId)).toBe(1)
  }
}, 240_000)

test('one second step with its right code and recovery codes at once gives one session', async () => {
  const visitor = await aVisitor()
  for (let round = 0; round < ROUNDS; round += 1) {
    user = await aUser(t.db, { tenant })
    const phone = await anAuthenticator(t, user)
    const headers = { authorization: `Bearer ${await anMfaToken(t, user)}` }
    const bodies = Array.from({ length: PARALLEL }, (_, index) =>
      index % 2 === 0
        ? { code: codeOf(phone) }
        : { recovery_code: phone.recoveryCodes[index % phone.recoveryCodes.length] },
    )
    const answers = await Promise.all(
      bodies.map((body) => visitor.send('POST', '/mfa', { body, headers })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await count('sessions where user_id = $1', user.id)).toBe(1)
    expect(await count('mfa_challenges where user_id = $1 and used_at is not null', user.id)).toBe(
      1,
    )
    // A loser's code is given back with the rest of what it did.
    const spent = await count(
      `(select user_id from recovery_codes where used_at is not null
        union all select user_id from authenticators where last_step is not null) x where user_id = $1`,
      user.id,
    )
    expect(spent).toBe(1)
  }
}, 240_000)
