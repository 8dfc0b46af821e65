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
  await expect(page.getByText('Someone else changed the logo while you were editing')).toBeVisible()
  await expectGoodLooks(page, 'organisation-logo-conflict')
  await page.getByRole('button', { name: 'Use theirs' }).click()
  await expect(page.getByText('Someone else changed the logo while you were editing')).toBeHidden()
  await db.updateTable('tenants').set({ logo: null }).where('id', '=', tenant.id).execute()
  await page.getByLabel('Logo file').setInputFiles(file)
  await page.getByRole('button', { name: 'Keep yours' }).click()
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
  const panel = page.getByRole('alert').filter({ hasText: 'Someone else changed' })
  await expect(panel).toContainText('Taken over from them')
  await expect(panel).toContainText('Second step at sign-in, On')
  await panel.getByRole('button', { name: 'Keep yours: Retention' }).click()
  await save(page)
  await isSaved(page)
  const stored = await db
    .selectFrom('tenants')
    .select(['name', 'is_mfa_required', 'retention_years'])
    .where('id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ name: 'Alder Housing', is_mfa_required: true, retention_years: 3 })
})

test('what is done to several people leaves alone who already was as wanted, whatever somebody else has made of them', async ({
  page,
  browser,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Alder Homes' })
  const [ben, cleo] = [
    await aUser(db, { tenant, name: 'Ben Ash' }),
    await aUser(db, { tenant, name: 'Cleo Oak', isActive: false }),
  ]
  await enter(page, await aGod(db), `/admin/applications/${tenant.id}/users`)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await enter(other, await aUser(db, { tenant, roles: ['admin'] }), '/admin/users')
  const stands = async ({ id }: { id: number }) =>
    await db
      .selectFrom('users')
      .select(['is_active', 'roles'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const choose = async (on: Page, names: string[]) => {
    for (const name of names) await on.getByRole('checkbox', { name }).check()
  }

  await choose(page, ['Ben Ash', 'Cleo Oak'])
  await choose(other, ['Ben Ash'])
  await other.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(other.getByText('1 person deactivated', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(page.getByText('1 person activated', { exact: true })).toBeVisible()
  expect(await stands(cleo)).toMatchObject({ is_active: true })
  expect(await stands(ben)).toMatchObject({ is_active: false })

  await choose(page, ['Ben Ash', 'Cleo Oak'])
  await db
    .updateTable('users')
    .set({ roles: ['admin'] })
    .where('id', '=', ben.id)
    .execute()
  await page.getByRole('button', { name: 'Set role' }).click()
  await page.getByRole('menuitem', { name: 'User' }).click()
  await page.getByRole('button', { name: 'Set role of 2 people' }).click()
  await expect(page.getByText('Nothing to change', { exact: true })).toBeVisible()
  expect(await stands(ben)).toMatchObject({ roles: ['admin'] })
  await elsewhere.close()
})

test('the second of two admins sees the addition to the terms that the first one published, and chooses', async ({
  page,
  browser,
  db,
}) => {
  const tenant = await aTenant(db, { name: 'Alder Homes' })
  const pages = [page, await (await browser.newContext()).newPage()] as const
  for (const each of pages) {
    await enter(each, await aUser(db, { tenant, roles: ['admin'] }), '/admin/settings/terms')
    await expect(each.getByRole('textbox', { name: 'Text' })).toBeVisible()
  }
  const [first, second] = pages
  const text = (on: Page) => on.getByRole('textbox', { name: 'Text' })
  const publish = (on: Page) => on.getByRole('button', { name: 'Publish addition' }).click()
  const said = async () =>
    await db
      .selectFrom('terms_additions')
      .select('text')
      .where('tenant_id', '=', tenant.id)
      .orderBy('version')
      .execute()
  await text(first).fill('Said by the first')
  await text(second).fill('Said by the second')
  await publish(first)
  await expect(first.getByText('Addition published', { exact: true })).toBeVisible()
  await publish(second)
  await expect(
    second.getByText('Someone else changed the addition while you were editing'),
  ).toBeVisible()
  await expect(second.getByText('Said by the first')).toBeVisible()
  await publish(second)
  await expect(
    second.getByText('Someone else changed the addition while you were editing'),
  ).toBeVisible()
  expect(await said()).toEqual([{ text: 'Said by the first' }])
  await second.getByRole('button', { name: 'Keep yours' }).click()
  await publish(second)
  await expect(second.getByText('Addition published', { exact: true })).toBeVisible()

  await text(first).fill('Said by the first, again')
  await publish(first)
  await first.getByRole('button', { name: 'Use theirs' }).click()
  await expect(text(first)).toHaveValue('Said by the second')
  expect(await said()).toEqual([{ text: 'Said by the first' }, { text: 'Said by the second' }])
  await second.context().close()
})
