import { addElement, expectSaved, openNewDraft, tree, twoAuthors } from './builder.ts'
import { expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('statements share the responses of the set, and one of them gets its own', async ({
  page,
  db,
}) => {
  const { author } = await twoAuthors(db)
  await openNewDraft(page, author, 'Water safety')
  const group = (name: string) => page.getByRole('group', { name })
  const nameOf = (level: number) => page.getByRole('textbox', { name: `Name of response ${level}` })
  await page.getByRole('button', { name: 'Add responses of the set' }).click()
  await expect(nameOf(1)).toBeFocused()
  await nameOf(2).fill('In place')
  await addElement(page, 'Governance')
  await page.getByRole('button', { name: /^Responses of the set/ }).click()
  const statement = page.getByRole('textbox', { name: 'Statement' })
  await statement.fill('We know who decides.')
  await tree(page).getByRole('treeitem', { name: 'Add statement' }).click()
  await statement.fill('We know who pays.')
  const responses = page.getByRole('region', { name: 'Responses and report text' })
  await expect(responses).toContainText('These are the responses of the set.')
  await expect(responses.getByRole('listitem')).toHaveText([/No/, /In place/])
  const preview = page.frameLocator('iframe[title=Preview]')
  await expect(preview.getByRole('radio', { name: 'In place Where are we now?' })).toBeVisible()
  await expectGoodLooks(page, 'builder-shared-statement')

  await page.getByRole('button', { name: 'Change for this statement' }).click()
  await expect(nameOf(1)).toBeFocused()
  await nameOf(2).fill('Paid for')
  const second = tree(page).getByRole('treeitem', { name: /1\.2/ })
  await expect(second).toContainText('Own responses')
  await expectSaved(page)

  await tree(page).getByRole('treeitem', { name: 'About this set' }).click()
  const ofSet = page.getByRole('region', { name: 'Responses of the set' })
  await expect(ofSet).toContainText('1 of 2 statements uses them.')
  await group('Response 1').getByRole('textbox', { name: 'Value' }).fill('5')
  await page.getByRole('button', { name: '1 problem to fix' }).click()
  const fault = page.getByRole('button', { name: /About this set, response value, response 2/ })
  await fault.click()
  await expect(group('Response 2').getByRole('textbox', { name: 'Value' })).toBeFocused()
  await group('Response 1').getByRole('textbox', { name: 'Value' }).fill('0')
  await group('Response 2').getByRole('textbox', { name: 'Value' }).fill('1')
  await expectSaved(page)
  await expectGoodLooks(page, 'builder-set-responses')

  await page.reload()
  await page.getByRole('button', { name: 'Expand all elements' }).click()
  await expect(second).toContainText('Own responses')
  await second.click()
  await page.getByRole('button', { name: 'Use the set’s responses' }).click()
  await expect(page.getByRole('button', { name: 'Change for this statement' })).toBeFocused()
  await expect(second).not.toContainText('Own responses')
  await page.keyboard.press('Control+z')
  await expect(nameOf(2)).toHaveValue('Paid for')
  await page.keyboard.press('Control+Shift+z')
  await expectSaved(page)

  await tree(page).getByRole('treeitem', { name: 'About this set' }).click()
  await ofSet.getByRole('button', { name: 'Give each statement its own responses' }).click()
  await page
    .getByRole('button', { name: 'Give each statement its own responses', exact: true })
    .click()
  await expect(ofSet).toBeHidden()
  await second.click()
  await expect(nameOf(2)).toHaveValue('In place')
})
