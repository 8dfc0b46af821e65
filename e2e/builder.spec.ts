import {
  addElement,
  addStatement,
  expectSaved,
  openNewDraft,
  send,
  tree,
  twoAuthors,
} from './builder.ts'
import { demoPerson, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const ELEMENTS = ['Governance', 'Suppliers', 'Recovery']

test('a set is built and reordered by mouse, with undo and redo', async ({ page, db }) => {
  const { author } = await twoAuthors(db)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openNewDraft(page, author, 'Water safety')
  // The builder needs the room of the sidebar.
  await expect(page.getByRole('button', { name: 'Expand', exact: true })).toBeVisible()
  for (const title of ELEMENTS) {
    await page.getByRole('button', { name: 'Add element' }).first().click()
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page.getByRole('form', { name: 'Add element' }).getByRole('button').click()
    await addStatement(page, `We look after ${title}.`)
    await page.getByRole('textbox', { name: 'Action to reach response 2' }).fill('Begin.')
  }
  await expect(page.getByText(/^Saved \d\d:\d\d$/), 'after a pause in typing').toBeVisible()
  await expect(page.getByRole('button', { name: 'Ready to publish' })).toBeVisible()
  await page.reload()
  const row = (name: RegExp) => tree(page).getByRole('treeitem', { name })
  for (const [index, title] of ELEMENTS.entries())
    await expect(row(new RegExp(`${index + 1} ${title}`))).toBeVisible()
  await expectGoodLooks(page, 'builder-set')

  await row(/^1 Governance/).click()
  await page.getByRole('button', { name: 'Remove element' }).click()
  await expect(row(/Governance/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect(row(/^1 Governance/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('First')
  await expect(row(/^1 First/)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(row(/^1 Governance/)).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(row(/^1 First/)).toBeVisible()
  await expectSaved(page)
  await page.reload()
  await expect(row(/^1 First/)).toBeVisible()
  await expect(row(/^2 Suppliers/)).toBeVisible()

  // The keys act on the row that was clicked, and on the row that is framed.
  const expectCursor = async (name: RegExp) => {
    await expect(tree(page)).toBeFocused()
    await expect(row(name)).toHaveCSS('outline-style', 'solid')
    const id = (await row(name).getAttribute('id')) ?? '?'
    await expect(tree(page)).toHaveAttribute('aria-activedescendant', id)
  }
  await row(/^3 Recovery/).click()
  await expectCursor(/^3 Recovery/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expectCursor(/^2 Suppliers/)
  // Delete first shows what it would remove.
  await page.setViewportSize({ width: 1440, height: 360 })
  await page.keyboard.press('Home')
  await row(/^2 Suppliers/).click()
  await tree(page).hover()
  await page.mouse.wheel(0, 2000)
  await expect(row(/^2 Suppliers/)).not.toBeInViewport()
  await page.keyboard.press('Delete')
  await expect(row(/^2 Suppliers/)).toBeInViewport()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Delete')
  await expect(row(/Suppliers/)).toHaveCount(0)
  await expectCursor(/^2 Recovery/)
  await page.keyboard.press('Control+z')
  await expect(row(/^2 Suppliers/)).toBeVisible()

  await page.getByRole('button', { name: 'Collapse all elements' }).click()
  await expect(row(/Recovery/), 'its statement has gone').toHaveCount(1)
  await row(/Recovery/).dragTo(row(/First/), { targetPosition: { x: 60, y: 4 } })
  await expect(row(/^1 Recovery/)).toBeVisible()
  await row(/First/).click()
  await row(/Suppliers/).click({ modifiers: ['Shift'] })
  await expect(page.getByText('2 elements selected')).toBeVisible()
  const toolbar = page.getByRole('toolbar', { name: 'Selected rows' })
  await toolbar.getByRole('button', { name: 'Move up' }).click()
  await expect(row(/^3 Recovery/)).toBeVisible()
  await expectSaved(page)
})

test('a draft links its missing field and previews its answers and report', async ({
  page,
  db,
}) => {
  const { author } = await twoAuthors(db)
  await openNewDraft(page, author, 'Faulty')
  await expect(page.getByRole('button', { name: '1 problem to fix' })).toBeVisible()
  await addElement(page, 'Suppliers')
  await page.getByRole('button', { name: /^Four levels/ }).click()
  await expectSaved(page)
  const statement = page.getByRole('textbox', { name: 'Statement' })
  const error = page.getByText('Enter text', { exact: true })
  await expect(page.getByRole('button', { name: '1 problem to fix' })).toBeVisible()
  await expect(statement).toBeVisible()
  await expect(error).toBeHidden()
  await statement.focus()
  await statement.blur()
  await expect(error).toBeVisible()
  await statement.fill('We know our suppliers.')
  await expect(error).toBeHidden()
  const third = page.getByRole('group', { name: 'Response 3' })
  const evidence = third.getByRole('checkbox', { name: 'Requires evidence' })
  await evidence.check()
  await expectSaved(page)
  await page.reload()
  await expect(evidence).toBeChecked()
  await statement.fill('')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Enter text' }).click()
  await expect(statement).toBeFocused()
  await expectGoodLooks(page, 'builder-statement')
  await statement.fill('We know our suppliers.')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('3 responses have no action text.')
  await page.getByRole('button', { name: 'Keep as draft' }).click()

  await openNewDraft(page, author, 'Told')
  await addElement(page, 'Suppliers')
  await addStatement(page, 'We know our suppliers.')
  await page.getByRole('textbox', { name: 'Action to reach response 2' }).fill('Call them.')
  const key = page.getByRole('textbox', { name: 'Key' })
  await key.fill('SU-1')
  await page.keyboard.press('Tab')
  await expect(
    tree(page).getByRole('treeitem', { name: 'SU-1 We know our suppliers.' }),
  ).toBeVisible()
  await expect(key).toHaveValue('SU-1')
  await page.getByRole('checkbox', { name: 'Requires evidence', exact: true }).first().check()
  const preview = page.frameLocator('iframe[title=Preview]')
  const hint = preview.getByText('For certification, “No” requires evidence.')
  const answer = (name: string) => preview.getByRole('radio', { name })
  await expect(answer('No Where are we now?')).toBeVisible()
  await expect(hint).toBeHidden()
  await answer('No Where are we now?').click()
  await expect(hint).toBeVisible()
  await answer('Yes Where do we want to be?').click()
  await expect(preview.getByRole('region', { name: 'In the action report' })).toContainText(
    'Call them.',
  )

  await tree(page)
    .getByRole('treeitem', { name: /^1 Suppliers/ })
    .click()
  await page.getByRole('button', { name: 'Report text' }).click()
  await page.getByRole('button', { name: 'Start with three bands' }).click()
  const texts = page.getByRole('textbox', { name: 'Text' })
  await texts.first().fill('Begin')
  await texts.first().press('ControlOrMeta+a')
  await page.getByRole('button', { name: 'Bold' }).first().click()
  await expect(texts.first()).toHaveValue('**Begin**')
  await texts.last().fill('Keep it up.')
  await page.getByRole('button', { name: 'Remove band 2' }).click()
  await expect(page.getByText(/^\d+ problems? to fix$/)).toBeVisible()
  await page.getByRole('textbox', { name: 'To %' }).first().fill('66')

  await tree(page).getByRole('treeitem', { name: 'About this set' }).click()
  await page.getByRole('button', { name: 'Introduction and certification' }).click()
  await page.getByRole('textbox', { name: 'Introduction' }).fill('How to read this.')
  await page.getByRole('button', { name: 'Add band' }).click()
  await page.getByRole('textbox', { name: 'Name' }).last().fill('Bronze')
  await page.getByRole('textbox', { name: 'Overall %' }).fill('50')
  await page.getByRole('textbox', { name: 'Element %' }).fill('50')
  await expectSaved(page)
  await expect(page.getByText('Ready to publish')).toBeVisible()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Preview report' }).click()
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

test('a published set is read-only and changes through its next version', async ({ page }) => {
  await enter(page, demoPerson('northfield', 'northfield.admin'), '/favicon.svg')
  const sets = await send(page, 'GET', '/content-sets?status=published')
  const [first] = sets['rows'] as { id: number }[]
  await go(page, `/admin/content-sets/${first?.id}`)
  await expect(page.getByRole('textbox', { name: 'Title' })).not.toBeEditable()
  const next = page.getByRole('button', { name: /^(Create new version|Open next version)$/ })
  await expect(next).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use ready-made levels' })).toBeHidden()
  await tree(page).getByRole('treeitem', { name: 'statements:' }).first().click()
  await expect(page.getByRole('textbox', { name: 'Key' })).not.toBeEditable()
  await expect(page.getByRole('textbox', { name: 'Description' })).not.toBeEditable()
  await expect(page.getByRole('toolbar', { name: 'Marks' })).toBeHidden()
})
