import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { type TestTenant, aTenant, aUser, theTenant } from 'api/testing/factories'
import { aSamlConnection, allowSso, anOpenidConnection } from 'api/testing/sso'
import { addressOf, enter, expect, forget, test } from './fixtures.ts'
import { type OidcProvider, startOidcProvider } from './idp/oidc-provider.ts'
import { IDP_PEOPLE } from './idp/people.ts'
import { type SamlProvider, startSamlProvider } from './idp/saml-provider.ts'
import { expectGoodLooks } from './looks.ts'

const PLANT = IDP_PEOPLE[0]?.email ?? ''
const LOADING = ['Logging in...', "This may take a few seconds. Please don't refresh the page."]
const ERROR = [
  'Something went wrong',
  'Please try again later. If the problem persists, please contact support.',
]

let openid: OidcProvider
let saml: SamlProvider
let tenants: TestTenant[]

test.beforeAll(async ({ db }) => {
  tenants = [
    await aTenant(db, { name: 'Harbour Works' }),
    await aTenant(db, { name: 'Harbour North' }),
  ]
  const origins = tenants.map(({ host }) => addressOf(host, ''))
  openid = await startOidcProvider({ origins })
  saml = await startSamlProvider({ origins })
  const [works, north] = tenants
  if (!works || !north) return
  for (const tenant of tenants) await allowSso(db, tenant)
  const secrets = await theSecrets()
  await anOpenidConnection(db, secrets, openid, { tenant: works })
  await aSamlConnection(db, saml, { tenant: works })
  await anOpenidConnection(db, secrets, openid, {
    tenant: works,
    domain: 'elsewhere.example',
    peopleOf: north,
  })
})
test.afterAll(async () => {
  await openid.stop()
  await saml.stop()
})

test('the address chooses the provider, and the deep link is kept', async ({ page, db }) => {
  const { email } = await somebody(db)
  await page.goto(at('/login?redirect=%2Fsettings'))
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await expect(page.getByLabel('Work email')).toBeFocused()
  await expectGoodLooks(page, 'sso-email')
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await page.getByRole('button', { name: `(${email})` }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/settings')
  await expectCookieRead(page)
})

test('a newcomer comes by SAML, and goes on where the account is', async ({ page }) => {
  await test.step('a newcomer comes by SAML, becomes a plain user and reads the terms first', async () => {
    await page.goto(at('/auth/sso/harbour-saml.example'))
    await page.getByRole('button', { name: 'Quality Lead' }).click()
    await expect(page).toHaveURL(/\/terms-of-use$/)
    await expectCookieRead(page)
  })

  await test.step('whose account is at another organisation is handed over to its host', async () => {
    await forget(page)
    await page.goto(at('/auth/sso/elsewhere.example'))
    await page.getByRole('button', { name: 'Stranger' }).click()
    await expect(page).toHaveURL(addressOf(tenants[1]?.host ?? '', '/terms-of-use'))
    await page.goto(at('/auth/sso/process-signin'))
    await expect(page).toHaveURL(/\/login$/)
  })
})

test('whoever was signed in before is replaced in every tab, with what they had typed', async ({
  page,
  context,
  db,
}) => {
  const before = await aUser(db, { tenant: theWorks(), name: 'Somebody Before' })
  const { email } = await somebody(db)
  await enter(page, before, '/settings')
  await page.getByLabel('Name', { exact: true }).fill('Half Typed')
  const other = await context.newPage()
  await other.goto(at('/settings'))
  await expect(other.getByText(before.email).first()).toBeVisible()
  await other.evaluate(() => sessionStorage.setItem('oidc.user:before', '{}'))
  await other.goto(at('/auth/sso/harbour.example?redirect=%2Fsettings'))
  await other.getByRole('button', { name: `(${email})` }).click()
  await expect(other.getByText(email).first()).toBeVisible()
  expect(await other.evaluate(() => sessionStorage.getItem('oidc.user:before'))).toBeNull()

  await expect(page).toHaveURL(at('/'))
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page.getByText(email).first()).toBeVisible()
  await expect(page.getByText(before.email)).toBeHidden()
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('Half Typed')
})

test('every failure has its screen, and the way there says what it does', async ({ page, db }) => {
  await test.step('every failure has a screen that leads back to the login', async () => {
    await page.goto(at('/auth/sso/nobody.example'))
    await expectFailure(page, 'Single sign-on is not set up for this address.')
    await expectGoodLooks(page, 'sso-failed')
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

    await page.goto(at('/auth/sso/harbour.example'))
    await page.getByRole('button', { name: 'Refuse' }).click()
    await expectFailure(page, 'cancelled')

    await page.goto(at('/auth/sso/harbour.example'))
    await page.getByRole('button', { name: 'Stranger' }).click()
    await expectFailure(page, 'There is no account for you here.')

    await page.goto(at('/api/auth/sso/callback?state=x&code=x'))
    await expectFailure(page, 'Start again.')
  })

  await test.step('the way there says what it does', async () => {
    // An answer without a page leaves the browser where it is.
    await page.route('**/api/auth/sso/*/start', (route) => route.fulfill({ status: 204 }))
    await page.goto(at('/auth/sso/harbour.example'))
    for (const text of LOADING) await expect(page.getByText(text, { exact: true })).toBeVisible()
    await expectGoodLooks(page, 'sso-logging-in')
  })

  await test.step('signing in silently says so where no provider could do it', async () => {
    const northfield = await theTenant(db, 'northfield')
    await page.goto(addressOf(northfield.host, '/auth/sso/silent-signin'))
    await expectFailure(page, 'Failed to initialize OIDC auth')
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  await test.step('without a token to take over the page leads to the login, and no address brings one', async () => {
    const northfield = await theTenant(db, 'northfield')
    for (const search of ['', '?redirect=https://evil.example', '?token=x']) {
      await page.goto(addressOf(northfield.host, `/auth/sso/process-signin${search}`))
      await expect(page).toHaveURL(/\/login$/)
    }
  })
})

function at(path: string) {
  return addressOf(theWorks().host, path)
}

function theWorks(): TestTenant {
  const [works] = tenants
  if (!works) throw new Error('There are no organisations.')
  return works
}

/** The provider's plant manager, with an account that has accepted the terms. */
async function somebody(db: Db) {
  const { id } = theWorks()
  const known = await db
    .selectFrom('users')
    .select('email')
    .where('tenant_id', '=', id)
    .where('email', '=', PLANT)
    .executeTakeFirst()
  return known ?? (await aUser(db, { tenant: theWorks(), email: PLANT }))
}

async function expectFailure(page: Page, reason: string) {
  for (const text of ERROR) await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByText(reason)).toBeVisible()
}

async function expectCookieRead(page: Page) {
  const names = (await page.context().cookies()).map(({ name }) => name)
  expect(names).toContain('__Host-pat_rt')
  expect(names).not.toContain('__Host-pat_oidc')
}

async function theSecrets(): Promise<[string]> {
  return [await readFile(join(process.env.E2E_DATA_DIR ?? '', 'secret'), 'utf8')]
}
