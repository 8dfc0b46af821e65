import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PASSWORD, type TestTenant, aTenant, aUser } from 'api/testing/factories'
import { allowSso, anOpenidConnection } from 'api/testing/sso'
import { addressOf, enter, expect, go, test, signIn } from './fixtures.ts'
import { type OidcProvider, startOidcProvider } from './idp/oidc-provider.ts'
import { expectGoodLooks } from './looks.ts'
import { PLANT, type Salesforce, signInAs, startSalesforce } from './salesforce.ts'

let openid: OidcProvider
let tenant: TestTenant
test.beforeAll(async ({ db }) => {
  tenant = await aTenant(db, { name: 'Harbour Works' })
  await allowSso(db, tenant)
  openid = await startOidcProvider({ origins: [addressOf(tenant.host, '')] })
  const secret = await readFile(join(process.env.E2E_DATA_DIR ?? '', 'secret'), 'utf8')
  await anOpenidConnection(db, [secret], openid, { tenant })
})
test.afterAll(async () => await openid.stop())

const ways = (page: Page) => page.getByRole('region', { name: 'Ways to sign in' })

async function prove(page: Page, name: string, action: string, password = PASSWORD) {
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: action }).click()
}

test('single sign-on is linked and unlinked, in the settings and in the admin area', async ({
  page,
  context,
  db,
}) => {
  await test.step('single sign-on is linked in the settings, signs in, and is unlinked', async () => {
    await db.deleteFrom('identities').where('tenant_id', '=', tenant.id).execute()
    const person = await aUser(db, { tenant, name: 'Ada Linker' })
    await enter(page, person, '/settings')
    await expect(ways(page).getByText('You can sign in with it.')).toBeVisible()
    await ways(page).getByRole('button', { name: 'Link harbour.example' }).click()
    await prove(page, 'Link harbour.example?', 'Continue', 'not the password')
    await expect(page.getByText('This is not your password')).toBeVisible()
    await expectGoodLooks(page, 'linking-dialog')
    await prove(page, 'Link harbour.example?', 'Continue')
    await page.getByRole('button', { name: `(${PLANT.email})` }).click()
    await expect(page.getByText('From now on you can sign in with it.')).toBeVisible()
    await expect(ways(page).getByText('Linked on')).toBeVisible()
    await expect(ways(page).getByText('Not taken as long as')).toBeVisible()
    await expectGoodLooks(page, 'linking-linked')

    await context.clearCookies()
    await page.evaluate("localStorage.removeItem('pat-app__at__')")
    await go(page, '/auth/sso/harbour.example?redirect=%2Fsettings')
    await page.getByRole('button', { name: `(${PLANT.email})` }).click()
    await expect(page.getByRole('button', { name: 'Your menu, Ada Linker' })).toBeVisible()

    await ways(page).getByRole('button', { name: 'Unlink harbour.example' }).click()
    const dialog = page.getByRole('dialog', { name: 'Unlink harbour.example?' })
    await dialog.getByRole('button', { name: 'Unlink' }).click()
    await expect(page.getByText('harbour.example is unlinked').first()).toBeVisible()
    await expect(ways(page).getByRole('button', { name: 'Link harbour.example' })).toBeVisible()
  })

  await test.step('an admin who links in the admin area is led back there', async () => {
    await db.deleteFrom('identities').where('tenant_id', '=', tenant.id).execute()
    const person = await aUser(db, { tenant, roles: ['admin'] })
    await enter(page, person, '/admin/account/security')
    await ways(page).getByRole('button', { name: 'Link harbour.example' }).click()
    await prove(page, 'Link harbour.example?', 'Continue')
    await page.getByRole('button', { name: `(${PLANT.email})` }).click()
    await expect(page.getByText('From now on you can sign in with it.')).toBeVisible()
    await expect(page).toHaveURL(addressOf(tenant.host, '/admin/account/security?link=done'))
  })
})

test('what cannot be linked or unlinked is said', async ({ page, db }) => {
  const person = await aUser(db, { tenant })
  await enter(page, person, '/settings')
  await ways(page).getByRole('button', { name: 'Link harbour.example' }).click()
  await prove(page, 'Link harbour.example?', 'Continue')
  await page.getByRole('button', { name: 'Stranger' }).click()
  await expect(page.getByText('Nothing was linked.')).toBeVisible()
  await expect(ways(page)).toBeVisible()
  await expectGoodLooks(page, 'linking-refused')

  await db
    .insertInto('identities')
    .values({
      tenant_id: tenant.id,
      user_id: person.id,
      issuer: openid.issuer,
      subject: String(person.id),
    })
    .execute()
  await db.updateTable('sessions').set({ method: 'sso' }).where('user_id', '=', person.id).execute()
  await db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute()
  await go(page, '/settings')
  await expect(ways(page).getByText('You have none')).toBeVisible()
  await ways(page).getByRole('button', { name: 'Unlink harbour.example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unlink harbour.example?' })
  await dialog.getByRole('button', { name: 'Unlink' }).click()
  await expect(dialog.getByText('is your only way to sign in.')).toBeVisible()
  await expectGoodLooks(page, 'linking-last-way')

  await db
    .updateTable('sessions')
    .set({ proved_at: '2026-01-01T00:00:00Z' })
    .where('user_id', '=', person.id)
    .execute()
  await go(page, '/settings')
  await expect(page.getByText('Sign in again to change these.')).toBeVisible()
  await expectGoodLooks(page, 'linking-too-old')
})

test.describe('with Salesforce', () => {
  let here: Salesforce
  test.beforeAll(async ({ db }) => {
    here = await startSalesforce(db)
  })
  test.afterAll(async () => await here.stop())

  test('Salesforce is linked in the settings, and signs in', async ({ page, context, db }) => {
    const [home] = here.tenants
    if (!home) throw new Error('There is no such organisation.')
    const person = await aUser(db, { tenant: home, name: 'Bea Linker' })
    await page.goto(here.at('/login?redirect=%2Fsettings'))
    await expect(page.getByRole('button', { name: 'Continue with Salesforce' })).toBeVisible()
    // No connection: no button that leads nowhere.
    await expect(page.getByText('Continue with single sign-on')).toHaveCount(0)
    await signIn(page, person.email)
    await ways(page).getByRole('button', { name: 'Link Salesforce' }).click()
    await prove(page, 'Link Salesforce?', 'Continue')
    await page.getByRole('button', { name: `(${PLANT.email})` }).click()
    await expect(page.getByText('From now on you can sign in with it.')).toBeVisible()
    await expect(ways(page).getByRole('button', { name: 'Unlink Salesforce' })).toBeVisible()
    // The provider's user is not this session's.
    expect(
      await page.evaluate(
        "Object.keys(sessionStorage).filter((key) => key.startsWith('oidc.user'))",
      ),
    ).toEqual([])

    await context.clearCookies()
    await page.evaluate("localStorage.removeItem('pat-app__at__')")
    await page.goto(here.at('/login'))
    await signInAs(page, PLANT.email)
    await expect(page.getByRole('button', { name: 'Your menu, Bea Linker' })).toBeVisible()
  })
})
