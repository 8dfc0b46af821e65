import type { Page } from '@playwright/test'
import { aUser, PASSWORD } from 'api/testing/factories'
import { anAuthor, expectSaved, headOf, openNewDraft, SAVES } from './builder.ts'
import { enter, expect, go, test } from './fixtures.ts'
import { loseSaves } from './leaving.ts'

const ELEMENTS = '**/api/content-sets/*/elements/*'
const BROUGHT_BACK = 'Changes that were not saved have been brought back'

test('what was typed right before a reload is brought back, and saved', async ({ page, db }) => {
  const { author } = await anAuthor(db)
  await openNewDraft(page, author, 'Reloaded')
  await loseSaves(page)
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.pressSequentially('Written in the last moment.')
  await page.reload()
  await expect(page.getByText(BROUGHT_BACK).first()).toBeVisible()
  await expect(description).toHaveValue('Written in the last moment.')
  await expectSaved(page)
  await page.reload()
  await expect(description).toHaveValue('Written in the last moment.')
  await expect(page.getByText(BROUGHT_BACK)).toHaveCount(0)
})

test('a reload in the middle of a save is no conflict with oneself', async ({ page, db }) => {
  const { author } = await anAuthor(db)
  await openNewDraft(page, author, 'Interrupted')
  await loseAnswers(page)
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Half of it')
  await expect(page.getByText('Offline. Changes are kept on this device')).toBeVisible()
  await title.fill('Half of it, and the rest')
  await page.reload()
  await expect(title).toHaveValue('Half of it, and the rest')
  await expectSaved(page)
  await expect(page.getByRole('alert', { name: 'Two versions' })).toHaveCount(0)
})

test('what another author saved meanwhile is merged with what is brought back', async ({
  page,
  browser,
  db,
}) => {
  const { author, tenant } = await anAuthor(db)
  const grace = await aUser(db, { tenant, roles: ['admin'], name: 'Grace Writer' })
  const path = await openNewDraft(page, author, 'Both')
  await page.route(SAVES, (route) => route.abort())
  await page.getByRole('textbox', { name: 'Description' }).fill('Mine.')
  await page.getByRole('textbox', { name: 'Licence' }).fill('CC0')
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await enter(other, grace, path)
  await other.getByRole('textbox', { name: 'Description' }).fill('Hers.')
  await other.getByRole('textbox', { name: 'Source' }).fill('A handbook')
  await expectSaved(other)
  await elsewhere.close()
  await page.unroute(SAVES)
  await page.reload()
  const clash = page.getByRole('alert', { name: 'Two versions' })
  await expect(clash).toContainText('Hers.')
  await expect(page.getByRole('textbox', { name: 'Source' })).toHaveValue('A handbook')
  await expect(page.getByRole('textbox', { name: 'Licence' })).toHaveValue('CC0')
  // Undecided, it is still undecided after another reload.
  await page.reload()
  await clash.getByRole('button', { name: /^Keep yours/ }).click()
  await expectSaved(page)
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Mine.')
})

test('what another author saved and could not be read on coming back is read as soon as it can be', async ({
  page,
  browser,
  db,
}) => {
  const { author, tenant } = await anAuthor(db)
  const grace = await aUser(db, { tenant, roles: ['admin'], name: 'Grace Writer' })
  await openNewDraft(page, author, 'Behind')
  await page.getByRole('button', { name: 'Add element' }).first().click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Suppliers')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^No or yes/ }).click()
  const statement = page.getByRole('textbox', { name: 'Statement' })
  await statement.fill('We know our suppliers.')
  await expectSaved(page)
  // Not to be stored, so that no save meets what is newer.
  await page.getByRole('textbox', { name: 'Weight' }).fill('abc')
  await expect(page.getByText('Saved all but one field')).toBeVisible()
  const here = new URL(page.url())
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await enter(other, grace, here.pathname + here.search + here.hash)
  await other.getByRole('textbox', { name: 'Statement' }).fill('We know every supplier.')
  await expectSaved(other)
  await elsewhere.close()

  await page.route(ELEMENTS, (route) => route.fulfill({ status: 503, body: 'Down' }))
  await page.reload()
  await expect(
    page.getByText('What others saved since could not be read yet.').first(),
  ).toBeVisible()
  await expect(statement).toHaveValue('We know our suppliers.')
  await page.unroute(ELEMENTS)
  // At the next look around, at the latest after a quarter of a minute.
  await expect(statement).toHaveValue('We know every supplier.', { timeout: 20_000 })
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('abc')
})

test('words that are not saved are nobody else’s, and gone after signing out', async ({
  page,
  db,
}) => {
  const { author, tenant } = await anAuthor(db)
  const second = await aUser(db, { tenant, roles: ['admin'], name: 'Second Author' })
  const path = await openNewDraft(page, author, 'Private')
  const description = page.getByRole('textbox', { name: 'Description' })
  await page.route(SAVES, (route) => route.abort())
  await description.fill('For my eyes only.')
  await expect(page.getByText('Offline. Changes are kept on this device')).toBeVisible()

  // The session ends by itself: the words wait for their author alone.
  await page.evaluate(`localStorage.removeItem('pat-app__at__')`)
  await enter(page, second, path)
  await expect(description).toHaveValue('')
  await expect(page.getByText(BROUGHT_BACK)).toHaveCount(0)
  await enter(page, author, path)
  await expect(description).toHaveValue('For my eyes only.')

  await signOut(page)
  const asked = page.getByRole('alertdialog', { name: 'Your last changes are not saved yet' })
  await asked.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(description).toHaveValue('For my eyes only.')
  // As of a window that closed before the database had it.
  await page.evaluate(`localStorage.setItem('waymark-drafts ${author.id} closed', '{}')`)
  await signOut(page)
  await asked.getByRole('button', { name: 'Sign out without saving' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate('Object.keys(localStorage).join()')).not.toContain('waymark-drafts')
  expect(await page.evaluate('indexedDB.databases()')).not.toContainEqual(
    expect.objectContaining({ name: `waymark-drafts ${author.id}` }),
  )
  await page.unroute(SAVES)
  await signIn(page, author.email)
  await go(page, path)
  await expect(description).toHaveValue('')
})

test('changes that are discarded do not come back', async ({ page, db }) => {
  const { author } = await anAuthor(db)
  const path = await openNewDraft(page, author, 'Discarded')
  await page.route(SAVES, (route) => route.abort())
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('Not this.')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).not.toHaveURL(new RegExp(path))
  await page.unroute(SAVES)
  await go(page, path)
  await expect(description).toHaveValue('')
})

test('a text that is too long is named with what is too much, and all else is saved', async ({
  page,
  db,
}) => {
  const { author } = await anAuthor(db)
  const path = await openNewDraft(page, author, 'Long')
  await page.getByRole('textbox', { name: 'Source' }).fill('x'.repeat(623))
  await page.getByRole('textbox', { name: 'Description' }).fill('Saved all the same.')
  const told = 'Use at most 500 characters: 123 too many'
  await expect(page.getByText('Saved all but one field')).toBeVisible()
  await expect(page.getByText(told)).toHaveCount(2)
  await expect.poll(async () => (await headOf(page, path)).description).toBe('Saved all the same.')
  expect((await headOf(page, path)).source).toBe('')
  // What cannot be stored is not left out of an edition in silence.
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const missing = page.getByRole('dialog', { name: 'To fix before publishing' })
  await missing.getByRole('button', { name: `About this set, source ${told}` }).click()
  const source = page.getByRole('textbox', { name: 'Source' })
  await expect(source).toBeFocused()
  await page.reload()
  await expect(source).toHaveValue('x'.repeat(623))
  await page.getByRole('button', { name: 'About this set, source' }).click()
  await expect(source).toBeFocused()
  await expect(source).toHaveAccessibleDescription(told)
  await source.fill('x'.repeat(500))
  await expectSaved(page)
  expect((await headOf(page, path)).source).toHaveLength(500)
})

test('a figure that is none stays as typed, says what would be right, and saves nothing wrong', async ({
  page,
  db,
}) => {
  const { author } = await anAuthor(db)
  const path = await openNewDraft(page, author, 'Figures')
  await page.getByRole('textbox', { name: 'First year' }).fill('2026')
  await expectSaved(page)
  const year = page.getByRole('textbox', { name: 'First year' })
  await year.fill('abc')
  await page.getByRole('textbox', { name: 'Description' }).fill('On.')
  await expect(year).toHaveValue('abc')
  await expect(year).toHaveAccessibleDescription('Enter a year from 2000 to 2100')
  await expect(page.getByText('Saved all but one field')).toBeVisible()
  await expect.poll(async () => (await headOf(page, path)).description).toBe('On.')
  expect((await headOf(page, path)).year_from).toBe(2026)
  await year.fill('2027')
  await expectSaved(page)
  expect((await headOf(page, path)).year_from).toBe(2027)

  await page.getByRole('button', { name: 'Add element' }).first().click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Suppliers')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Four levels/ }).click()
  const weight = page.getByRole('textbox', { name: 'Weight' })
  await weight.fill('abc')
  await page.getByRole('textbox', { name: 'Value' }).first().fill('one')
  await expect(weight).toHaveValue('abc')
  await expect(weight).toHaveAccessibleDescription('Enter a number above 0, for example 1 or 2.5')
  await expect(page.getByText('Saved all but 2 fields')).toBeVisible()
  // What is wrong stands below the row, on one line.
  const told = page.getByText('Enter a number above 0, for example 1 or 2.5').last()
  expect((await told.boundingBox())?.height).toBeLessThan(30)
  // Not stored, it does not look stored after a reload.
  await page.reload()
  await expect(weight).toHaveValue('abc')
  await expect(weight).toHaveAccessibleDescription('Enter a number above 0, for example 1 or 2.5')
  await expect(page.getByText('Saved all but 2 fields')).toBeVisible()
  await weight.fill('1,5')
  await page.getByRole('textbox', { name: 'Value' }).first().fill('0')
  await expectSaved(page)
  await expect(weight).toHaveValue('1.5')
})

test('the signs that Word leaves in a text are no obstacle', async ({ page, db }) => {
  const { author } = await anAuthor(db)
  await openNewDraft(page, author, 'Pasted')
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('One line\u000Band the next\u0007')
  await expect(description).toHaveValue('One line\nand the next')
  await expectSaved(page)
})

/** Until the next load of the page, saves reach the server, and their answers nobody. */
async function loseAnswers(page: Page) {
  await page.evaluate(`{
    const real = window.fetch
    window.fetch = async (...given) => {
      const answer = await real(...given)
      if (given[1]?.method === 'PUT') throw new TypeError('The answer is lost.')
      return answer
    }
  }`)
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

async function signIn(page: Page, email: string) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}
