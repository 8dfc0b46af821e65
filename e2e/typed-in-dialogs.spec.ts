import type { Page } from '@playwright/test'
import { aTenant, aUser } from 'api/testing/factories'
import { openNewDraft } from './builder.ts'
import { anAdmin, enter, expect, test } from './fixtures.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })

async function keepEditing(page: Page) {
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(question(page)).toBeHidden()
}

test('invited addresses are kept however the dialog is closed', async ({ page, db }) => {
  await enter(page, await anAdmin(db), '/admin')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  const open = page.getByRole('button', { name: 'Invite users' })
  const dialog = page.getByRole('dialog', { name: 'Invite users' })
  const field = dialog.getByRole('textbox', { name: 'Email addresses' })
  await open.click()
  await expect(field).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog, 'nothing was typed').toBeHidden()

  await open.click()
  await field.pressSequentially('half@typed')
  await page.keyboard.press('Escape')
  await expect(question(page)).toContainText('You’ll lose your changes to the invitations.')
  await keepEditing(page)
  await field.fill(Array.from({ length: 200 }, (_, n) => `person.${n}@example.org`).join(' '))
  await field.press('Enter')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => page.mouse.click(5, 5),
    () => page.goBack(),
  ]) {
    await close()
    await keepEditing(page)
    await expect(dialog.getByText(/^201 addresses/)).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await open.click()
  await expect(field).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
})

test('own levels and a new connection are not discarded without asking', async ({ page, db }) => {
  const admin = await anAdmin(db)
  await openNewDraft(page, admin, 'Scaled')
  const openLevels = async () => {
    await page.getByRole('button', { name: 'Use ready-made levels' }).first().click()
    await page.getByRole('menuitem', { name: 'Custom levels' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Custom levels' })
  const levels = dialog.getByRole('textbox', { name: 'Levels' })
  await openLevels()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog, 'nothing was typed').toBeHidden()
  await openLevels()
  await levels.fill('Poor\nGood')
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await expect(levels).toHaveValue('Poor\nGood')

  await enter(page, admin, '/admin/organisation')
  const add = page.getByRole('button', { name: 'Add connection' })
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
  await add.click()
  await cancel.click()
  await expect(add, 'nothing was typed').toBeVisible()
  await add.click()
  await page.getByLabel('Email domain').fill('example.org')
  await cancel.click()
  await keepEditing(page)
  await expect(page.getByLabel('Email domain')).toHaveValue('example.org')
  await cancel.click()
  await question(page).getByRole('button', { name: 'Discard changes' }).click()
  await expect(add).toBeVisible()
})

test('the browser asks when the question’s own code can’t be loaded', async ({ page, db }) => {
  await page.route('**/leave-dialog-*.js', (route) => route.abort())
  const tenant = await aTenant(db)
  const { id } = await aUser(db, { tenant, name: 'Olga Before' })
  await enter(page, await anAdmin(db, { tenant }), `/admin/users/${id}/main-details`)
  await page.getByLabel('Name').fill('Olga After')
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  const users = page.getByRole('link', { name: 'Users', exact: true }).first()
  const messages: string[] = []
  page.once('dialog', (dialog) => {
    messages.push(dialog.message())
    void dialog.dismiss()
  })
  await users.click()
  await expect
    .poll(() => messages)
    .toEqual(['Leave without saving? You’ll lose your changes to this user.'])
  await expect(page.getByLabel('Name')).toHaveValue('Olga After')
  page.once('dialog', (dialog) => void dialog.accept())
  await users.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
})
