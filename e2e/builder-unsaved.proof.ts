import type { Page } from '@playwright/test'
import { expectSaved, idIn, openNewDraft, send, twoAuthors } from './builder.ts'
import { expect, signOut, test } from './fixtures.ts'
import { TEXT, databases, descriptionOn, openUnsaved } from './unsaved-text.ts'

async function openAdminTab(page: Page) {
  const other = await page.context().newPage()
  await other.goto(new URL('/admin', page.url()).href)
  await other.getByRole('button', { name: 'Your menu' }).waitFor()
  return other
}

test('signing out asks about text in another tab or a closed one', async ({ page, db }) => {
  const { author, path } = await openUnsaved(page, db, 'Flood plan')
  const other = await openAdminTab(page)
  const name = 'Changes to “Flood plan” haven’t been saved yet'
  const question = other.getByRole('alertdialog', { name })
  const stay = (dialog: typeof question) =>
    dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await signOut(other)
  await expect(question).toContainText('open in another tab')
  await expect(question.getByRole('link')).toHaveCount(0)
  await stay(question)
  await page.close()
  await other.context().setOffline(true)
  await signOut(other)
  // Offline the draft has no name.
  await stay(other.getByRole('alertdialog', { name: /saved yet$/ }))
  await expect.poll(() => databases(other)).toContain(`waymark-drafts ${author.id}`)
  await other.context().setOffline(false)
  await signOut(other)
  await question.getByRole('link', { name: 'Open “Flood plan”' }).click()
  await expect(other).toHaveURL(new RegExp(`${path}$`))
  await expect(question).toBeHidden()
  await expect(descriptionOn(other)).toHaveValue(TEXT)
  await expectSaved(other)
  await signOut(other)
  await expect(other).toHaveURL(/\/login/)
})

test('a text that is too long stays, and signing out saves the others', async ({ page, db }) => {
  const { author } = await twoAuthors(db)
  const path = await openNewDraft(page, author, 'Long')
  const stored = async () => {
    const { head } = await send(page, 'GET', path.replace('/admin', ''))
    return head as Record<string, unknown>
  }
  const source = page.getByRole('textbox', { name: 'Source' })
  const long = 'x'.repeat(623)
  await source.fill(long)
  await descriptionOn(page).fill('Saved all the same.')
  const message = 'Shorten this text by 123 characters. The limit is 500.'
  await expect(page.getByText('1 field is not saved')).toBeVisible()
  await expect(page.getByText(message)).toHaveCount(2)
  await expect.poll(stored).toMatchObject({ description: 'Saved all the same.', source: '' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const missing = page.getByRole('dialog', { name: 'Fix before publishing' })
  await missing.getByRole('button', { name: `About this set, source ${message}` }).click()
  await expect(source).toBeFocused()
  await page.reload()
  await expect(source).toHaveValue(long)
  await page.getByRole('button', { name: 'About this set, source' }).click()
  await expect(source).toBeFocused()
  await expect(source).toHaveAccessibleDescription(message)
  await source.fill('x'.repeat(500))
  await expectSaved(page)
  expect(await stored()).toMatchObject({ source: 'x'.repeat(500) })

  await descriptionOn(page).fill(TEXT)
  await signOut(page)
  await expect(page, 'without a question').toHaveURL(/\/login/)
  const { draft } = await db
    .selectFrom('content_sets')
    .select('draft')
    .where('id', '=', idIn(path))
    .executeTakeFirstOrThrow()
  expect(draft).toMatchObject({ description: TEXT })
})
