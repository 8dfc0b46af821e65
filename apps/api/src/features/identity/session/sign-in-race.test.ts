import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAuthenticator } from '#testing/authenticator.ts'
import { type Browser, aBrowser } from '#testing/browser.ts'
import { type TestTenant, type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let tenant: TestTenant
let user: TestUser
let browser: Browser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  tenant = await aTenant(t.db)
})
beforeEach(async () => {
  user = await aUser(t.db, { tenant })
  browser = aBrowser(t.call, tenant.host)
})
afterAll(() => t.close())

const before: [name: string, arrange: () => Promise<unknown>][] = [
  ['in a new browser', async () => {}],
  ['in a browser with a session', () => browser.signIn(user.email)],
  ['with two-step verification', () => anAuthenticator(t, user)],
]
const changes: [name: string, sql: string][] = [
  ['changed', `update users set password_hash = 'another' where id = $1`],
  ['of a user who is deactivated', 'update users set is_active = false where id = $1'],
]

for (const [how, arrange] of before) {
  test.for(changes)(
    `a password that is %s while it is compared is refused, ${how}`,
    async ([, sql]) => {
      await arrange()
      await t.owner.query('begin')
      await t.owner.query(sql, [user.id])
      const signingIn = browser.signIn(user.email)
      try {
        await isWaiting()
        await t.owner.query('delete from mfa_challenges where user_id = $1', [user.id])
        await t.owner.query('update sessions set revoked_at = now() where user_id = $1', [user.id])
      } finally {
        await t.owner.query('commit')
      }
      const answer = await signingIn
      expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: 'login-failed' }])
      expect(await left()).toEqual({ sessions: 0, challenges: 0, refused: 1 })
    },
  )
}

/** Until the sign-in waits for the lock of the owner's transaction. */
async function isWaiting() {
  await expect
    .poll(
      async () => {
        const { rows } = await t.owner.query<{ count: number }>(
          `select count(*)::int as count from pg_locks where not granted
            and transactionid = pg_current_xact_id()::xid`,
        )
        return rows[0]?.count
      },
      { timeout: 5000 },
    )
    .toBe(1)
}

async function left() {
  const { rows } = await t.owner.query<{ sessions: number; challenges: number; refused: number }>(
    `select (select count(*)::int from sessions where user_id = $1 and revoked_at is null) as sessions,
      (select count(*)::int from mfa_challenges where user_id = $1) as challenges,
      (select count(*)::int from audit_events where action = 'session.rejected' and subject = 'user ' || $1) as refused`,
    [user.id],
  )
  return rows[0]
}
