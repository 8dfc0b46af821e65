import type { Locator } from '@playwright/test'
import { PIXEL, aTenant, aUser, theTenant } from 'api/testing/factories'
import { addressOf, enter, expect, go, test } from './fixtures.ts'

test('the sidebar holds what the role may open', async ({ page, db, isPhone }) => {
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
    if (isPhone) await page.getByRole('button', { name: 'Pages' }).click()
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

test('an organisation’s admin area names it, and stays collapsed once it is', async ({
  page,
  db,
  isPhone,
}) => {
  test.skip(isPhone, 'on a phone the sidebar is a sheet')
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

test('beside the pages the own organisation has its new name and logo as soon as they are saved', async ({
  page,
  db,
  isPhone,
}) => {
  test.skip(isPhone, 'on a phone the sidebar is a sheet')
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

test('an auditor finds no page to write on', async ({ page, db }) => {
  const platform = await theTenant(db, 'admin')
  await enter(page, await aUser(db, { tenant: platform, roles: ['auditor'] }), '/admin')
  for (const path of ['/admin/audit', '/admin/settings/terms']) {
    await go(page, path)
    await expect(page.getByRole('heading', { name: 'Oops! Page Not Found' })).toBeVisible()
  }
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

test('on a phone a notice covers neither the head of the page, its buttons nor the search', async ({
  page,
  db,
  isPhone,
}) => {
  test.skip(!isPhone, 'elsewhere it stands at the lower right')
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const admin = await aUser(db, { tenant, name: 'Ada Admin', roles: ['admin'] })
  const ben = await aUser(db, { tenant, name: 'Ben' })
  const email = `benjamin.featherstonehaugh-${ben.id}@kestrel-water-services.example.org`
  await db.updateTable('users').set({ email }).where('id', '=', ben.id).execute()
  await enter(page, admin, '/admin/users')
  await page.getByRole('button', { name: 'Actions for Ben' }).click()
  await page.getByRole('menuitem', { name: 'Send password reset' }).click()
  const notice = page.locator('li', { hasText: 'Link sent' })
  await expect(notice).toBeVisible()
  await notice.hover()
  for (const name of ['Pages', 'Find anything', 'Invite users'])
    expect(await doCover(notice, page.getByRole('button', { name }).first()), name).toBe(false)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox')
  await expect(field).toBeFocused()
  expect(await doCover(notice, field)).toBe(false)
  expect(await doCover(notice, page.getByRole('option').first())).toBe(false)
})

test('on a phone a tall notice stands at the foot, and the page makes room for it', async ({
  page,
  db,
  isPhone,
}) => {
  test.skip(!isPhone, 'elsewhere it stands at the lower right')
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const admin = await aUser(db, { tenant, name: 'Ada Admin', roles: ['admin'] })
  const name = 'Maximiliana Featherstonehaugh-Cholmondeley of the Northern Catchment Area'
  await aUser(db, { tenant, name })
  await enter(page, admin, '/admin/users')
  const add = page.getByRole('button', { name: 'Invite users' })
  const before = await add.boundingBox()
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const notice = page.locator('li', { hasText: `${name} deactivated` })
  await expect(notice.getByRole('button', { name: 'Undo' })).toBeVisible()
  await notice.hover()
  expect(await add.boundingBox()).toEqual(before)
  expect(await doCover(notice, add)).toBe(false)
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  for (const last of ['Next page', `Actions for ${name}`])
    expect(await doCover(notice, page.getByRole('button', { name: last })), last).toBe(false)
  // Above the bar of what is chosen, too.
  await page.getByRole('checkbox', { name: 'Ada Admin' }).check()
  const none = page.getByRole('button', { name: 'Choose none' })
  expect(await doCover(notice, none)).toBe(false)
  expect(await doCover(notice, page.getByRole('group', { name: 'Chosen rows' }))).toBe(false)
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-tall-toast')
})

async function doCover(one: Locator, other: Locator) {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('Both are to be seen')
  return a.y < b.y + b.height && b.y < a.y + a.height
}
