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
  here = await startSalesforce(db, { tenants: 2 })
  await thePlantManager(here, db)
})
test.afterAll(async () => await here.stop())

const TOKENS = '**/services/oauth2/token'

test('a renewal after the token has expired ends its user of this tab alone, or is tried again', async ({
  page,
}) => {
  await test.step('that the provider refuses ends its user of this tab, and our session stays', async () => {
    await enterSettings(page)
    const { refresh_token: token = '' } = (await identityOf(page)) ?? {}
    await fetch(`${here.provider.issuer}/services/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token, client_id: 'waymark-browser' }),
    })
    const asked = countRenewals(page)
    await letTokenExpire(page)
    await page.reload()
    await expect(async () => expect(await identityOf(page)).toBeNull()).toPass()
    await page.waitForTimeout(1500)
    expect(asked()).toBe(1)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await page.waitForTimeout(1000)
    expect(asked()).toBe(1)
  })

  await test.step('that fails otherwise is tried again after 5 s', async () => {
    await forget(page)
    await enterSettings(page)
    await page.route(TOKENS, (route) => route.fulfill({ status: 503, body: 'Down' }))
    const asked = countRenewals(page)
    await letTokenExpire(page)
    await page.reload()
    await expect(async () => expect(asked()).toBe(1)).toPass()
    await page.waitForTimeout(4000)
    expect(asked()).toBe(1)
    await expect(async () => expect(asked()).toBe(2)).toPass()
    expect(await identityOf(page)).not.toBeNull()
  })
})

test('nothing of the provider stays in the tab, and one that is away is named', async ({
  page,
}) => {
  await test.step('after an exchange that our server refused', async () => {
    await page.goto(here.at('/login'))
    await signInAs(page, 'new.colleague@harbour.example')
    await expect(page.getByText('Code: oidc-not-linked')).toBeVisible()
    expect(await identityOf(page)).toBeNull()
  })

  await test.step('after going on at another host', async () => {
    await forget(page)
    await enterSettings(page)
    await page.context().clearCookies()
    await page.goto(here.at('/login', 1))
    await signInAs(page, PLANT.email)
    await expect(page).toHaveURL(here.at('/', 0))
    await page.goto(here.at('/login', 1))
    expect(await identityOf(page)).toBeNull()
  })

  await test.step('that hangs is given ten seconds, then the page says so', async () => {
    await page.goto(here.at('/favicon.svg'))
    await forget(page)
    await page.route(`${here.provider.issuer}/**`, () => undefined)
    await page.goto(here.at('/login'))
    await page.getByRole('button', { name: 'Continue with Salesforce' }).click()
    await expect(page.getByRole('alert')).toContainText('Network timed out', { timeout: 15_000 })
    await expect(page.getByRole('alert')).toContainText('Try again in a few minutes')
    await expect(page.getByRole('button', { name: 'Continue with Salesforce' })).toBeEnabled()
  })

  await test.step('that is down is named, with what to do', async () => {
    await forget(page)
    await page.route(`${here.provider.issuer}/**`, (route) => route.abort())
    await page.goto(here.at('/login'))
    await page.getByRole('button', { name: 'Continue with Salesforce' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'Salesforce cannot be reached. Check your connection',
    )
  })
})

async function enterSettings(page: Page) {
  await page.goto(here.at('/login?redirect=%2Fsettings'))
  await signInAs(page, PLANT.email)
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
}

async function letTokenExpire(page: Page) {
  await page.evaluate(`for (const [key, value] of Object.entries(sessionStorage))
    if (key.startsWith('oidc.user:'))
      sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: 1 }))`)
}

function countRenewals(page: Page) {
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/services/oauth2/token')) count += 1
  })
  return () => count
}
