import type { Db } from 'api/core/context'
import { aTenant, aUser, theTenant } from 'api/testing/factories'
import { aGod, anAdmin, enter, expect, go, test } from './fixtures.ts'

async function anAdminWith(db: Db, ...names: string[]) {
  const tenant = await aTenant(db)
  for (const name of names) await aUser(db, { tenant, name })
  return await anAdmin(db, { tenant, name: 'Ada Admin' })
}

test('notices and the search are used with the keyboard', async ({ page, db }) => {
  const admin = await anAdminWith(db, 'Ben Brown', 'Bea Brown', 'Cleo Castell')
  await enter(page, admin, '/admin/users')
  await page.route('**/api/find?*', async (route) => {
    const delay = route.request().url().includes('cleo') ? 1_000 : 0
    await new Promise((resolve) => setTimeout(resolve, delay))
    await route.continue()
  })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const actions = page.getByRole('button', { name: 'Actions for Ben Brown' })
  const notice = page.getByText('Ben Brown deactivated', { exact: true })
  for (const name of ['Undo', 'Close']) {
    await actions.press('Enter')
    await page.getByRole('menuitem', { name: 'Deactivate' }).press('Enter')
    await expect(notice).toBeVisible()
    await expect(actions).toBeFocused()
    await page.keyboard.press('F8')
    await page.getByRole('region', { name: /F8/ }).getByRole('button', { name }).press('Enter')
    await expect(notice).toBeHidden()
    await expect(actions).toBeFocused()
  }
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toContainText('F8')
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  const field = page.getByPlaceholder('Find users, organisations, content sets and pages')
  const selected = page.getByRole('option', { selected: true })
  const says = (text: string) =>
    expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
  const expectNamed = async (name: string) => {
    await expect(selected).toContainText(name)
    const id = (await selected.getAttribute('id')) ?? '?'
    await expect(field).toHaveAttribute('aria-activedescendant', id)
  }
  await expectNamed('Dashboard')
  await field.fill('brown')
  await expectNamed('Bea Brown')
  await page.keyboard.press('ArrowDown')
  await expectNamed('Ben Brown')
  await field.fill('nobody at all')
  await says('No results')
  await field.fill('ben brown')
  await says('1 result')
  await field.fill('cleo')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText('Edit user')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Cleo Castell')
})

test('after two-step verification is reset, the focus is on the heading', async ({ page, db }) => {
  const auditor = await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['auditor'] })
  const user = await aUser(db, { tenant: await aTenant(db) })
  const confirmed_at = new Date().toISOString()
  for (const { tenantId: tenant_id, id: user_id } of [user, auditor])
    await db
      .insertInto('authenticators')
      .values({ tenant_id, user_id, secret: Buffer.alloc(48), confirmed_at })
      .execute()
  await enter(page, await aGod(db), '/admin')
  for (const path of [`/admin/users/${user.id}/main-details`, `/admin/admin-users/${auditor.id}`]) {
    await go(page, path)
    const opener = page.getByRole('button', { name: 'Reset two-step verification' })
    const dialog = page.getByRole('alertdialog')
    await opener.press('Enter')
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await opener.press('Enter')
    await dialog.getByRole('button', { name: /^Reset/ }).press('Enter')
    await expect(page.getByText('Two-step verification reset', { exact: true })).toBeVisible()
    await expect(opener).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
})
