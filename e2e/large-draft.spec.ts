import { anAuthor, expectSaved, openNewDraft, send, tree } from './builder.ts'
import { expect, test } from './fixtures.ts'

const ELEMENTS = 11

test('a removal of 11 MB is taken back, and all of it is on the server', async ({ page, db }) => {
  test.setTimeout(120_000)
  const { author } = await anAuthor(db)
  const path = await openNewDraft(page, author, 'Large')
  for (let number = ELEMENTS; number > 0; number -= 1)
    await send(page, 'POST', path.replace('/admin', '') + '/elements', {
      element: anElement(number),
      after: null,
    })
  await page.reload()
  const rows = tree(page).getByRole('treeitem')
  await tree(page)
    .getByRole('treeitem', { name: /^1 Element 1/ })
    .click()
  await page.getByRole('button', { name: 'Close all elements' }).click()
  await tree(page)
    .getByRole('treeitem', { name: /^1 Element 1/ })
    .click()
  await page.keyboard.press('Shift+End')
  await expect(page.getByText(`${ELEMENTS} elements chosen`)).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(rows).toHaveCount(1)
  await expectSaved(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect(rows).toHaveCount(ELEMENTS + 1)
  await expect(page.getByText('Not saved.')).toHaveCount(0)
  await expectSaved(page)
  await page.reload()
  await page.getByRole('button', { name: 'Close all elements' }).click()
  await expect(rows).toHaveCount(ELEMENTS + 1)
  for (const number of [1, ELEMENTS])
    await expect(
      tree(page).getByRole('treeitem', { name: new RegExp(`^${number} Element ${number}\\b`) }),
    ).toBeVisible()
})

/** An element of a megabyte. */
function anElement(number: number) {
  const statements = Array.from({ length: 32 }, (_, index) => ({
    key: `S${number}-${index}`,
    text: `Statement ${index + 1}`,
    guidance: 'x'.repeat(32_000),
    weight: 1,
    allowsNotApplicable: false,
    responses: [],
  }))
  return {
    key: `E${number}`,
    title: `Element ${number}`,
    description: '',
    group: '',
    required: true,
    weight: 1,
    reportBands: [],
    statements,
  }
}
