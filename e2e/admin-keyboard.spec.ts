import { aTenant, aUser, theTenant } from 'api/testing/factories'
import type { Db } from 'api/db/driver'
import { enter, expect, test } from './fixtures.ts'

async function anAdminWith(db: Db, ...names: string[]) {
  const tenant = await aTenant(db)
  const admin = await aUser(db, { tenant, name: 'Ada Admin', roles: ['admin'] })
  for (const name of names) await aUser(db, { tenant, name })
  return admin
}

const FINDER = 'Find people, organisations, content sets and pages'

test('Enter opens what is typed, not what was found for the letters before', async ({
  page,
  db,
}) => {
  await enter(page, await anAdminWith(db, 'Ben Brown', 'Cleo Castell'), '/admin/users')
  await page.route('**/api/find?*', async (route) => {
    const wait = route.request().url().includes('cleo') ? 1_000 : 0
    await new Promise((resolve) => setTimeout(resolve, wait))
    await route.continue()
  })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByPlaceholder(FINDER)
  await field.fill('brown')
  await expect(page.getByRole('option', { name: 'Ben Brown' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '1 to choose from' })).toBeVisible()
  await field.fill('cleo')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit user')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Cleo Castell')
})

test('the search names the option that Enter would open, and says when there is none', async ({
  page,
  db,
}) => {
  await enter(page, await anAdminWith(db, 'Ben Brown', 'Bea Brown'), '/admin/users')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByPlaceholder(FINDER)
  const chosen = page.getByRole('option', { selected: true })
  const isNamed = async () =>
    expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '?')
  await expect(chosen).toHaveText('Dashboard')
  await isNamed()
  await field.fill('brown')
  await expect(chosen).toContainText('Bea Brown')
  await isNamed()
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toContainText('Ben Brown')
  await isNamed()
  await field.fill('nobody at all')
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toBeVisible()
})

test('F8 goes to the notice, and what is undone there gives the focus back', async ({
  page,
  db,
}) => {
  await enter(page, await anAdminWith(db, 'Ben Brown'), '/admin/users')
  const actions = page.getByRole('button', { name: 'Actions for Ben Brown' })
  for (const leave of ['Undo', 'Close'] as const) {
    await actions.press('Enter')
    await page.getByRole('menuitem', { name: 'Deactivate' }).press('Enter')
    await expect(page.getByText('Ben Brown deactivated', { exact: true })).toBeVisible()
    await expect(actions).toBeFocused()
    await page.keyboard.press('F8')
    const button = page.getByRole('region', { name: /F8/ }).getByRole('button', { name: leave })
    // Paused as long as the focus is there.
    await page.waitForTimeout(6_000)
    await button.press('Enter')
    await expect(page.getByText('Ben Brown deactivated', { exact: true })).toBeHidden()
    await expect(actions).toBeFocused()
  }
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toContainText('F8')
})

test('the dialog for invitations begins in its first field, also when it is opened first', async ({
  page,
  db,
}) => {
  await enter(page, await anAdminWith(db), '/admin/users')
  const opener = page.getByRole('button', { name: 'Invite users' })
  for (let i = 0; i < 2; i += 1) {
    await opener.press('Enter')
    await expect(page.getByLabel('Email addresses')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  }
})

test('a reset second step, whose button goes, leaves the focus at the heading', async ({
  page,
  db,
}) => {
  const platform = await theTenant(db, 'admin')
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
  const auditor = await aUser(db, { tenant: platform, roles: ['auditor'] })
  const user = await aUser(db, { tenant: await aTenant(db) })
  for (const { tenantId, id } of [user, auditor]) {
    const values = { tenant_id: tenantId, user_id: id, secret: Buffer.alloc(48) }
    const confirmed_at = new Date().toISOString()
    await db
      .insertInto('authenticators')
      .values({ ...values, confirmed_at })
      .execute()
  }
  await enter(page, god, `/admin/users/${user.id}/main-details`)
  for (const path of [undefined, `/admin/admin-users/${auditor.id}`]) {
    if (path) await page.goto(new URL(path, page.url()).href)
    const opener = page.getByRole('button', { name: 'Reset second step' })
    await opener.press('Enter')
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await opener.press('Enter')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Reset/ })
      .press('Enter')
    await expect(page.getByText('Second step reset', { exact: true })).toBeVisible()
    await expect(opener).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
})

test('moving somebody nowhere says what is missing and goes there', async ({ page, db }) => {
  const platform = await theTenant(db, 'admin')
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
  const user = await aUser(db, { tenant: await aTenant(db) })
  await enter(page, god, `/admin/users/${user.id}/main-details`)
  await page.getByRole('button', { name: 'Move to another organisation' }).press('Enter')
  await page.getByRole('button', { name: 'Move user' }).press('Enter')
  await expect(page.getByText('Choose where to')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
})

test('a day is typed, changed and cleared by keys alone, and the list follows', async ({
  page,
  db,
}) => {
  await enter(page, await anAdminWith(db), '/admin/audit')
  const from = page.getByLabel('From', { exact: true })
  await from.focus()
  await page.keyboard.type('03032026', { delay: 30 })
  await expect(page).toHaveURL(/from=2026-03-03$/)
  await expect(from).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/from=2025-03-03$/)
  await page.getByLabel('To', { exact: true }).focus()
  await page.keyboard.type('04042026', { delay: 30 })
  await expect(page).toHaveURL(/to=2026-04-04$/)
  for (const key of ['Backspace', 'ArrowLeft', 'Backspace', 'ArrowLeft', 'Backspace'])
    await page.keyboard.press(key)
  await expect(page).toHaveURL(/from=2025-03-03$/)
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await expect(from).toHaveValue('')
})

test('a text is marked by keys alone, and what a mark did can be undone', async ({ page, db }) => {
  await enter(page, await anAdminWith(db), '/admin/settings/terms')
  const text = page.getByRole('textbox', { name: 'Text' })
  const press = (key: string) => page.keyboard.press(key, { delay: 30 })
  await text.focus()
  await page.keyboard.type('one two')
  await press('Control+Shift+ArrowLeft')
  await press('Shift+Tab')
  await expect(page.getByRole('radio', { name: 'Write' })).toBeFocused()
  await press('Shift+Tab')
  await press('Home')
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused()
  await press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused()
  await press('Enter')
  await expect(text).toHaveValue('one _two_')
  await expect(text).toBeFocused()
  await press('Control+z')
  await expect(text).toHaveValue('one two')
  await press('Control+Shift+z')
  await expect(text).toHaveValue('one _two_')
  await press('Shift+Tab')
  await press('ArrowRight')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('emphasis')).toHaveText('two')
  await press('ArrowLeft')
  await expect(text).toHaveValue('one _two_')
})

test('what only the server finds wrong takes the focus, also where nothing is typed', async ({
  page,
  db,
}) => {
  const platform = await theTenant(db, 'admin')
  const auditor = await aUser(db, { tenant: platform, name: 'Ada Kite', roles: ['auditor'] })
  const god = await aUser(db, { tenant: platform, roles: ['god-admin'] })
  await enter(page, god, `/admin/applications/${(await aTenant(db)).id}/main`)
  const save = () => page.getByRole('button', { name: 'Save changes' }).click()
  const mode = page.getByRole('radio', { name: 'Single sign-on' })
  await mode.click()
  await save()
  await expect(page.getByText('Connect an identity provider first')).toBeVisible()
  await expect(mode).toBeFocused()
  await expect(page.getByRole('radiogroup', { name: 'Sign-in' })).toHaveAccessibleDescription(
    /^Connect an identity provider first/,
  )
  await page.getByRole('radio', { name: 'Email and password' }).click()
  const choose = page.getByRole('button', { name: 'Choose auditors' })
  await choose.click()
  await page.getByRole('menuitemcheckbox', { name: 'Ada Kite' }).first().click()
  await page.keyboard.press('Escape')
  await db
    .updateTable('users')
    .set({ roles: ['god-admin'] })
    .where('id', '=', auditor.id)
    .execute()
  await save()
  await expect(page.getByText('Choose from the auditors of the platform')).toBeVisible()
  await expect(choose).toBeFocused()
  await expect(choose).toHaveAccessibleDescription('Choose from the auditors of the platform')
})
