import type { Page } from '@playwright/test'
import { anAuthor, expectSaved, openNewDraft, tree } from './builder.ts'
import { expect, test } from './fixtures.ts'

const UNBROKEN = 'unbroken'.repeat(75)
const HEBREW = 'אנחנו יודעים במי אנחנו תלויים'

test('a text without a space widens neither the editor nor the preview', async ({
  page,
  db,
  isPhone,
}) => {
  await openStatement(page, db, isPhone)
  for (const name of [
    'Statement',
    'Name of response 1',
    'Description of response 1',
    'What it takes to get to response 2',
  ])
    await page.getByRole('textbox', { name, exact: true }).fill(UNBROKEN.slice(0, 480))
  await page.getByRole('button', { name: 'Add guidance' }).click()
  await page.getByRole('textbox', { name: 'Guidance' }).fill(UNBROKEN)
  await expectSaved(page)
  expect(await wideParts(page)).toEqual([])
  await show(page, 'Preview', isPhone)
  const preview = page.frameLocator('iframe[title=Preview]')
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('unbroken')
  await preview.getByText('Guidance').click()
  await expect(preview.getByRole('group').getByText('unbroken')).toBeVisible()
  expect(await wideParts(page)).toEqual([])
  await show(page, 'Outline', isPhone)
  await tree(page)
    .getByRole('treeitem', { name: /^1 Suppliers/ })
    .click()
  await expect(page.getByRole('button', { name: 'Add statement' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill(UNBROKEN.slice(0, 480))
  expect(await wideParts(page)).toEqual([])
  await show(page, 'Outline', isPhone)
  expect(await wideParts(page)).toEqual([])
})

test('a text that is read from the right stands at the right, where it is written and where it is read', async ({
  page,
  db,
  isPhone,
}) => {
  await openStatement(page, db, isPhone)
  const statement = page.getByRole('textbox', { name: 'Statement', exact: true })
  await statement.fill(HEBREW)
  await expect(statement).toHaveCSS('direction', 'rtl')
  await page.getByRole('textbox', { name: 'Name of response 1' }).fill('כן')
  await page.getByRole('textbox', { name: 'Description of response 1' }).fill(HEBREW)
  await expectSaved(page)
  await show(page, 'Preview', isPhone)
  const preview = page.frameLocator('iframe[title=Preview]')
  await expect(preview.getByRole('heading', { level: 1, name: HEBREW })).toHaveCSS(
    'direction',
    'rtl',
  )
  await expect(preview.getByRole('paragraph').filter({ hasText: HEBREW })).toHaveCSS(
    'direction',
    'rtl',
  )
})

test('removing in the outline leaves the keyboard on the next row, else on the one before', async ({
  page,
  db,
  isPhone,
}) => {
  test.skip(isPhone, 'Phones have no Delete.')
  const { author } = await anAuthor(db)
  await openNewDraft(page, author, 'Focus')
  for (const title of ['One', 'Two', 'Three']) {
    await page.getByRole('button', { name: 'Add element' }).first().click()
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^No or yes/ }).click()
    await page.getByRole('textbox', { name: 'Statement' }).fill(`We do ${title}.`)
  }
  const outline = tree(page)
  const focused = async () => {
    const id = await outline.getAttribute('aria-activedescendant')
    return await page.locator(`#${id}`).innerText()
  }
  await outline.getByRole('treeitem', { name: /^2 Two/ }).click()
  await outline.focus()
  await page.keyboard.press('Delete')
  await expect(outline.getByRole('treeitem', { name: /^2 Three/ })).toBeVisible()
  await expect(outline).toBeFocused()
  expect(await focused()).toMatch(/^2\s+Three/)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Three')
  await page.keyboard.press('Delete')
  await expect(outline.getByRole('treeitem', { name: /Three/ })).toHaveCount(0)
  expect(await focused()).toContain('We do One.')
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toMatch(/^1\s+One/)
  await page.keyboard.press('Control+z')
  await expect(outline.getByRole('treeitem', { name: /^2 Three/ })).toBeVisible()
  await page.getByRole('button', { name: 'Remove element' }).click()
  await expect(page.locator('#editor-title')).toBeFocused()
})

test('digits answer the preview as they do for a respondent, and change nothing of the draft', async ({
  page,
  db,
  isPhone,
}) => {
  test.skip(isPhone, 'Phones have no digit keys.')
  await openStatement(page, db, isPhone)
  await page.getByRole('textbox', { name: 'Statement', exact: true }).fill('We know.')
  await expectSaved(page)
  let saves = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT') saves += 1
  })
  const preview = page.frameLocator('iframe[title=Preview]')
  await preview.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('2')
  await page.keyboard.press('Shift+Digit3')
  await expect(preview.getByRole('radio', { name: 'Developing Where are we now?' })).toBeChecked()
  await expect(
    preview.getByRole('radio', { name: 'Established Where do we want to be?' }),
  ).toBeChecked()
  // The builder's own keys are at home there, too.
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('textbox', { name: 'Statement', exact: true })).toHaveValue('')
  await page.keyboard.press('Control+Shift+Z')
  await expect(page.getByRole('textbox', { name: 'Statement', exact: true })).toHaveValue(
    'We know.',
  )
  expect(saves).toBe(0)
})

async function openStatement(page: Page, db: Parameters<typeof anAuthor>[0], isPhone: boolean) {
  const { author } = await anAuthor(db)
  await openNewDraft(page, author, 'Texts')
  await show(page, 'Outline', isPhone)
  await page.getByRole('button', { name: 'Add element' }).first().click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Suppliers')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Four levels/ }).click()
}

/** On a narrow screen one part of the builder at a time. */
async function show(page: Page, part: 'Outline' | 'Editor' | 'Preview', isPhone: boolean) {
  if (isPhone) await page.getByRole('button', { name: part, exact: true }).click()
}

/** Whatever of the page or of its preview can be scrolled sideways, single lines of text aside. */
async function wideParts(page: Page) {
  const look = () =>
    [...document.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      const { overflowX } = getComputedStyle(element)
      const isLine = element.matches('input, .sr-only, [class*=sr-only], .line-clamp-2')
      const isWide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
      const canScroll = overflowX !== 'visible' || element === document.documentElement
      return isWide && canScroll && !isLine ? [`${element.tagName} ${element.className}`] : []
    })
  const frames = await Promise.all(page.frames().map((frame) => frame.evaluate(look)))
  return frames.flat()
}
