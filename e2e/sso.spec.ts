import type { Page } from '@playwright/test'
import { type TestTenant, aTenant, aUser } from 'api/testing/factories'
import { aSamlConnection, allowSso, anOpenidConnection, lastRefusal } from 'api/testing/sso'
import { addressOf, enter, expect, forget, test, theSecret, turnTo } from './fixtures.ts'
import { type OidcProvider, TWO_STEPS, startOidcProvider } from './idp/oidc-provider.ts'
import { IDP_PEOPLE } from './idp/people.ts'
import { type SamlProvider, startSamlProvider } from './idp/saml-provider.ts'
import { expectGoodLooks } from './looks.ts'

const EMAIL = IDP_PEOPLE[0]?.email ?? ''

let openid: OidcProvider
let saml: SamlProvider
let works: TestTenant
let north: TestTenant

test.beforeAll(async ({ db }) => {
  works = await aTenant(db, { name: 'Harbour Works' })
  north = await aTenant(db, { name: 'Harbour North' })
  const origins = [works, north].map(({ host }) => addressOf(host, ''))
  openid = await startOidcProvider({ origins })
  saml = await startSamlProvider({ origins })
  for (const tenant of [works, north]) await allowSso(db, tenant)
  const secrets: [string] = [await theSecret()]
  const tenant = works
  const elsewhere = { tenant, domain: 'elsewhere.example', people_tenant_id: north.id }
  await anOpenidConnection(db, secrets, openid, { tenant })
  await anOpenidConnection(db, secrets, openid, elsewhere)
  await aSamlConnection(db, saml, { tenant })
  const required_contexts = [TWO_STEPS]
  await aSamlConnection(db, saml, { tenant, domain: 'strong.example', required_contexts })
  await aUser(db, { tenant, email: EMAIL })
})
test.afterAll(async () => {
  await openid.stop()
  await saml.stop()
})
test.describe.configure({ mode: 'default' })

const at = (path: string) => addressOf(works.host, path)

async function signInAs(page: Page, name: string, domain = 'harbour.example') {
  await page.goto(at(`/auth/sso/${domain}`))
  await page.getByRole('button', { name }).click()
}

/** The error screen, the reason, and the way back. */
async function expectFailure(page: Page, reason: string | RegExp) {
  for (const text of [
    'Something went wrong',
    'Please try again later. If the problem persists, please contact support.',
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login')
}

async function expectCookieRead(page: Page) {
  const names = (await page.context().cookies()).map(({ name }) => name)
  expect(names).toContain('pat_rt')
  expect(names).not.toContain('pat_oidc')
}

test('the email address chooses the provider, and the requested page opens', async ({ page }) => {
  await page.goto(at('/login?redirect=%2Fsettings'))
  const next = page.getByRole('button', { name: 'Continue with single sign-on' })
  await next.click()
  await expect(page.getByLabel('Work email')).toBeFocused()
  await expectGoodLooks(page, 'sso-email')
  await page.getByLabel('Work email').fill(EMAIL)
  // The next page waits for the message. Locators can't see this, because they wait for the next page.
  const observe =
    "() => document.querySelector('main button[aria-busy]') && console.info('The button is busy.')"
  await page.evaluate(
    `new MutationObserver(${observe}).observe(document.body, { subtree: true, attributes: true })`,
  )
  const isBusy = page.waitForEvent('console', (message) => message.text() === 'The button is busy.')
  await page.route('**/auth/sso/*', async (route) => {
    await isBusy
    await route.continue()
  })
  await next.click()
  await page.getByRole('button', { name: `(${EMAIL})` }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/settings')
  await expectCookieRead(page)
})

test('a new SAML user reads the terms first', async ({ page }) => {
  await signInAs(page, 'Quality Lead', 'harbour-saml.example')
  await expect(page).toHaveURL(/\/terms-of-use$/)
  await expectCookieRead(page)
  await forget(page)
  await signInAs(page, 'Stranger', 'elsewhere.example')
  await expect(page).toHaveURL(addressOf(north.host, '/terms-of-use'))
  // Without a token to take over, no address brings one.
  for (const search of ['', '?redirect=https://evil.example', '?token=x']) {
    await page.goto(at(`/auth/sso/process-signin${search}`))
    await expect(page).toHaveURL(/\/login$/)
  }
})

test('a new sign-in replaces the user in every tab', async ({ page, context, db }) => {
  const before = await aUser(db, { tenant: works, name: 'User Before' })
  const name = page.getByLabel('Name', { exact: true })
  await enter(page, before, '/settings')
  await name.fill('Half Typed')
  const other = await context.newPage()
  await other.goto(at('/settings'))
  await expect(other.getByText(before.email).first()).toBeVisible()
  await other.evaluate(() => sessionStorage.setItem('oidc.user:before', '{}'))
  await other.goto(at('/auth/sso/harbour.example?redirect=%2Fsettings'))
  await other.getByRole('button', { name: `(${EMAIL})` }).click()
  await expect(other.getByText(EMAIL).first()).toBeVisible()
  expect(await other.evaluate(() => sessionStorage.getItem('oidc.user:before'))).toBeNull()

  await expect(page).toHaveURL(at('/'))
  const menu = page.getByRole('button', { name: 'Your menu' })
  await expect(menu).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your menu, User Before' })).toHaveCount(0)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page.getByText(EMAIL).first()).toBeVisible()
  await expect(page.getByText(before.email)).toBeHidden()
  await expect(name).not.toHaveValue('Half Typed')
})

test('each failed sign-in has a screen with its reason', async ({ page, db }) => {
  for (const domain of ['nobody.example', 'nobody.co.uk']) {
    await page.goto(at(`/auth/sso/${domain}`))
    await expectFailure(page, 'We found no single sign-on that you can use here.')
  }
  await expectGoodLooks(page, 'sso-failed')
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  for (const [path, reason] of [
    ['/auth/sso/callback?reason=rejected', 'We could not verify the response'],
    ['/auth/sso/callback?reason=unavailable', 'sign-in provider did not respond.'],
    ['/auth/sso/callback?reason=no-account', 'You don’t have an account here.'],
    ['/auth/sso/callback?reason=inactive', 'Your account is inactive.'],
  ] as const) {
    await turnTo(page, path)
    await expectFailure(page, reason)
  }
  await page.goto(at('/api/auth/sso/callback?state=x&code=x'))
  await expectFailure(page, 'has already been used')
  await page.goto(addressOf('northfield.localhost', '/auth/sso/silent-signin'))
  await expectFailure(page, 'Failed to initialize OIDC auth')

  await signInAs(page, 'Refuse')
  await expectFailure(page, 'cancelled')
  await signInAs(page, 'Quality Lead', 'strong.example')
  await expectFailure(page, 'did not confirm two-step verification.')
  expect(await lastRefusal(db, works)).toMatchObject({ reason: 'too-weak' })

  // An answer without a page leaves the browser where it is.
  await page.route('**/api/auth/sso/*/start', (route) => route.fulfill({ status: 204 }))
  await page.goto(at('/auth/sso/harbour.example'))
  await expect(page.getByText('Logging in...', { exact: true })).toBeVisible()
  const hint = "This may take a few seconds. Please don't refresh the page."
  await expect(page.getByText(hint, { exact: true })).toBeVisible()
  await expectGoodLooks(page, 'sso-logging-in')
})
