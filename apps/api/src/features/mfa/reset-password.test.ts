import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAuthenticator, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { linkTo } from '#testing/mailed.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

const NEW_PASSWORD = 'four unrelated words here'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('who sets a new password by mail still takes the second step', async () => {
  const user = await aUser(t.db, { tenant: await aTenant(t.db) })
  const phone = await anAuthenticator(t, user)
  const browser = aBrowser(t.call, user.host)
  await browser.send('GET', '/tenant')
  await browser.send('POST', '/forgot-password', { body: { email: user.email } })
  const { signature } = await linkTo(t, user.email)
  const body = { password: NEW_PASSWORD }
  const answer = await browser.send('POST', `/forgot-password/${signature}`, { body })
  expect([answer.statusCode, browser.jar.has('__Host-pat_rt')]).toEqual([204, false])
  const first = (await browser.signIn(user.email, NEW_PASSWORD)).json<{ mfa_token: string }>()
  expect(Object.keys(first)).toEqual(['mfa_token'])
  expect(browser.jar.has('__Host-pat_rt')).toBe(false)
  const headers = { authorization: `Bearer ${first.mfa_token}` }
  const second = await browser.send('POST', '/mfa', { body: { code: codeOf(phone) }, headers })
  expect([second.statusCode, browser.jar.has('__Host-pat_rt')]).toEqual([200, true])
})
