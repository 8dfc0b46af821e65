import type { Page } from '@playwright/test'
import { expect, forget, test } from './fixtures.ts'
import {
  PLANT,
  type Salesforce,
  identityOf,
  signInAs,
  startSalesforce,
  thePlantManager,
} from './salesforce.ts'

// One server for all of them, so they run one after the other.
test.describe.configure({ mode: 'default' })

let here: Salesforce
test.beforeAll(async ({ db }) => {
  here = await startSalesforce(db)
  await thePlantManager(here, db)
})
test.afterAll(async () => await here.stop())

const DEMO = '/debug/silent-signin-demo'
const press = async (page: Page, name: string) =>
  await page.getByRole('button', { name, exact: true }).click()
const log = (page: Page) => page.getByRole('log')

async function enterDemo(page: Page, path = DEMO) {
  await page.goto(here.at(`/login?redirect=${encodeURIComponent(path)}`))
  await signInAs(page, PLANT.email)
  await expect(page.getByRole('heading', { name: /demo/ })).toBeVisible()
}

test('a token is renewed before and after it expires, once for all', async ({ page }) => {
  await test.step('before the token expires it is renewed, and every event is told', async () => {
    await enterDemo(page)
    const before = await identityOf(page)
    await press(page, 'Let the token expire soon')
    await expect(log(page)).toContainText('Access token expiring')
    await expect(async () => {
      expect((await identityOf(page))?.access_token).not.toBe(before?.access_token)
    }).toPass()
    await expect(log(page)).toContainText('User loaded')
    const after = await identityOf(page)
    expect(after?.refresh_token).not.toBe(before?.refresh_token)
    expect((after?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(7000)
  })

  await test.step('a token that has expired is renewed, too', async () => {
    await forget(page)
    await enterDemo(page)
    const before = await identityOf(page)
    await press(page, 'Let the token expire now')
    await expect(log(page)).toContainText('Access token expired')
    await expect(async () => {
      expect((await identityOf(page))?.access_token).not.toBe(before?.access_token)
    }).toPass()
  })

  await test.step('three renewals at once are one', async () => {
    await forget(page)
    await enterDemo(page)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/services/oauth2/token')) asked.push(request.postData() ?? '')
    })
    await press(page, 'Three renewals at once')
    await expect(page.getByText('One renewal served all three.')).toBeVisible()
    expect(asked).toHaveLength(1)
  })
})

test('a renewal that fails raises an event and leaves our own session alone', async ({ page }) => {
  await enterDemo(page)
  await page.route('**/services/oauth2/token', (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: { error: 'invalid_grant', error_description: 'expired access/refresh token' },
    }),
  )
  await press(page, 'Let the token expire soon')
  await expect(log(page)).toContainText('Silent renew error: expired access/refresh token')
  await page.goto(here.at('/settings'))
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})

test('signing in silently goes on, or leaves one anonymous', async ({ page }) => {
  await test.step('signing in silently goes on with the session that is there', async () => {
    await enterDemo(page)
    // Within one second the provider would issue the same id token again, which is good once.
    await page.waitForTimeout(1100)
    const token = await page.evaluate("localStorage.getItem('pat-app__at__')")
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/oidc/signin'),
      press(page, 'Sign in silently'),
    ])
    expect(answer.status()).toBe(200)
    expect(answer.request().headers()['silent-sso']).toBe('true')
    await expect(page.getByText('Signed in silently.')).toBeVisible()
    expect(await page.evaluate("localStorage.getItem('pat-app__at__')")).toMatch(/^ey/)
    expect(token).toMatch(/^ey/)
  })

  await test.step('whom the provider does not know stays anonymous, without an error', async () => {
    await forget(page)
    await page.goto(here.at(DEMO))
    for (const name of ['Sign in silently', 'Sign in silently by a frame']) {
      await press(page, name)
      await expect(page.getByText('Nobody was signed in.')).toBeVisible()
    }
    await press(page, 'Ask for the session')
    await expect(page.getByText('The provider does not know this browser.')).toBeVisible()
    await expect(page.getByLabel('Identity error store')).toContainText('errornone')
    await expect(page.getByLabel('Identity auth state')).toContainText('isOidcAuthenticatingfalse')
  })

  await test.step('a provider that does not answer in the frame is given ten seconds', async () => {
    await forget(page)
    await page.goto(here.at(DEMO))
    await page.route('**/services/oauth2/authorize*', () => {})
    await press(page, 'Sign in silently by a frame')
    await expect(page.getByLabel('Identity error store')).toContainText(
      'IFrame timed out without a response',
      { timeout: 15_000 },
    )
  })
})

test.describe('in a window', () => {
  const demo = '/debug/auth-demo'

  test('in a window', async ({ page }) => {
    await test.step('one signs in and the page goes on', async () => {
      await page.goto(here.at(demo))
      const [window] = await Promise.all([
        page.waitForEvent('popup'),
        press(page, 'Sign in in a window'),
      ])
      await window.getByRole('button', { name: `(${PLANT.email})` }).click()
      await expect(page.getByLabel('Identity auth state')).toContainText('isOidcAuthenticatedtrue')
      await expect(async () => expect(window.isClosed()).toBe(true)).toPass()
      await expect(page.getByLabel('Identity user')).toContainText('refresh_tokenpresent')
    })

    await test.step('closing it is said', async () => {
      await forget(page)
      await page.goto(here.at(demo))
      const [window] = await Promise.all([
        page.waitForEvent('popup'),
        press(page, 'Sign in in a window'),
      ])
      await expect(window.getByRole('heading')).toBeVisible()
      await window.close()
      await expect(page.getByLabel('Identity error store')).toContainText('Popup closed by user')
    })

    await test.step('a browser that opens none is said', async () => {
      await forget(page)
      await page.addInitScript('window.open = () => null')
      await page.goto(here.at(demo))
      await press(page, 'Sign in in a window')
      await expect(page.getByLabel('Identity error store')).toContainText('Popup blocked by user')
    })
  })
})
