import { expect, forget, test } from './fixtures.ts'
import {
  PLANT,
  countRenewals,
  enterSettings,
  identityOf,
  setExpiry,
  enterDemo,
  errors,
  log,
  press,
  useSalesforce,
} from './salesforce.ts'

const here = useSalesforce()

const TOKENS = '**/services/oauth2/token'
test('a failed renewal leaves our own session alone', async ({ page }) => {
  await enterDemo(page, here)
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
