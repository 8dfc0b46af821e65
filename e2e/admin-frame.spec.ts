import { PIXEL, aTenant, aUser, theTenant } from 'api/testing/factories'
import { aGod, addressOf, anAdmin, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('the sidebar lists the pages that the role may open', async ({ page, db }) => {
  const auditor = await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['auditor'] })
  const common = ['Content sets', 'Dashboard', 'Participation', 'Users']
  const platform = [
    'Organisations',
    'Reviews',
    'Access',
    'Invites',
    'Terms of use',
    'Audit log',
    'System',
  ]
  const nav = page.getByRole('navigation', { name: 'Admin area' })
  const current = nav.getByRole('link', { name: 'Dashboard' })
  for (const [person, pages] of [
    [await aGod(db), platform],
    [await anAdmin(db), ['Application', 'Terms of use', 'Audit log']],
    [auditor, ['Organisations', 'Reviews']],
  ] as const) {
    await enter(page, person, '/admin')
    await expect(current).toHaveAttribute('aria-current', 'page')
    const names = await nav.getByRole('link').allInnerTexts()
    expect(names.toSorted()).toEqual([...common, ...pages].toSorted())
  }
  // No organisation is assigned to this auditor.
  for (const path of ['/admin/audit', '/admin/settings/terms', '/admin/organisation']) {
    await go(page, path)
    await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
  }
})

test('the sidebar shows name and logo, and stays collapsed', async ({ page, db }) => {
  const tenant = await aTenant(db, { name: 'Alder Homes' })
  await enter(page, await anAdmin(db, { tenant }), '/admin/organisation')
  const sidebar = page.getByRole('complementary')
  await expect(sidebar.getByText('Alder Homes', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Alder Housing')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(sidebar.getByText('Alder Housing', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle('Application · Alder Housing')
  await expect(sidebar.getByRole('presentation')).toHaveCount(0)
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: PIXEL }
  await page.getByLabel('Logo file').setInputFiles(logo)
  await expect(page.getByText('Logo saved', { exact: true })).toBeVisible()
  await expect(sidebar.getByRole('presentation')).toBeVisible()

  await page.getByRole('button', { name: 'Collapse' }).click()
  const expand = page.getByRole('button', { name: 'Expand' })
  await expect(expand).toHaveAttribute('aria-expanded', 'false')
  await page.reload()
  await expect(expand).toBeVisible()
  await page.getByRole('link', { name: 'Audit log', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText('Audit log')
})

test('Ctrl K finds pages, organisations and people with the keyboard', async ({ page, db }) => {
  const tenant = await aTenant(db, { name: 'Quillfeather Trust' })
  await aUser(db, { tenant, name: 'Quillfeather Lead' })
  await enter(page, await aGod(db), '/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find anything' })
  const group = (name: string) => page.getByRole('group', { name })
  await expect(field).toBeFocused()
  await field.fill('quillfeather')
  await expect(group('Organisations')).toContainText('Quillfeather Trust')
  await expect(group('Users')).toContainText('Quillfeather Lead')
  await expectGoodLooks(page, 'admin-finder')
  await field.fill('nothing of that name')
  await expect(page.getByText('No results for')).toBeVisible()
  await field.fill('audit')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(addressOf('admin.localhost', '/admin/audit'))
  await page.keyboard.press('Control+k')
  await expect(group('Recently opened')).toContainText('Audit log')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
