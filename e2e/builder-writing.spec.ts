import { anAuthor, expectSaved, openNewDraft, tree } from './builder.ts'
import { expect, test } from './fixtures.ts'

test('what the report is to say is written by bands, and the preview says it at each level', async ({
  page,
  db,
}) => {
  const { author } = await anAuthor(db)
  await openNewDraft(page, author, 'Told')
  await page.getByRole('button', { name: 'Add element' }).first().click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Suppliers')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^No or yes/ }).click()
  await page.getByRole('textbox', { name: 'Statement' }).fill('We know our suppliers.')
  await page.getByRole('textbox', { name: 'What it takes to get to response 2' }).fill('Call them.')

  await tree(page)
    .getByRole('treeitem', { name: /^1 Suppliers/ })
    .click()
  await page.getByRole('button', { name: 'Report texts' }).click()
  await page.getByRole('button', { name: 'Begin with three bands' }).click()
  const texts = page.getByRole('textbox', { name: 'Text' })
  await texts.first().fill('Begin')
  await texts.first().press('ControlOrMeta+a')
  await page.getByRole('button', { name: 'Bold' }).first().click()
  await expect(texts.first()).toHaveValue('**Begin**')
  await texts.last().fill('Keep it up.')
  await page.getByRole('button', { name: 'Remove band 2' }).click()
  await expect(page.getByText('to fix before publishing')).toBeVisible()
  await page.getByRole('textbox', { name: 'To %' }).first().fill('66')

  await tree(page).getByRole('treeitem', { name: 'About this set' }).click()
  await page.getByRole('button', { name: 'Introduction and certification' }).click()
  await page.getByRole('textbox', { name: 'Introduction' }).fill('How to read this.')
  await page.getByRole('button', { name: 'Add band' }).click()
  await page.getByRole('textbox', { name: 'Name' }).last().fill('Bronze')
  await page.getByRole('textbox', { name: 'Overall %' }).fill('50')
  await page.getByRole('textbox', { name: 'Each %' }).fill('50')
  await expectSaved(page)
  await expect(page.getByText('Ready to publish')).toBeVisible()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Preview the report' }).click()
  const report = page.getByRole('article', { name: 'Report preview' })
  const level = page.getByRole('slider', { name: 'Current' })
  await expect(report).toContainText('How to read this.')
  await level.fill('0')
  await expect(report).toContainText('To reach Bronze')
  await report.locator('summary', { hasText: 'Suppliers' }).click()
  await expect(report.locator('strong', { hasText: 'Begin' })).toBeVisible()
  await level.fill('100')
  await expect(report).toContainText('Keep it up.')
  await expect(report).not.toContainText('To reach Bronze')
})
