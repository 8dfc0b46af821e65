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

test('the search opens what is typed, and names what Enter would open', async ({ page, db }) => {
  await test.step('Enter opens what is typed, not what was found for the letters before', async () => {
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

  await test.step('the search names the option that Enter would open, and says when there is none', async () => {
    await enter(page, await anAdminWith(db, 'Ben Brown', 'Bea Brown'), '/admin/users')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    const field = page.getByPlaceholder(FINDER)
    const chosen = page.getByRole('option', { selected: true })
    const isNamed = async () =>
      expect(field).toHaveAttribute(
        'aria-activedescendant',
        (await chosen.getAttribute('id')) ?? '?',
      )
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
    await button.press('Enter')
    await expect(page.getByText('Ben Brown deactivated', { exact: true })).toBeHidden()
    await expect(actions).toBeFocused()
  }
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toContainText('F8')
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
