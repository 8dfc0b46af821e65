import { setTimeout } from 'node:timers/promises'
import { expect, forget, test } from './fixtures.ts'
import {
  DEMO,
  countRenewals,
  enterDemo,
  errors,
  identityOf,
  log,
  ownToken,
  press,
  signInAs,
  useSalesforce,
} from './salesforce.ts'

const here = useSalesforce()

const SILENT = '/auth/sso/silent-signin?redirect=%2Fsettings'

test('a token is renewed before and after it expires, once for three calls', async ({ page }) => {
  await enterDemo(page, here)
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

test('silent sign-in uses the provider’s session, if any', async ({ page }) => {
  await enterDemo(page, here)
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
