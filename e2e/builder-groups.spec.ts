import { readFile } from 'node:fs/promises'
import { addElement, expectSaved, openNewDraft, tree, twoAuthors } from './builder.ts'
import { expect, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

test('groups, responses of the set and conditions are built, published and exported', async ({
  page,
  db,
}) => {
  const { author } = await twoAuthors(db)
  await openNewDraft(page, author, 'Water safety')
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  const field = (of: string, name: string) => group(of).getByRole('textbox', { name })
  await page.getByRole('button', { name: 'Add responses of the set' }).click()
  await page.getByRole('textbox', { name: 'Name of response 2' }).fill('In place')
  for (const [index, label] of ['Large', 'Small'].entries()) {
    await page.getByRole('button', { name: 'Add scope level' }).click()
    await expect(field(`Scope level ${index + 1}`, 'Name')).toBeFocused()
    await page.keyboard.type(label)
    await field(`Scope level ${index + 1}`, 'Key').fill(label.toLowerCase())
  }
  await page.getByRole('button', { name: 'Add profile' }).click()
  await expect(field('Profile 1', 'Name')).toBeFocused()
  await page.keyboard.type('Has a lake')
  await field('Profile 1', 'Key').fill('lake')
  await field('Profile 1', 'Description').fill('Open to bathers.')
  // Small organisations come first.
  await field('Scope level 2', 'Name').press('Alt+ArrowUp')
  await expect(field('Scope level 1', 'Name')).toHaveValue('Small')
  await page.getByRole('button', { name: 'Add tag' }).click()
  await expect(field('Tag 1', 'Name')).toBeFocused()
  await page.keyboard.type('Paper')
  await expectGoodLooks(page, 'builder-groups')

  await addElement(page, 'Governance')
  await page.getByRole('button', { name: /^Responses of the set/ }).click()
  const statement = page.getByRole('textbox', { name: 'Statement' })
  await statement.fill('We know who decides.')
  await page.getByRole('textbox', { name: 'Key' }).fill('G1')
  await page.keyboard.press('Tab')
  await tree(page).getByRole('treeitem', { name: 'Add statement' }).click()
  await statement.fill('The lake is guarded.')
  await page.getByRole('textbox', { name: 'Key' }).fill('G2')
  await page.keyboard.press('Tab')
  await page.getByRole('combobox', { name: 'Scope level' }).selectOption('Large')
  await page.getByRole('checkbox', { name: 'Has a lake' }).check()
  await page.getByRole('checkbox', { name: 'Paper' }).check()
  await page.getByRole('button', { name: 'Make this a key statement' }).click()
  await expect(page.getByRole('checkbox', { name: 'Key statement' })).toBeChecked()
  await expectGoodLooks(page, 'builder-statement-groups')

  // The statement loses a group that is removed, and gets it back.
  await tree(page).getByRole('treeitem', { name: 'About this set' }).click()
  await page.getByRole('button', { name: 'Actions for tag 1' }).click()
  await page.getByRole('menuitem', { name: 'Remove tag' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove “Paper”?' })
  await expect(question).toContainText(
    '1 statement has this tag. The tag is removed from this statement. Nothing else changes.',
  )
  await question.getByRole('button', { name: 'Remove tag' }).click()
  await expect(group('Tag 1')).toBeHidden()
  await expectSaved(page)

  await page.getByRole('button', { name: 'Introduction and certification' }).click()
  await page.getByRole('button', { name: 'Add element bands' }).click()
  const elementBands = page.getByRole('region', { name: 'Element bands' })
  await expect(elementBands.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Basic')
  await elementBands.getByRole('textbox', { name: 'Element %' }).fill('50')
  const bands = page.getByRole('region', { name: 'Certification bands' })
  await bands.getByRole('button', { name: 'Add band' }).click()
  await bands.getByRole('textbox', { name: 'Name' }).fill('Safe')
  await bands.getByRole('textbox', { name: 'Overall %' }).fill('40')
  const addCondition = async (name: string) => {
    await bands.getByRole('button', { name: 'Add a condition' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await addCondition('Result of each statement')
  await bands.getByRole('textbox', { name: 'Minimum %' }).fill('90')
  await bands.getByRole('combobox', { name: 'Statements' }).selectOption('small')
  await addCondition('Band of each element')
  await bands.getByRole('combobox', { name: 'Each element reaches' }).selectOption('Basic')
  // The band follows the name of the element band.
  await elementBands.getByRole('textbox', { name: 'Name' }).fill('Started')
  await expect(bands.getByRole('combobox', { name: 'Each element reaches' })).toHaveValue('Started')
  await page.getByRole('button', { name: 'Change what counts as 0%' }).click()
  await page.getByRole('combobox', { name: '0% is' }).selectOption('A value of 0')
  await page.getByRole('button', { name: /^Change what .Does not apply. counts as/ }).click()
  await page.getByRole('combobox', { name: /counts as/ }).selectOption('100%')
  await expectGoodLooks(page, 'builder-verdict')
  // Only the condition uses this level.
  await page.getByRole('button', { name: 'About this set', exact: true }).click()
  await page.getByRole('button', { name: 'Actions for scope level 1' }).click()
  await page.getByRole('menuitem', { name: 'Remove scope level' }).click()
  const ofLevel = page.getByRole('alertdialog', { name: 'Remove “Small”?' })
  await expect(ofLevel).toContainText(
    /Conditions of .*Safe.* use this scope level\. Change these conditions afterwards\./,
  )
  await ofLevel.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Introduction and certification' }).click()

  // A fault of a condition is shown at its place.
  await bands.getByRole('textbox', { name: 'Minimum %' }).fill('120')
  await page.getByRole('button', { name: '1 problem to fix' }).click()
  await page.getByRole('button', { name: /result of each statement for the band/ }).click()
  await expect(bands.getByRole('textbox', { name: 'Minimum %' })).toBeFocused()
  await bands.getByRole('textbox', { name: 'Minimum %' }).fill('90')
  await expectSaved(page)
  await expect(page.getByText('Ready to publish')).toBeVisible()

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish version 1' }).click()
  await expect(page.getByRole('button', { name: 'Create new version' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Answer this content set' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a condition' })).toBeHidden()
  await page.getByRole('button', { name: 'More' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as JSON' }).click()
  const file = JSON.parse(await readFile(await (await download).path(), 'utf8')) as unknown
  expect(file).toMatchObject({
    scoreFrom: 'zero',
    notApplicableCounts: 'full',
    groups: [
      { key: 'small', label: 'Small', kind: 'level' },
      { key: 'large', label: 'Large', kind: 'level' },
      { key: 'lake', label: 'Has a lake', description: 'Open to bathers.', kind: 'profile' },
    ],
    responses: [
      { label: 'No', value: 1 },
      { label: 'In place', value: 2 },
    ],
    certificationBands: [
      {
        label: 'Safe',
        minOverall: 40,
        minElement: 0,
        minStatement: 90,
        of: 'small',
        minElementBand: 'Started',
      },
    ],
    elementBands: [{ label: 'Started', minOverall: 50 }],
    elements: [
      {
        title: 'Governance',
        statements: [
          { key: 'G1', text: 'We know who decides.' },
          { key: 'G2', text: 'The lake is guarded.', groups: ['large', 'lake'], isKey: true },
        ],
      },
    ],
  })
})
