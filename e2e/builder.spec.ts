import { anAuthor, expectSaved, openNewDraft, send, tree } from './builder.ts'
import { demoPerson, enter, expect, go, test } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const ELEMENTS = ['Governance', 'Suppliers', 'Recovery']

test('a set of three elements is built by mouse, and is there after a reload', async ({
  page,
  db,
}) => {
  const { author } = await anAuthor(db)
  await openNewDraft(page, author, 'Water safety')
  for (const title of ELEMENTS) {
    await page.getByRole('button', { name: 'Add element' }).first().click()
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page.getByRole('form', { name: 'Add element' }).getByRole('button').click()
    await page.getByRole('button', { name: /^No or yes/ }).click()
    await page.getByRole('textbox', { name: 'Statement' }).fill(`We look after ${title}.`)
    await page.getByRole('textbox', { name: 'What it takes to get to response 2' }).fill('Begin.')
    await expectSaved(page)
  }
  await expect(page.getByRole('button', { name: 'Ready to publish' })).toBeVisible()
  await expectSaved(page)
  await page.reload()
  for (const [index, title] of ELEMENTS.entries()) {
    await expect(tree(page).getByRole('treeitem', { name: `${index + 1} ${title}` })).toBeVisible()
  }
  await expectGoodLooks(page, 'builder-set')
})

test('a draft is tried in its preview, and what it lacks leads to its field', async ({
  page,
  db,
}) => {
  await test.step('a fault leads to its field', async () => {
    const { author } = await anAuthor(db)
    await openNewDraft(page, author, 'Faulty')
    await page.getByRole('button', { name: 'Add element' }).first().click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Suppliers')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Four levels/ }).click()
    await page.getByRole('textbox', { name: 'Statement' }).fill('We know our suppliers.')
    const third = page.getByRole('group', { name: 'Response 3' })
    await third.getByRole('checkbox', { name: 'Asks for evidence' }).check()
    await expectSaved(page)
    // A phone comes back to the set as a whole.
    await page.reload()
    await expect(third.getByRole('checkbox', { name: 'Asks for evidence' })).toBeChecked()
    await page.getByRole('button', { name: /to fix before publishing/ }).click()
    await page
      .getByRole('button', { name: /Write what it takes/ })
      .nth(1)
      .click()
    await expect(
      page.getByRole('textbox', { name: 'What it takes to get to response 3' }),
    ).toBeFocused()
    await expectGoodLooks(page, 'builder-statement')
  })

  await test.step('the preview is answered, and shows what the report would say', async () => {
    const { author } = await anAuthor(db)
    await openNewDraft(page, author, 'Tried')
    await page.getByRole('button', { name: 'Add element' }).first().click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Suppliers')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^No or yes/ }).click()
    await page
      .getByRole('textbox', { name: 'What it takes to get to response 2' })
      .fill('Call them.')
    await page.getByRole('checkbox', { name: 'Asks for evidence' }).first().check()
    const preview = page.frameLocator('iframe[title=Preview]')
    const evidence = preview.getByText('In a certification “No” asks for evidence.')
    await expect(preview.getByRole('radio', { name: 'No Where are we now?' })).toBeVisible()
    await expect(evidence).toHaveCount(0)
    await preview.getByRole('radio', { name: 'No Where are we now?' }).click()
    await expect(evidence).toBeVisible()
    await preview.getByRole('radio', { name: 'Yes Where do we want to be?' }).click()
    await expect(preview.getByRole('region', { name: 'In the report' })).toContainText('Call them.')
  })
})

test('elements are dragged, moved together, and steps are undone', async ({ page, db }) => {
  await test.step('undo takes back steps of the whole set, one after the other, and redo makes them again', async () => {
    const { author } = await anAuthor(db)
    await openNewDraft(page, author, 'Steps')
    for (const title of ['One', 'Two']) {
      await page.getByRole('button', { name: 'Add element' }).first().click()
      await page.getByRole('textbox', { name: 'Title' }).fill(title)
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: /^No or yes/ }).click()
    }
    const outline = tree(page)
    await outline.getByRole('treeitem', { name: /^1 One/ }).click()
    await page.getByRole('button', { name: 'Remove element' }).click()
    await expect(outline.getByRole('treeitem', { name: /One/ })).toHaveCount(0)
    await expectSaved(page)
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await expect(outline.getByRole('treeitem', { name: /^1 One/ })).toBeVisible()
    await page.getByRole('textbox', { name: 'Title' }).fill('First')
    await expect(outline.getByRole('treeitem', { name: /^1 First/ })).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(outline.getByRole('treeitem', { name: /^1 One/ })).toBeVisible()
    await page.keyboard.press('Control+Shift+z')
    await expect(outline.getByRole('treeitem', { name: /^1 First/ })).toBeVisible()
    await expectSaved(page)
    await page.reload()
    await expect(outline.getByRole('treeitem', { name: /^1 First/ })).toBeVisible()
    await expect(outline.getByRole('treeitem', { name: /^2 Two/ })).toBeVisible()
  })

  await test.step('an element is dragged to another place, and several are moved together', async () => {
    const { author } = await anAuthor(db)
    await openNewDraft(page, author, 'Order')
    for (const title of ELEMENTS) {
      await page.getByRole('button', { name: 'Add element' }).first().click()
      await page.getByRole('textbox', { name: 'Title' }).fill(title)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Add the first statement' })).toBeVisible()
    }
    const outline = tree(page)
    const row = (name: RegExp) => outline.getByRole('treeitem', { name })
    await page.getByRole('button', { name: 'Close all elements' }).click()
    await row(/Recovery/).dragTo(row(/Governance/), { targetPosition: { x: 60, y: 4 } })
    await expect(row(/^1 Recovery/)).toBeVisible()
    await row(/Governance/).click()
    await row(/Suppliers/).click({ modifiers: ['Shift'] })
    await expect(page.getByText('2 elements chosen')).toBeVisible()
    await page
      .getByRole('toolbar', { name: 'Chosen rows' })
      .getByRole('button', { name: 'Move up' })
      .click()
    await expect(row(/^3 Recovery/)).toBeVisible()
    await expectSaved(page)
  })
})

test('what is published is read, and changed by its next version only', async ({ page }) => {
  await enter(page, demoPerson('northfield', 'northfield.admin'), '/favicon.svg')
  const { rows } = (await send(page, 'GET', '/content-sets?status=published')) as {
    rows: { id: number }[]
  }
  await go(page, `/admin/content-sets/${rows[0]?.id}`)
  await expect(page.getByRole('textbox', { name: 'Title' })).not.toBeEditable()
  await expect(page.getByRole('button', { name: 'Use a template' })).toHaveCount(0)
  await expect(
    page.getByRole('button', { name: /^(Make a new version|Open the next version)$/ }),
  ).toBeVisible()
  await tree(page).getByRole('treeitem', { name: /^1 / }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).not.toBeEditable()
  await expect(page.getByRole('toolbar', { name: 'Marks' })).toHaveCount(0)
  await expectGoodLooks(page, 'builder-published')
})
