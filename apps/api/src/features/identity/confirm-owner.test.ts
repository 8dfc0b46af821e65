import { auth } from 'contract/auth'
import { beforeEach, describe, expect, test } from 'vitest'
import { anAuthenticator, codeOf } from '#testing/authenticator.ts'
import type { Client } from '#testing/client.ts'
import { PASSWORD, type SessionOptions, type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const NEW = 'seven green kettles 4003'

let user: TestUser
const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
beforeEach(async () => void (user = await aUser(t.db, { tenant })))

type Confirmation = { password?: string; code?: string; recovery_code?: string }
type Change = [
  what: string,
  send: (caller: Client, confirmation: Confirmation) => ReturnType<Client['post']>,
]

const NEW_EMAIL: Change = [
  'a new address',
  (caller, confirmation) =>
    caller.post('/user/email-change', { email: 'new@example.org', ...confirmation }),
]
const NEW_PASSWORD: Change = [
  'a new password',
  (caller, { password, ...step }) =>
    caller.put('/user/password', { current_password: password, password: NEW, ...step }),
]

describe.each<Change>([
  NEW_EMAIL,
  NEW_PASSWORD,
  [
    'new recovery codes',
    (caller, confirmation) => caller.post('/mfa/recovery-codes', confirmation),
  ],
  ['turning verification off', (caller, confirmation) => caller.post('/mfa/removal', confirmation)],
])('with two-step verification, %s', (_, send) => {
  test('needs the password and a code of the app', async () => {
    const phone = await anAuthenticator(t, user)
    const caller = t.as(user)
    const code = codeOf(phone)
    expect((await send(caller, { password: PASSWORD })).status).toBeGreaterThanOrEqual(400)
    expect((await send(caller, { password: 'not it', code })).code).toBe('password-wrong')
    expect((await send(caller, { password: PASSWORD, code: '000000' })).code).toBe('code-wrong')
    expect((await send(caller, { password: PASSWORD, code })).status).toBeLessThan(300)
    const rows =
      await t.sql`select array_agg(action) as actions from audit_events where actor_id = ${user.id}`
    expect(rows[0]?.actions).toEqual(expect.arrayContaining(['password.rejected', 'mfa.rejected']))
  })

  test('allows ten wrong codes, and accepts a recovery code', async () => {
    const { recoveryCodes } = await anAuthenticator(t, user)
    const guesser = t.as(user)
    const wrong = { password: PASSWORD, code: '000000' }
    for (let count = 0; count < 10; count += 1)
      expect((await send(guesser, wrong)).code).toBe('code-wrong')
    expect((await send(guesser, wrong)).code).toBe('too-many-requests')
    await t.sql`delete from rate_limits`
    const confirmation = { password: PASSWORD, recovery_code: recoveryCodes[0] ?? '' }
    expect((await send(t.as(user), confirmation)).status).toBeLessThan(300)
  })
})

test('right passwords and codes count against no limit: eleven confirmations in a row pass', async () => {
  const phone = await anAuthenticator(t, user)
  const codes = phone.recoveryCodes.map((recovery_code) => ({ recovery_code }))
  const caller = t.as(user)
  for (const code of [...codes, { code: codeOf(phone) }])
    expect((await caller.post('/user/confirmation', { password: PASSWORD, ...code })).status).toBe(
      204,
    )
})

test('each change to a sign-in method is mailed to the owner', async () => {
  const caller = t.as(user)
  const { body: phone } = await caller.post('/mfa/setup', { password: PASSWORD })
  const code = codeOf(phone as { secret: string })
  const first = await caller.post('/mfa/setup/confirmation', { code })
  const codesOf = ({ body }: { body: unknown }) =>
    (body as { recovery_codes: string[] }).recovery_codes
  const [confirm] = codesOf(first)
  const renewed = { password: PASSWORD, recovery_code: confirm }
  const [second, third] = codesOf(await caller.post('/mfa/recovery-codes', renewed))
  const changed = { current_password: PASSWORD, password: NEW, recovery_code: second }
  expect((await caller.put('/user/password', changed)).status).toBe(204)
  const off = { password: NEW, recovery_code: third }
  expect((await caller.post('/mfa/removal', off)).status).toBe(204)
  const email = `new.${user.email}`
  await caller.post('/user/email-change', { email, password: NEW })
  const [mail] = await t.sql<{ text: string }>`select text from mails where recipient = ${email}`
  const signature = /confirm=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  await caller.post('/user/email-change/confirmation', { signature })
  const mails = await t.sql<{ subject: string }>`
    select split_part(subject, ' (', 1) as subject from mails where recipient = ${user.email} order by id`
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Two-step verification is on',
    'You have new recovery codes',
    'Your password was changed',
    'Two-step verification is off',
    'Your email address was changed',
  ])
})

test('a new password that is refused does not use up the code', async () => {
  const phone = await anAuthenticator(t, user)
  const body = { current_password: PASSWORD, password: 'administrator', code: codeOf(phone) }
  expect((await t.as(user).put('/user/password', body)).code).toBe('invalid-input')
  expect((await t.as(user).put('/user/password', { ...body, password: NEW })).status).toBe(204)
})

test('an account without a password changes its address within ten minutes of single sign-on', async () => {
  await t.sql`update users set password_hash = null where id = ${user.id}`
  const [, changeEmail] = NEW_EMAIL
  expect((await changeEmail(t.as(user, { method: 'sso', minutesAgo: 9 }), {})).status).toBe(204)
  const late = await changeEmail(t.as(user, { method: 'sso', minutesAgo: 11 }), {})
  expect([late.status, late.code]).toEqual([409, 'sign-in-too-old'])
  const [, changePassword] = NEW_PASSWORD
  const answer = await changePassword(t.as(user, { method: 'sso' }), { password: PASSWORD })
  expect(answer.code).toBe('password-wrong')
})

test('the right password does not renew an older single sign-on', async () => {
  const [[, changeEmail], [, changePassword]] = [NEW_EMAIL, NEW_PASSWORD]
  const caller = t.as(user, { method: 'sso', minutesAgo: 11 })
  expect((await changePassword(caller, { password: PASSWORD })).status).toBe(204)
  expect((await changeEmail(caller, { password: NEW })).code).toBe('sign-in-too-old')
})

describe.each<[what: string, end: (caller: Client, other: number) => ReturnType<Client['post']>]>([
  ['one other session', (caller, other) => caller.delete(`/sessions/${other}`)],
  ['all other sessions', (caller) => caller.delete('/sessions')],
  ['every session', (caller) => caller.post('/user/sessions/removal')],
])('ending %s', (_, end) => {
  const arrange = async (options: SessionOptions) => {
    const [caller, other] = [t.as(user, options), t.as(user)]
    const { sessions } = auth.sessions.response.parse((await other.get('/sessions')).body)
    const theirs = sessions.find(({ is_current }) => is_current)?.id ?? 0
    return {
      confirm: (confirmation: Confirmation) => caller.post('/user/confirmation', confirmation),
      end: () => end(caller, theirs),
      confirmOther: (confirmation: Confirmation) => other.post('/user/confirmation', confirmation),
      isOtherIn: async () => (await other.get('/user')).status === 200,
    }
  }

  test('needs no confirmation within ten minutes of signing in', async () => {
    const me = await arrange({ minutesAgo: 9 })
    expect((await me.end()).status).toBeLessThan(300)
    expect(await me.isOtherIn()).toBe(false)
  })

  test('needs the password, in this session, when the sign-in is older', async () => {
    const me = await arrange({ minutesAgo: 11 })
    const refusal = await me.end()
    expect([refusal.status, refusal.code]).toEqual([409, 'proof-needed'])
    expect(refusal.body).toMatchObject({ details: { needs: 'password' } })
    expect((await me.confirm({ password: 'not it' })).code).toBe('password-wrong')
    expect((await me.confirmOther({ password: PASSWORD })).status).toBe(204)
    expect((await me.end()).code).toBe('proof-needed')
    expect(await me.isOtherIn()).toBe(true)
    expect((await me.confirm({ password: PASSWORD })).status).toBe(204)
    expect((await me.end()).status).toBeLessThan(300)
    expect(await me.isOtherIn()).toBe(false)
  })

  test('needs a code, too, with two-step verification', async () => {
    const phone = await anAuthenticator(t, user)
    const me = await arrange({ minutesAgo: 11 })
    expect((await me.end()).body).toMatchObject({ details: { needs: 'password-and-code' } })
    expect((await me.confirm({ password: PASSWORD })).body).toMatchObject({
      code: 'code-wrong',
      fields: { code: 'Enter a code from your app or a recovery code' },
    })
    expect((await me.end()).code).toBe('proof-needed')
    expect((await me.confirm({ password: PASSWORD, code: codeOf(phone) })).status).toBe(204)
    expect((await me.end()).status).toBeLessThan(300)
  })

  test('needs a newer single sign-on after an older one, and accepts no password', async () => {
    const me = await arrange({ minutesAgo: 11, method: 'sso' })
    expect((await me.end()).code).toBe('sign-in-too-old')
    expect((await me.confirm({ password: PASSWORD })).code).toBe('sign-in-too-old')
    expect(await me.isOtherIn()).toBe(true)
  })
})
