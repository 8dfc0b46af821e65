import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { anAuthor, expectSaved, openNewDraft } from './builder.ts'
import { expect, test, signOut } from './fixtures.ts'
import { expectGoodLooks } from './looks.ts'

const SAVES = '**/api/content-sets/*/draft'
const WORDS = 'Written, and not saved.'

test('signing out elsewhere asks about the words that a closed tab left, and leads to them', async ({
  page,
  db,
}) => {
  const { path } = await withUnsavedWords(page, db, 'Flood plan')
  const other = await page.context().newPage()
  await other.goto(new URL('/admin', page.url()).href)
  await page.close()
  await signOut(other)
  const asked = other.getByRole('alertdialog', {
    name: 'Changes to “Flood plan” are not saved yet',
  })
  await expectGoodLooks(other, 'sign-out-left-words')
  await asked.getByRole('link', { name: 'Open “Flood plan”' }).click()
  await expect(other).toHaveURL(new RegExp(`${path}$`))
  await expect(asked).toBeHidden()
  await expect(other.getByRole('textbox', { name: 'Description' })).toHaveValue(WORDS)
  await expectSaved(other)
  await signOut(other)
  await expect(other).toHaveURL(/\/login/)
})

test('signing out asks about the words of another tab, also without a connection', async ({
  page,
  db,
}) => {
  await test.step('signing out asks about the words of another tab, and says where they are', async () => {
    const { author } = await withUnsavedWords(page, db, 'Fire drill')
    const other = await page.context().newPage()
    await other.goto(new URL('/admin', page.url()).href)
    await signOut(other)
    const asked = other.getByRole('alertdialog', {
      name: 'Changes to “Fire drill” are not saved yet',
    })
    await expect(asked).toContainText('open in another tab')
    await expect(asked.getByRole('link')).toHaveCount(0)
    await asked.getByRole('button', { name: 'Stay signed in' }).click()
    await expect.poll(() => databases(other)).toContain(`waymark-drafts ${author.id}`)
    await signOut(other)
    await asked.getByRole('button', { name: 'Sign out without saving' }).click()
    await expect(other).toHaveURL(/\/login/)
    await expect.poll(() => databases(other)).not.toContain(`waymark-drafts ${author.id}`)
  })

  await test.step('without a connection signing out asks too, be it without names', async () => {
    const { author } = await withUnsavedWords(page, db, 'Unconnected')
    const other = await page.context().newPage()
    await other.goto(new URL('/admin', page.url()).href)
    await page.close()
    await other.getByRole('button', { name: 'Your menu' }).waitFor()
    await other.context().setOffline(true)
    await signOut(other)
    const asked = other.getByRole('alertdialog', { name: /not saved yet$/ })
    await asked.getByRole('button', { name: 'Stay signed in' }).click()
    await expect.poll(() => databases(other)).toContain(`waymark-drafts ${author.id}`)
  })
})

test('right after the last key signing out saves it, and asks nothing', async ({ page, db }) => {
  const { author } = await anAuthor(db)
  const path = await openNewDraft(page, author, 'To the last')
  await page.getByRole('textbox', { name: 'Description' }).fill(WORDS)
  await signOut(page)
  await expect(page).toHaveURL(/\/login/)
  const id = Number(path.split('/').at(-1))
  const { draft } = await db
    .selectFrom('content_sets')
    .select('draft')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(draft).toMatchObject({ description: WORDS })
})

/** An author whose words are kept in the browser alone. */
async function withUnsavedWords(page: Page, db: Db, title: string) {
  const { author } = await anAuthor(db)
  const path = await openNewDraft(page, author, title)
  await withoutSaving(page, WORDS)
  return { author, path }
}

async function withoutSaving(page: Page, words: string) {
  await page.route(SAVES, (route) => route.abort())
  await page.getByRole('textbox', { name: 'Description' }).fill(words)
  await expect(page.getByText('Offline. Changes are kept on this device')).toBeVisible()
}

async function databases(page: Page) {
  return await page.evaluate<string[]>(
    'indexedDB.databases().then((all) => all.map(({ name }) => name))',
  )
}
