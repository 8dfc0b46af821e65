import type { Page } from '@playwright/test'
import { type TestTenant, PIXEL, aTenant, aUser, theTenant } from 'api/testing/factories'
import type { Db } from 'api/db/driver'
import { enter, expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const pageOf = ({ id }: TestTenant) => `/admin/applications/${id}/main`
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click()
const isSaved = (page: Page) => expect(page.getByText('Organisation saved').first()).toBeVisible()

async function aGod(db: Db) {
  return await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['god-admin'] })
}

test('the second of two admins sees the logo that the first one gave, and chooses', async ({
  page,
  browser,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Alder Homes' })
  await enter(page, await aGod(db), pageOf(tenant))
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await enter(other, await aUser(db, { tenant, roles: ['admin'] }), '/admin/organisation')
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: PIXEL }
  await other.getByLabel('Logo file').setInputFiles(file)
  await expect(other.getByText('Logo saved', { exact: true })).toBeVisible()
  await elsewhere.close()
  const another = Buffer.concat([PIXEL, PIXEL])
  await db.updateTable('tenants').set({ logo: another }).where('id', '=', tenant.id).execute()

  await page.getByLabel('Logo file').setInputFiles(file)
  await expect(page.getByText('Somebody else changed the logo meanwhile.')).toBeVisible()
  await expectGoodLooks(page, 'organisation-logo-conflict')
  await page.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(page.getByText('Somebody else changed the logo meanwhile.')).toBeHidden()
  await db.updateTable('tenants').set({ logo: null }).where('id', '=', tenant.id).execute()
  await page.getByLabel('Logo file').setInputFiles(file)
  await page.getByRole('button', { name: 'Use yours' }).click()
  await expect(page.getByText('Logo saved', { exact: true })).toBeVisible()
  const { logo } = await db
    .selectFrom('tenants')
    .select('logo')
    .where('id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  expect(logo).not.toBeNull()
})

test('the second of two admins is asked about sign-in, second step and retention as well', async ({
  page,
  browser,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Alder Homes' })
  await enter(page, await aGod(db), pageOf(tenant))
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await enter(other, await aUser(db, { tenant, roles: ['admin'] }), '/admin/organisation')
  const set = async (where: Page, mode: string, years: string) => {
    await where.getByRole('radio', { name: mode }).click()
    await where.getByRole('combobox', { name: /Keep|Retention/ }).selectOption(years)
  }
  await set(page, 'Email and password', '3')
  await page.getByRole('textbox', { name: 'Name' }).fill('Alder Housing')
  await set(other, 'Both', '5')
  await other.getByRole('switch', { name: 'Second step at sign-in' }).check()
  await save(other)
  await isSaved(other)
  await elsewhere.close()

  await save(page)
  const panel = page.getByRole('alert').filter({ hasText: 'Somebody else changed' })
  await expect(panel).toContainText('Taken over from them')
  await expect(panel).toContainText('Second step at sign-in, On')
  await panel.getByRole('button', { name: 'Keep yours: 3 years' }).click()
  await save(page)
  await isSaved(page)
  const stored = await db
    .selectFrom('tenants')
    .select(['name', 'is_mfa_required', 'retention_years'])
    .where('id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ name: 'Alder Housing', is_mfa_required: true, retention_years: 3 })
})
