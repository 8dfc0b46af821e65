import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAuthenticator, anMfaToken, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { PASSWORD, aTenant, aUser } from '#testing/factories.ts'
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

describe('a second step that waits ends', () => {
  async function waiting() {
    const user = await aUser(t.db, { tenant: await aTenant(t.db) })
    const phone = await anAuthenticator(t, user)
    const browser = aBrowser(t.call, user.host)
    await browser.send('GET', '/tenant')
    const headers = { authorization: `Bearer ${await anMfaToken(t, user)}` }
    const finish = async () =>
      (await browser.send('POST', '/mfa', { body: { code: codeOf(phone) }, headers })).statusCode
    return { user, phone, browser, finish }
  }

  test('with nothing else: otherwise it is passed', async () => {
    expect(await (await waiting()).finish()).toBe(200)
  })

  test('with a new password by mail', async () => {
    const { user, browser, finish } = await waiting()
    await browser.send('POST', '/forgot-password', { body: { email: user.email } })
    const { signature } = await linkTo(t, user.email)
    const body = { password: NEW_PASSWORD }
    await browser.send('POST', `/forgot-password/${signature}`, { body })
    expect(await finish()).toBe(401)
  })

  test('with a new password in the settings', async () => {
    const { user, phone, finish } = await waiting()
    const body = { current_password: PASSWORD, password: NEW_PASSWORD, code: codeOf(phone, -1) }
    expect((await t.as(user).put('/user/password', body)).status).toBe(204)
    expect(await finish()).toBe(401)
  })

  test('when its owner signs out everywhere', async () => {
    const { user, finish } = await waiting()
    expect((await t.as(user).post('/user/sessions/removal')).status).toBe(204)
    expect(await finish()).toBe(401)
  })

  test('when its owner signs out everywhere else', async () => {
    const { user, finish } = await waiting()
    expect((await t.as(user).delete('/sessions')).status).toBe(200)
    expect(await finish()).toBe(401)
  })
})
