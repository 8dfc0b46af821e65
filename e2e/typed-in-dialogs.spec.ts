import type { Page } from '@playwright/test'
import { aTenant, aUser } from 'api/testing/factories'
import { anAuthor, openNewDraft } from './builder.ts'
import { enter, expect, test } from './fixtures.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })

async function keepEditing(page: Page) {
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(question(page)).toBeHidden()
}

test('what is typed in a dialog is not dropped unasked', async ({ page, db }) => {
  await test.step('invited addresses are not dropped unasked, whichever way the dialog is closed', async () => {
    const admin = await aUser(db, { tenant: await aTenant(db), roles: ['admin'] })
    await enter(page, admin, '/admin')
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
    await expect(question(page)).toContainText('Your changes to the invitations are not saved.')
    await keepEditing(page)
    await field.fill(Array.from({ length: 200 }, (_, n) => `person.${n}@example.org`).join(' '))
    await field.press('Enter')
    const close = [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => page.mouse.click(5, 5),
      () => page.goBack(),
    ]
    for (const way of close) {
      await way()
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

  await test.step('levels of one’s own are not dropped unasked', async () => {
    const { author } = await anAuthor(db)
    await openNewDraft(page, author, 'Scaled')
    await page.getByRole('button', { name: 'Use a template' }).first().click()
    await page.getByRole('menuitem', { name: 'Own levels' }).click()
    const dialog = page.getByRole('dialog', { name: 'Own levels' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Use a template' }).first().click()
    await page.getByRole('menuitem', { name: 'Own levels' }).click()
    await dialog.getByRole('textbox', { name: 'Levels' }).fill('Poor\nGood')
    await page.keyboard.press('Escape')
    await keepEditing(page)
    await expect(dialog.getByRole('textbox', { name: 'Levels' })).toHaveValue('Poor\nGood')
  })

  await test.step('a connection that is being typed is not dropped unasked', async () => {
    const admin = await aUser(db, { tenant: await aTenant(db), roles: ['admin'] })
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
})
