import type { Page } from '@playwright/test'
import { PASSWORD, type TestTenant, aTenant, aUser, anIdentity } from 'api/testing/factories'
import { allowSso, anOpenidConnection } from 'api/testing/sso'
import { addressOf, anAdmin, enter, expect, go, signIn, test, theSecret } from './fixtures.ts'
import { type OidcProvider, startOidcProvider } from './idp/oidc-provider.ts'
import { expectGoodLooks } from './looks.ts'
import { PLANT, identityOf, signInAs, useSalesforce } from './salesforce.ts'

let openid: OidcProvider
let tenant: TestTenant
test.beforeAll(async ({ db }) => {
  tenant = await aTenant(db, { name: 'Harbour Works' })
  await allowSso(db, tenant)
  openid = await startOidcProvider({ origins: [addressOf(tenant.host, '')] })
  await anOpenidConnection(db, [await theSecret()], openid, { tenant })
})
test.afterAll(async () => await openid.stop())

const methods = (page: Page) => page.getByRole('region', { name: 'Sign-in methods' })
const providerUser = (page: Page) => page.getByRole('button', { name: `(${PLANT.email})` })
const linked = (page: Page) => page.getByText('You can now sign in with this method.')

async function startLink(page: Page, name = 'harbour.example') {
  await methods(page)
    .getByRole('button', { name: `Link ${name}` })
    .click()
  await confirmOwner(page, name)
}

async function confirmOwner(page: Page, name = 'harbour.example', password = PASSWORD) {
  const dialog = page.getByRole('dialog', { name: `Link ${name}?` })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

async function unlink(page: Page) {
  await methods(page).getByRole('button', { name: 'Unlink harbour.example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unlink harbour.example?' })
  await dialog.getByRole('button', { name: 'Unlink' }).click()
  return dialog
}

async function dropSession(page: Page) {
  await page.context().clearCookies()
  await page.evaluate("localStorage.removeItem('pat-app__at__')")
}

test('single sign-on is linked, signs in, and is unlinked', async ({ page, db }) => {
  const path = '/admin/account/security'
  const link = methods(page).getByRole('button', { name: 'Link harbour.example' })
  const admin = await anAdmin(db, { tenant, name: 'Ada Linker' })
  const authenticator = { tenant_id: tenant.id, user_id: admin.id, secret: Buffer.alloc(48) }
  const confirmed_at = new Date().toISOString()
  await db
    .insertInto('authenticators')
    .values({ ...authenticator, confirmed_at })
    .execute()
  await enter(page, admin, path)
  await expect(methods(page).getByText('You can sign in with your password.')).toBeVisible()
  await link.click()
  const dialog = page.getByRole('dialog', { name: 'Link harbour.example?' })
  const code = dialog.getByLabel('Code from your app')
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/user/identities/sso/*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await code.fill('123456')
  await confirmOwner(page, 'harbour.example', 'not the password')
  await code.press('7')
  gate.resolve()
  await expect(page.getByText('That password is wrong')).toBeVisible()
  await expect(code, 'the focus stays while the user types').toBeFocused()
  await expectGoodLooks(page, 'linking-dialog')
  await db.deleteFrom('authenticators').where('user_id', '=', admin.id).execute()
  await page.reload()
  await startLink(page)
  await providerUser(page).click()
  await expect(linked(page)).toBeVisible()
  await expect(page).toHaveURL(addressOf(tenant.host, `${path}?link=done`))
  await expect(methods(page).getByText('Linked on')).toBeVisible()
  await expect(
    methods(page).getByText('Turned off while a sign-in provider is linked'),
  ).toBeVisible()
  await dropSession(page)
  await go(page, `/auth/sso/harbour.example?redirect=${encodeURIComponent(path)}`)
  await providerUser(page).click()
  await expect(page.getByRole('button', { name: 'Your menu, Ada Linker' })).toBeVisible()
  await unlink(page)
  await expect(page.getByText('harbour.example unlinked').first()).toBeVisible()
  await expect(link).toBeVisible()
})

test('a failed link or unlink says why', async ({ page, db }) => {
  const person = await aUser(db, { tenant })
  await enter(page, person, '/settings')
  await startLink(page)
  await page.getByRole('button', { name: 'Stranger' }).click()
  await expect(page.getByText('The sign-in method was not linked.')).toBeVisible()
  await expect(methods(page)).toBeVisible()

  await anIdentity(db, person, openid.issuer)
  await db.updateTable('sessions').set({ method: 'sso' }).where('user_id', '=', person.id).execute()
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute()
  await go(page, '/settings')
  await expect(methods(page).getByText('You have no password')).toBeVisible()
  const dialog = await unlink(page)
  await expect(dialog.getByText('This is your only sign-in method.')).toBeVisible()
  await expectGoodLooks(page, 'linking-last-way')

  const proved_at = '2026-01-01T00:00:00Z'
  await db.updateTable('sessions').set({ proved_at }).where('user_id', '=', person.id).execute()
  await go(page, '/settings')
  await expect(page.getByText('Sign in again to change your sign-in methods.')).toBeVisible()
})

test.describe('with Salesforce', () => {
  const here = useSalesforce({ home: null })

  test('Salesforce is linked in the settings and signs in', async ({ page, db }) => {
    const [home] = here.tenants
    if (!home) throw new Error('There is no tenant.')
    const person = await aUser(db, { tenant: home, name: 'Bea Linker' })
    await page.goto(here.at('/login?redirect=%2Fsettings'))
    await expect(page.getByRole('button', { name: 'Continue with Salesforce' })).toBeVisible()
    await expect(page.getByText('Continue with single sign-on')).toBeHidden()
    await signIn(page, person.email)
    await startLink(page, 'Salesforce')
    await providerUser(page).click()
    await expect(linked(page)).toBeVisible()
    await expect(methods(page).getByRole('button', { name: 'Unlink Salesforce' })).toBeVisible()
    expect(await identityOf(page), 'the provider’s user').toBeNull()
    await dropSession(page)
    await page.goto(here.at('/login'))
    await signInAs(page)
    await expect(page.getByRole('button', { name: 'Your menu, Bea Linker' })).toBeVisible()
  })
})
