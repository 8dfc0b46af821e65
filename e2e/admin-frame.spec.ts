import { PIXEL, aTenant, aUser, theTenant } from 'api/testing/factories'
import { addressOf, enter, expect, go, test } from './fixtures.ts'

test('the sidebar holds what the role may open, the name and logo of the organisation, and stays collapsed', async ({
  page,
  db,
}) => {
  await test.step('the sidebar holds what the role may open', async () => {
    const platform = await theTenant(db, 'admin')
    const tenant = await aTenant(db, { name: 'Kestrel Water' })
    const common = ['Content sets', 'Dashboard', 'Participation', 'Users']
    const cases = [
      [
        await aUser(db, { tenant: platform, roles: ['god-admin'] }),
        ['Organisations', 'Reviews', 'Access', 'Invites', 'Terms of use', 'Audit log'],
      ],
      [await aUser(db, { tenant, roles: ['admin'] }), ['Application', 'Terms of use', 'Audit log']],
      [await aUser(db, { tenant: platform, roles: ['auditor'] }), ['Organisations', 'Reviews']],
    ] as const
    for (const [person, pages] of cases) {
      await enter(page, person, '/admin')
      const nav = page.getByRole('navigation', { name: 'Admin area' })
      await expect(nav.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
        'aria-current',
        'page',
      )
      const names = await nav.getByRole('link').allInnerTexts()
      expect(names.toSorted()).toEqual([...common, ...pages].toSorted())
      await page.evaluate('localStorage.clear()')
    }
  })

  await test.step('an auditor finds no page to write on', async () => {
    const platform = await theTenant(db, 'admin')
    await enter(page, await aUser(db, { tenant: platform, roles: ['auditor'] }), '/admin')
    for (const path of ['/admin/audit', '/admin/settings/terms']) {
      await go(page, path)
      await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
    }
  })

  await test.step('an organisation’s admin area names it, and stays collapsed once it is', async () => {
    const tenant = await aTenant(db, { name: 'Kestrel Water' })
    await enter(page, await aUser(db, { tenant, roles: ['admin'] }), '/admin')
    await expect(page.getByRole('complementary').getByText('Kestrel Water')).toBeVisible()
    await page.getByRole('button', { name: 'Collapse' }).click()
    await expect(page.getByRole('button', { name: 'Expand' })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
    await page.reload()
    await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible()
    await page.getByRole('link', { name: 'Audit log', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText('Audit log')
  })

  await test.step('beside the pages the own organisation has its new name and logo as soon as they are saved', async () => {
    const tenant = await aTenant(db, { name: 'Alder Homes' })
    const admin = await aUser(db, { tenant, roles: ['admin'] })
    await enter(page, admin, '/admin/organisation')
    const sidebar = page.getByRole('complementary')
    await expect(sidebar.getByText('Alder Homes', { exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('Alder Housing')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(sidebar.getByText('Alder Housing', { exact: true })).toBeVisible()
    await expect(page).toHaveTitle('Application · Alder Housing')
    await expect(sidebar.getByRole('presentation')).toHaveCount(0)
    await page
      .getByLabel('Logo file')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL })
    await expect(page.getByText('Logo saved', { exact: true })).toBeVisible()
    await expect(sidebar.getByRole('presentation')).toBeVisible()
  })
})

test('Ctrl K finds pages, organisations and people with the keyboard alone', async ({
  page,
  db,
}) => {
  const platform = await theTenant(db, 'admin')
  const tenant = await aTenant(db, { name: 'Quillfeather Trust' })
  await aUser(db, { tenant, name: 'Quillfeather Lead' })
  await enter(page, await aUser(db, { tenant: platform, roles: ['god-admin'] }), '/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find anything' })
  await expect(field).toBeFocused()
  await field.fill('quillfeather')
  await expect(page.getByRole('group', { name: 'Organisations' })).toContainText(
    'Quillfeather Trust',
  )
  await expect(page.getByRole('group', { name: 'Users' })).toContainText('Quillfeather Lead')
  await field.fill('nothing of that name')
  await expect(page.getByText('Nothing in view is called')).toBeVisible()
  await field.fill('audit')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(addressOf(platform.host, '/admin/audit'))
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Opened lately' })).toContainText('Audit log')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
