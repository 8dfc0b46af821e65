import { setTimeout } from 'node:timers/promises'
import { expect, forget, test } from './fixtures.ts'
import { PLANT, type Salesforce, signInAs, startSalesforce, thePlantManager } from './salesforce.ts'

// One server for all of them, so they run one after the other.
test.describe.configure({ mode: 'default' })

const LOADING = ['Logging in...', "This may take a few seconds. Please don't refresh the page."]

let here: Salesforce
test.beforeAll(async ({ db }) => {
  here = await startSalesforce(db)
  await thePlantManager(here, db)
})
test.afterAll(async () => await here.stop())

test('whom the provider knows is signed in silently', async ({ page }) => {
  await test.step('whom the provider does not know signs in by hand, and still gets to the page', async () => {
    await page.goto(here.at('/auth/sso/silent-signin?redirect=%2Fsettings'))
    await expect(page).toHaveURL(here.at('/login?redirect=%2Fsettings'))
    await signInAs(page, PLANT.email)
    await expect(page).toHaveURL(here.at('/settings'))
  })

  await test.step('whom the provider still knows is signed in without a word', async () => {
    await forget(page)
    await page.goto(here.at('/login'))
    await signInAs(page, PLANT.email)
    await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
    await page.evaluate("localStorage.removeItem('pat-app__at__')")
    await page.goto(here.at('/auth/sso/silent-signin?redirect=%2Fsettings'))
    await expect(page).toHaveURL(here.at('/settings'))
    expect(await page.evaluate("localStorage.getItem('pat-app__at__')")).toMatch(/^ey/)
  })

  await test.step('a slow answer who is signed in does not spoil the sign-in', async () => {
    await forget(page)
    await page.goto(here.at('/login'))
    await signInAs(page, PLANT.email)
    await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
    await page.evaluate("localStorage.removeItem('pat-app__at__')")
    await page.route('**/api/user', async (route) => {
      if (route.request().headers()['authorization'] === undefined) await setTimeout(2000)
      await route.continue()
    })
    await page.goto(here.at('/auth/sso/silent-signin?redirect=%2Fsettings'))
    await expect(page).toHaveURL(here.at('/settings'))
  })

  await test.step('the way there says what it does', async () => {
    await forget(page)
    // Never answered: the page waits for it.
    await page.route('**/api/oidc/nonce', () => undefined)
    await page.goto(here.at('/auth/sso/silent-signin'))
    for (const text of LOADING) await expect(page.getByText(text, { exact: true })).toBeVisible()
  })
})
