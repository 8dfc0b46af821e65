import { withToken } from '#testing/client.ts'
import { expect, test } from 'vitest'
import { anAuthenticator, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { PASSWORD, aTenant, aUser } from '#testing/factories.ts'
import { linkTo } from '#testing/mailed.ts'
import { testApp } from '#testing/test-app.ts'

const NEW_PASSWORD = 'four unrelated words here'

const t = await testApp()

async function arrange() {
  const user = await aUser(t.db, { tenant: await aTenant(t.db) })
  const phone = await anAuthenticator(t, user)
  const browser = aBrowser(t.call, user.host)
  const hasSession = () => browser.jar.has('pat_rt')
  const reset = async () => {
    await browser.send('GET', '/tenant')
    await browser.send('POST', '/forgot-password', { body: { email: user.email } })
    const { signature } = await linkTo(t, user.email)
    const body = { password: NEW_PASSWORD }
    return (await browser.send('POST', `/forgot-password/${signature}`, { body })).statusCode
  }
  const signIn = async (password = PASSWORD) => {
    const first = (await browser.signIn(user.email, password)).json<{ mfa_token: string }>()
    expect([Object.keys(first), hasSession()]).toEqual([['mfa_token'], false])
    const headers = withToken(first.mfa_token)
    return async () =>
      (await browser.send('POST', '/mfa', { body: { code: codeOf(phone) }, headers })).statusCode
  }
  return { user, phone, hasSession, reset, signIn }
}

test('a password that was reset by mail still needs a verification code', async () => {
  const { hasSession, reset, signIn } = await arrange()
  expect([await reset(), hasSession()]).toEqual([204, false])
  const finish = await signIn(NEW_PASSWORD)
  expect([await finish(), hasSession()]).toEqual([200, true])
})

type Arranged = Awaited<ReturnType<typeof arrange>>

test.each<[string, number, (arranged: Arranged) => Promise<unknown>]>([
  ['nothing else happens', 200, async () => {}],
  ['the password is reset by mail', 401, ({ reset }) => reset()],
  [
    'the password is changed in the settings',
    401,
    async ({ user, phone }) => {
      const body = { current_password: PASSWORD, password: NEW_PASSWORD, code: codeOf(phone, -1) }
      expect((await t.as(user).put('/user/password', body)).status).toBe(204)
    },
  ],
  ['the user signs out everywhere', 401, ({ user }) => t.as(user).post('/user/sessions/removal')],
  ['the user signs out everywhere else', 401, ({ user }) => t.as(user).delete('/sessions')],
])('when %s, a sign-in that waits for its code answers %i', async (_, status, change) => {
  const arranged = await arrange()
  const finish = await arranged.signIn()
  await change(arranged)
  expect(await finish()).toBe(status)
})
