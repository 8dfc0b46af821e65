import type { Page } from '@playwright/test'
import { addElement, addStatement, expectSaved, idIn, openNewDraft, twoAuthors } from './builder.ts'
import { expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('of one element that two authors change, the second chooses a version', async ({
  page,
  as,
  db,
}) => {
  const { author, grace } = await twoAuthors(db)
  const path = await openNewDraft(page, author, 'Together')
  const other = await as(grace, path)
  await other.getByRole('textbox', { name: 'Description' }).fill('By Grace.')
  await expectSaved(other)
  // Focus refreshes the page; otherwise it refreshes every 15 seconds.
  await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('By Grace.')
  await expect(page.getByText(/^Saved \d\d:\d\d by Grace Writer$/)).toBeVisible()
  await expect(page.getByText('Grace Writer is also editing this draft').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Source' }).fill('Mine')
  await expectSaved(page)

  await addElement(page, 'Suppliers')
  await expect(page.getByRole('heading', { name: 'Add the first statement' })).toBeVisible()
  await addStatement(page, 'We know our suppliers.')
  await expectSaved(page)
  await other.goto(page.url())
  const mine = page.getByRole('textbox', { name: 'Statement' })
  const theirs = other.getByRole('textbox', { name: 'Statement' })
  await expect(theirs).toHaveValue('We know our suppliers.')
  await theirs.fill('We know every supplier.')
  await other.getByRole('textbox', { name: 'Name of response 2' }).fill('All of them')
  await expectSaved(other)
  await mine.fill('We know the suppliers that matter.')
  const conflict = page.getByRole('alert', { name: 'Two versions' })
  await expect(conflict).toContainText('Grace Writer changed the same element')
  await expect(conflict).toContainText('We know every supplier.')
  await expect(conflict).toContainText('We know the suppliers that matter.')
  await expect(conflict).toContainText('statement 1.1, response 2, response name')
  await expect(page.getByRole('button', { name: 'Choose a version to save' })).toBeVisible()
  const second = page.getByRole('textbox', { name: 'Name of response 2' })
  await expect(second, 'until a version is chosen').toHaveValue('Yes')
  await expectGoodLooks(page, 'builder-conflict')
  // The choice is still open after a reload, and can be undone.
  await page.reload()
  await conflict.getByRole('button', { name: 'Use their version: 1, Suppliers' }).click()
  await expect(conflict).toBeHidden()
  await expect(mine).toHaveValue('We know every supplier.')
  await expect(second).toHaveValue('All of them')
  await expectSaved(page)
  await page.keyboard.press('Control+z')
  await expect(conflict).toContainText('We know the suppliers that matter.')

  // Other elements can still be added and saved.
  await addElement(page, 'Recovery')
  await expect(page.getByRole('treeitem', { name: /^2 Recovery/ })).toBeVisible()
  await conflict.getByRole('button', { name: 'Keep your version: 1, Suppliers' }).click()
  await expect(conflict).toBeHidden()
  await expectSaved(page)
  await other.evaluate(`window.dispatchEvent(new Event('focus'))`)
  await expect(theirs).toHaveValue('We know the suppliers that matter.')
})

test('of levels and profiles that two authors change, the second chooses a list', async ({
  page,
  as,
  db,
}) => {
  const { author, grace } = await twoAuthors(db)
  const path = await openNewDraft(page, author, 'Who is asked')
  const nameIn = (window: Page, group: string) =>
    window.getByRole('group', { name: group, exact: true }).getByRole('textbox', { name: 'Name' })
  for (const [index, label] of ['Small', 'Large'].entries()) {
    await page.getByRole('button', { name: 'Add scope level' }).click()
    await expect(nameIn(page, `Scope level ${index + 1}`)).toBeFocused()
    await page.keyboard.type(label)
  }
  await page.getByRole('button', { name: 'Add profile' }).click()
  await expect(nameIn(page, 'Profile 1')).toBeFocused()
  await page.keyboard.type('Has a lake')
  await expectSaved(page)
  const other = await as(grace, path)
  await nameIn(other, 'Scope level 1').fill('Little')
  await other.getByRole('button', { name: 'Actions for profile 1' }).click()
  await other.getByRole('menuitem', { name: 'Remove profile' }).click()
  await expectSaved(other)
  await nameIn(page, 'Scope level 1').fill('Tiny')
  await nameIn(page, 'Profile 1').fill('Has a river')
  const conflict = page.getByRole('alert', { name: 'Two versions' })
  await expect(conflict).toContainText('Grace Writer changed “About this set”')
  await expect(conflict).toContainText('scope level 1, group name')
  await expect(conflict).toContainText('Tiny')
  await expect(conflict).toContainText('Little')
  await expect(conflict).toContainText('profile 1')
  await expect(conflict).toContainText('Not included')
  await expectGoodLooks(page, 'builder-conflict-groups')
  await conflict.getByRole('button', { name: /^Use their version/ }).click()
  await expect(conflict).toBeHidden()
  await expect(nameIn(page, 'Scope level 1')).toHaveValue('Little')
  await expect(nameIn(page, 'Profile 1')).toBeHidden()
  await expectSaved(page)
  await page.keyboard.press('Control+z')
  await expect(conflict).toContainText('Has a river')
  await conflict.getByRole('button', { name: /^Keep your version/ }).click()
  await expectSaved(page)

  // The order of levels is chosen as a whole.
  await other.reload()
  await expect(nameIn(other, 'Scope level 1')).toHaveValue('Tiny')
  await nameIn(other, 'Scope level 2').press('Alt+ArrowUp')
  await expectSaved(other)
  await nameIn(page, 'Scope level 2').fill('Huge')
  await expect(conflict).toContainText('scope level 2, group name')
  await conflict.getByRole('button', { name: /^Use their version/ }).click()
  await expect(nameIn(page, 'Scope level 1')).toHaveValue('Large')
  await expectSaved(page)
})

test('an open draft that was deleted offers its unsaved texts', async ({ page, db }) => {
  const { author } = await twoAuthors(db)
  const path = await openNewDraft(page, author, 'Short-lived')
  await page.getByRole('textbox', { name: 'Title' }).fill('Short-lived plan')
  await expectSaved(page)
  await db.deleteFrom('content_sets').where('id', '=', idIn(path)).execute()
  await page.getByRole('textbox', { name: 'Description' }).fill('Written into nothing.')
  const alert = page.getByRole('alert').filter({ hasText: 'This draft was deleted.' })
  await expect(alert).toContainText('1 field')
  await page.getByRole('textbox', { name: 'Licence' }).fill('CC0')
  await expect(alert).toContainText('2 fields')
  await alert.getByRole('button', { name: 'Show your text' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Written into nothing.')).toBeVisible()
  await expect(dialog.getByText('CC0')).toBeVisible()
  await page.keyboard.press('Escape')
  await alert.getByRole('link', { name: 'All content sets' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/admin\/content-sets$/)
})
