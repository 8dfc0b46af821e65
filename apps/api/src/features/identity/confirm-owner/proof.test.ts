import { auth } from 'contract/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAuthenticator, codeOf } from '#testing/authenticator.ts'
import type { Client } from '#testing/client.ts'
import {
  PASSWORD,
  type SessionWish,
  type TestTenant,
  type TestUser,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

const NEW = 'seven green kettles 4003'

let t: TestApp
let northfield: TestTenant
let user: TestUser
beforeAll(async () => {
  t = await startTestApp({ works: false })
  northfield = await aTenant(t.db, { domain: 'northfield' })
})
afterAll(() => t.close())
beforeEach(async () => void (user = await aUser(t.db, { tenant: northfield })))

const events = async () => {
  const { rows } = await t.owner.query<{ action: string }>(
    'select action from audit_events where actor_id = $1 order by id',
    [user.id],
  )
  return rows.map(({ action }) => action)
}

type Changing = [what: string, ask: (caller: Client, proof: Proof) => ReturnType<Client['post']>]
type Proof = { password?: string; code?: string; recovery_code?: string }

const NEW_EMAIL: Changing = [
  'a new address',
  (caller, proof) => caller.post('/user/email-change', { email: 'new@example.org', ...proof }),
]
const NEW_PASSWORD: Changing = [
  'a new password',
  (caller, { password, ...step }) =>
    caller.put('/user/password', { current_password: password, password: NEW, ...step }),
]

describe.each<Changing>([
  NEW_EMAIL,
  NEW_PASSWORD,
  ['new recovery codes', (caller, proof) => caller.post('/mfa/recovery-codes', proof)],
  ['turning the second step off', (caller, proof) => caller.post('/mfa/removal', proof)],
])('with a second step, %s', (_, ask) => {
  test('takes the password and a code of the app', async () => {
    const phone = await anAuthenticator(t, user)
    const caller = t.as(user)
    const code = codeOf(phone)
    expect((await ask(caller, { password: PASSWORD })).status).toBeGreaterThanOrEqual(400)
    expect((await ask(caller, { password: 'not it', code })).code).toBe('password-wrong')
    expect((await ask(caller, { password: PASSWORD, code: '000000' })).code).toBe('code-wrong')
    expect((await ask(caller, { password: PASSWORD, code })).status).toBeLessThan(300)
    expect(await events()).toContain('password.rejected')
    expect(await events()).toContain('mfa.rejected')
  })

  test('or a recovery code in its place', async () => {
    const { recoveryCodes } = await anAuthenticator(t, user)
    const proof = { password: PASSWORD, recovery_code: recoveryCodes[0] ?? '' }
    expect((await ask(t.as(user), proof)).status).toBeLessThan(300)
  })

  test('lets nobody guess codes', async () => {
    await anAuthenticator(t, user)
    const caller = t.as(user)
    const proof = { password: PASSWORD, code: '000000' }
    for (let count = 0; count < 10; count += 1)
      expect((await ask(caller, proof)).code).toBe('code-wrong')
    expect((await ask(caller, proof)).code).toBe('too-many-requests')
  })
})

test.each([NEW_EMAIL, NEW_PASSWORD])(
  '%s of people without a second step takes the password',
  async (_, ask) => {
    const caller = t.as(user)
    expect((await ask(caller, { password: 'not it' })).code).toBe('password-wrong')
    expect((await ask(caller, { password: PASSWORD })).status).toBe(204)
  },
)

test('a password that is refused for itself uses no code up', async () => {
  const phone = await anAuthenticator(t, user)
  const body = { current_password: PASSWORD, password: 'administrator', code: codeOf(phone) }
  expect((await t.as(user).put('/user/password', body)).code).toBe('invalid-input')
  expect((await t.as(user).put('/user/password', { ...body, password: NEW })).status).toBe(204)
})

describe('people without a password', () => {
  beforeEach(async () => {
    await t.owner.query('update users set password_hash = null where id = $1', [user.id])
  })

  test('change their address within ten minutes of single sign-on, and then sign in again', async () => {
    const [, ask] = NEW_EMAIL
    expect((await ask(t.as(user, { method: 'sso', minutesAgo: 9 }), {})).status).toBe(204)
    const late = await ask(t.as(user, { method: 'sso', minutesAgo: 11 }), {})
    expect([late.status, late.code]).toEqual([409, 'sign-in-too-old'])
  })

  test('have none to change', async () => {
    const [, ask] = NEW_PASSWORD
    const caller = t.as(user, { method: 'sso' })
    expect((await ask(caller, { password: PASSWORD })).code).toBe('password-wrong')
  })
})

describe.each<[what: string, end: (caller: Client, other: number) => ReturnType<Client['post']>]>([
  ['one other session', (caller, other) => caller.delete(`/sessions/${other}`)],
  ['all other sessions', (caller) => caller.delete('/sessions')],
  ['every session', (caller) => caller.post('/user/sessions/removal')],
])('ending %s', (_, end) => {
  const prove = (caller: Client, proof: Proof) => caller.post('/user/proof', proof)
  const arrange = async (wish: SessionWish) => {
    const [caller, other] = [t.as(user, wish), t.as(user)]
    const { sessions } = auth.sessions.response.parse((await other.get('/sessions')).body)
    const theirs = sessions.find(({ is_current }) => is_current)?.id ?? 0
    return {
      prove: (proof: Proof) => prove(caller, proof),
      end: () => end(caller, theirs),
      otherProves: (proof: Proof) => prove(other, proof),
      isOtherIn: async () => (await other.get('/user')).status === 200,
    }
  }

  test('asks for nothing within ten minutes of signing in', async () => {
    const me = await arrange({ minutesAgo: 9 })
    expect((await me.end()).status).toBeLessThan(300)
    expect(await me.isOtherIn()).toBe(false)
  })

  test('asks for the password once the sign-in is older, and for ten minutes no more', async () => {
    const me = await arrange({ minutesAgo: 11 })
    const refusal = await me.end()
    expect([refusal.status, refusal.code]).toEqual([409, 'proof-needed'])
    expect(refusal.body).toMatchObject({ details: { needs: 'password' } })
    expect((await me.prove({ password: 'not it' })).code).toBe('password-wrong')
    expect((await me.end()).code).toBe('proof-needed')
    expect(await me.isOtherIn()).toBe(true)
    expect((await me.prove({ password: PASSWORD })).status).toBe(204)
    expect((await me.end()).status).toBeLessThan(300)
    expect(await me.isOtherIn()).toBe(false)
  })

  test('asks people with a second step for its code, too', async () => {
    const phone = await anAuthenticator(t, user)
    const me = await arrange({ minutesAgo: 11 })
    expect((await me.end()).body).toMatchObject({ details: { needs: 'password-and-code' } })
    expect((await me.prove({ password: PASSWORD })).code).toBe('code-wrong')
    expect((await me.end()).code).toBe('proof-needed')
    expect((await me.prove({ password: PASSWORD, code: codeOf(phone) })).status).toBe(204)
    expect((await me.end()).status).toBeLessThan(300)
  })

  test('does not take the proof of another session', async () => {
    const me = await arrange({ minutesAgo: 11 })
    expect((await me.otherProves({ password: PASSWORD })).status).toBe(204)
    expect((await me.end()).code).toBe('proof-needed')
  })

  test('takes a single sign-on that is not older, and no password in its place', async () => {
    const me = await arrange({ minutesAgo: 11, method: 'sso' })
    expect((await me.end()).code).toBe('sign-in-too-old')
    expect((await me.prove({ password: PASSWORD })).code).toBe('sign-in-too-old')
    expect(await me.isOtherIn()).toBe(true)
  })
})
