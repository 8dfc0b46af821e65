import { addElement, addStatement, openNewDraft, tree, twoAuthors } from './builder.ts'
import { expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('levels for a set that has none change its statements after a preview', async ({
  page,
  db,
}) => {
  const { author } = await twoAuthors(db)
  await openNewDraft(page, author, 'Water safety')
  await addElement(page, 'Governance')
  await addStatement(page, 'We know who decides.')
  await tree(page).getByRole('treeitem', { name: 'About this set' }).click()
  const ready = page.getByRole('button', { name: 'Ready to publish' })
  await expect(ready).toBeVisible()

  const templates = page.getByRole('button', { name: 'Use ready-made levels' })
  await templates.click()
  await page.getByRole('menuitem', { name: /^Yes, partly or no/ }).click()
  const preview = page.getByRole('alertdialog', { name: 'Change the levels and these responses?' })
  await expect(preview.getByRole('row')).toHaveText([
    'Response nowChanges to',
    '1No1No',
    'New response2Partly',
    '2Yes3Yes',
  ])
  await expectGoodLooks(page, 'builder-levels')
  await preview.getByRole('button', { name: 'Change 1 statement' }).click()
  await expect(preview).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Level 3' })).toHaveValue('Yes')
  await expect(ready).toBeVisible()

  // Levels that the statements fit already need no preview.
  await templates.click()
  await page.getByRole('menuitem', { name: 'Custom levels' }).click()
  await page.getByRole('textbox', { name: 'Levels' }).fill('Low\nMedium\nHigh')
  await page.getByRole('button', { name: 'Use these levels' }).click()
  await expect(page.getByRole('textbox', { name: 'Level 3' })).toHaveValue('High')
  await expect(page.getByRole('alertdialog')).toBeHidden()

  // Statements can only get as many responses as the set has levels.
  await tree(page)
    .getByRole('treeitem', { name: /We know who decides/ })
    .click()
  await page.getByRole('button', { name: 'Levels', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Levels in this set/,
    /^Yes, partly or no/,
    'Custom levels',
  ])
})

test('the problems, the breadcrumbs and the tab follow each saved change', async ({ page, db }) => {
  const { author } = await twoAuthors(db)
  await openNewDraft(page, author, 'Water safety')
  await addElement(page, 'Governance')
  await addStatement(page, 'We know who decides.')
  await tree(page).getByRole('treeitem', { name: 'About this set' }).click()
  const ready = page.getByRole('button', { name: 'Ready to publish' })
  await expect(ready).toBeVisible()

  await page.getByRole('button', { name: 'Use ready-made levels' }).click()
  await page.getByRole('menuitem', { name: /^Yes or no/ }).click()
  await page.getByRole('button', { name: 'Remove level 2' }).click()
  await expect(page.getByRole('button', { name: /problems? to fix$/ })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(ready).toBeVisible()
  await page.getByRole('button', { name: 'Use ready-made levels' }).click()
  await page.getByRole('menuitem', { name: /^Four levels/ }).click()
  await page.getByRole('button', { name: 'Change 1 statement' }).click()
  await page.getByRole('button', { name: 'Remove level 4' }).click()
  // The set itself has no fault, but its statement has too many responses now.
  await expect(page.getByRole('button', { name: '1 problem to fix' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(ready).toBeVisible()

  await page.getByRole('textbox', { name: 'Title' }).fill('Flood safety')
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText('Flood safety')
  await expect(page).toHaveTitle(/^Flood safety/)
})
