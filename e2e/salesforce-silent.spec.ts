import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expect, forget, test } from './fixtures.ts'
import {
  PLANT,
  countRenewals,
  enterSettings,
  identityOf,
  ownToken,
  setExpiry,
  signInAs,
  useSalesforce,
} from './salesforce.ts'

const here = useSalesforce()

const DEMO = '/debug/silent-signin-demo'
const SILENT = '/auth/sso/silent-signin?redirect=%2Fsettings'
const TOKENS = '**/services/oauth2/token'
const press = async (page: Page, name: string) =>
  await page.getByRole('button', { name, exact: true }).click()
const log = (page: Page) => page.getByRole('log')
const errors = (page: Page) => page.getByLabel('Identity error store')

async function enterDemo(page: Page) {
  await page.goto(here.at(`/login?redirect=${encodeURIComponent(DEMO)}`))
  await signInAs(page)
  await expect(page.getByRole('heading', { name: /demo/ })).toBeVisible()
}

test('a token is renewed before and after it expires, once for three calls', async ({ page }) => {
  await enterDemo(page)
  const before = await identityOf(page)
  const expectRenewed = (old: typeof before) =>
    expect(async () => {
      expect((await identityOf(page))?.access_token).not.toBe(old?.access_token)
    }).toPass()
  await press(page, 'Make the token expire soon')
  await expect(log(page)).toContainText('Access token expiring')
  await expectRenewed(before)
  await expect(log(page)).toContainText('User loaded')
  const after = await identityOf(page)
  expect(after?.refresh_token).not.toBe(before?.refresh_token)
  expect((after?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(7000)
  await press(page, 'Make the token expire now')
  await expect(log(page)).toContainText('Access token expired')
  await expectRenewed(after)
  const renewals = countRenewals(page)
  await press(page, 'Renew three times in parallel')
  await expect(page.getByText('The three calls shared one renewal.')).toBeVisible()
  expect(renewals()).toBe(1)
})

test('a failed renewal leaves our own session alone', async ({ page }) => {
  await enterDemo(page)
  const headers = { 'access-control-allow-origin': '*' }
  const json = { error: 'invalid_grant', error_description: 'expired access/refresh token' }
  await page.route(TOKENS, (route) => route.fulfill({ status: 400, headers, json }))
  await press(page, 'Make the token expire soon')
  await expect(log(page)).toContainText('Silent renew error: expired access/refresh token')
  await page.goto(here.at('/settings'))
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()

  await forget(page)
  await enterSettings(page, here)
  const { refresh_token: token = '' } = (await identityOf(page)) ?? {}
  const body = new URLSearchParams({ token, client_id: 'waymark-browser' })
  await fetch(`${here.provider.issuer}/services/oauth2/revoke`, { method: 'POST', body })
  const refused = countRenewals(page)
  await setExpiry(page, 1)
  await page.reload()
  await expect(async () => expect(await identityOf(page)).toBeNull()).toPass()
  await page.waitForTimeout(1500)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.waitForTimeout(1000)
  expect(refused(), 'a refused renewal is not repeated').toBe(1)

  await forget(page)
  await enterSettings(page, here)
  await page.route(TOKENS, (route) => route.fulfill({ status: 503, body: 'Down' }))
  const failedAt: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(TOKENS.slice(2))) failedAt.push(Date.now())
  })
  await setExpiry(page, 1)
  await page.reload()
  await expect.poll(() => failedAt.length, { timeout: 15_000 }).toBe(2)
  const [first = 0, second = 0] = failedAt
  expect(second - first, 'a failed renewal is repeated after 5 s').toBeGreaterThan(4000)
  expect(await identityOf(page)).not.toBeNull()
})

test('silent sign-in uses the provider’s session, if any', async ({ page }) => {
  await enterDemo(page)
  // Within one second the provider would issue the same id token again, which is good once.
  await page.waitForTimeout(1100)
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/oidc/signin'),
    press(page, 'Sign in silently'),
  ])
  expect(answer.status()).toBe(200)
  expect(answer.request().headers()['silent-sso']).toBe('true')
  await expect(page.getByText('Signed in silently.')).toBeVisible()
  expect(await ownToken(page)).toMatch(/^ey/)

  await forget(page)
  await page.goto(here.at(DEMO))
  for (const name of ['Sign in silently', 'Sign in silently in a frame']) {
    await press(page, name)
    await expect(page.getByText('No one was signed in.')).toBeVisible()
  }
  await press(page, 'Check the session')
  await expect(page.getByText('The provider has no session for this browser.')).toBeVisible()
  await expect(errors(page)).toContainText('errornone')
  await expect(page.getByLabel('Identity auth state')).toContainText('isOidcAuthenticatingfalse')
  await page.route('**/services/oauth2/authorize*', () => {})
  await page.clock.install()
  const asked = page.waitForRequest('**/services/oauth2/authorize*')
  await press(page, 'Sign in silently in a frame')
  await asked
  await page.clock.fastForward(15_000)
  await expect(errors(page)).toContainText('IFrame timed out without a response')
})

test('the silent sign-in page needs a provider session', async ({ page }) => {
  await page.goto(here.at(SILENT))
  await expect(page).toHaveURL(here.at('/login?redirect=%2Fsettings'))
  await signInAs(page)
  await expect(page).toHaveURL(here.at('/settings'))
  for (const isSlow of [false, true]) {
    await page.evaluate("localStorage.removeItem('pat-app__at__')")
    // A slow answer without a user doesn't undo the sign-in.
    if (isSlow)
      await page.route('**/api/user', async (route) => {
        if (route.request().headers()['authorization'] === undefined) await setTimeout(2000)
        await route.continue()
      })
    await page.waitForTimeout(1100)
    await page.goto(here.at(SILENT))
    await expect(page).toHaveURL(here.at('/settings'))
    expect(await ownToken(page)).toMatch(/^ey/)
  }
  await forget(page)
  await page.route('**/api/oidc/nonce', () => undefined)
  await page.goto(here.at('/auth/sso/silent-signin'))
  for (const text of [
    'Logging in...',
    "This may take a few seconds. Please don't refresh the page.",
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
})

test('signing in in a window succeeds, or says that it was closed or blocked', async ({ page }) => {
  const open = async () => {
    await page.goto(here.at('/debug/auth-demo'))
    const button = page.getByRole('button', { name: 'Sign in with a pop-up', exact: true })
    const [window] = await Promise.all([page.waitForEvent('popup'), button.click()])
    return window
  }
  const window = await open()
  await window.getByRole('button', { name: `(${PLANT.email})` }).click()
  await expect(page.getByLabel('Identity auth state')).toContainText('isOidcAuthenticatedtrue')
  await expect(async () => expect(window.isClosed()).toBe(true)).toPass()
  await expect(page.getByLabel('Identity user')).toContainText('refresh_tokenpresent')

  await forget(page)
  const closed = await open()
  await expect(closed.getByRole('heading')).toBeVisible()
  await closed.close()
  await expect(errors(page)).toContainText('Popup closed by user')

  await forget(page)
  await page.addInitScript('window.open = () => null')
  await page.goto(here.at('/debug/auth-demo'))
  await press(page, 'Sign in with a pop-up')
  await expect(errors(page)).toContainText('Popup blocked by user')
})
