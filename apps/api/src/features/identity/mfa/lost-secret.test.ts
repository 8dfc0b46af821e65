import { expect, test } from 'vitest'
import { openLog } from '#core/log.ts'
import { anAuthenticator, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { withToken } from '#testing/client.ts'
import { PASSWORD, aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const lines: string[] = []
const before = await testApp({ works: false })
/** Started with a new secret after the old one was lost. */
const t = await testApp({
  works: false,
  besides: before,
  secrets: ['another secret for tests only, long enough'],
  log: openLog({ LOG_LEVEL: 'error' }, { write: (line: string) => void lines.push(line) }),
})
const tenant = await aTenant(t.db)
const UNREADABLE = {
  code: 'conflict',
  message:
    'Your two-step verification no longer works, because of a fault on our side. Ask your administrator to reset it.',
}

test('after the secret was lost, sign-in with a code is refused until an admin resets verification', async () => {
  const user = await aUser(t.db, { tenant })
  const phone = await anAuthenticator(before, user)
  const browser = aBrowser(t.call, tenant.host)
  const signIn = await browser.signIn(user.email)
  expect(Object.keys(signIn.json())).toEqual(['mfa_token'])
  const headers = withToken(signIn.json<{ mfa_token: string }>().mfa_token)
  const codes = [
    { code: codeOf(phone) },
    { code: '123456' },
    { recovery_code: phone.recoveryCodes[0] },
  ]
  for (const body of codes) {
    lines.length = 0
    const answer = await browser.send('POST', '/mfa', { body, headers })
    expect([answer.statusCode, answer.json()]).toEqual([409, expect.objectContaining(UNREADABLE)])
    expect(browser.jar.has('pat_rt')).toBe(false)
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 'error',
        user: user.id,
        msg: expect.stringContaining('WAYMARK_SECRET'),
      }),
    ])
  }
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  expect((await t.as(admin).delete(`/users/${user.id}/mfa`)).status).toBe(204)
  expect((await browser.signIn(user.email)).json()).toHaveProperty('token')
})

test('after the secret was lost, no code confirms the owner of a session', async () => {
  const user = await aUser(t.db, { tenant })
  const phone = await anAuthenticator(before, user)
  const body = { password: PASSWORD, code: codeOf(phone) }
  expect(await t.as(user).post('/mfa/removal', body)).toMatchObject({
    status: 409,
    body: UNREADABLE,
  })
  expect((await t.as(user).get('/mfa')).body).toMatchObject({ is_enabled: true })
})
