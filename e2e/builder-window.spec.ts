import { anAuthor, openNewDraft } from './builder.ts'
import { expect, test } from './fixtures.ts'

test('on a desk the parts of the builder scroll, and its head stays in sight', async ({
  page,
  isPhone,
  db,
}) => {
  test.skip(isPhone, 'There one part at a time scrolls with the page.')
  const { author } = await anAuthor(db)
  await openNewDraft(page, author, 'Long to edit')
  await page.setViewportSize({ width: 1440, height: 500 })
  // Their labels are there to be heard alone, and stand in the part that scrolls.
  for (let level = 1; level <= 3; level += 1)
    await page.getByRole('button', { name: 'Add level' }).click()
  await page.getByRole('textbox', { name: 'Language' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('textbox', { name: 'Language' })).toBeInViewport()
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(500)
})
