import { beforeEach, expect, test } from 'vitest'
import { anAuthenticator } from '#testing/authenticator.ts'
import { type Browser, aBrowser } from '#testing/browser.ts'
import { type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

let user: TestUser
let browser: Browser
const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
beforeEach(async () => {
  user = await aUser(t.db, { tenant })
  browser = aBrowser(t.call, tenant.host)
})

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
      await t.sql`begin`
      await t.owner.query(sql, [user.id])
      const signingIn = browser.signIn(user.email)
      try {
        await isWaiting()
        await t.sql`delete from mfa_challenges where user_id = ${user.id}`
        await t.sql`update sessions set revoked_at = now() where user_id = ${user.id}`
      } finally {
        await t.sql`commit`
      }
      const answer = await signingIn
      expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: 'login-failed' }])
      const left = await t.sql`select
        (select count(*)::int from sessions where user_id = ${user.id} and revoked_at is null) as sessions,
        (select count(*)::int from mfa_challenges where user_id = ${user.id}) as challenges,
        (select count(*)::int from audit_events where action = 'session.rejected' and subject = ${`user ${user.id}`}) as refused`
      expect(left).toEqual([{ sessions: 0, challenges: 0, refused: 1 }])
    },
  )
}

/** Until the sign-in waits for the lock of the owner's transaction. */
async function isWaiting() {
  const waiting = () =>
    t.sql`select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`
  await expect.poll(async () => (await waiting()).length).toBe(1)
}
