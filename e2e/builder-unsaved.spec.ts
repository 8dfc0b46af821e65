import type { Page } from '@playwright/test'
import type { Db } from 'api/core/context'
import { SAVES, expectSaved, idIn, openNewDraft, send, twoAuthors } from './builder.ts'
import { enter, expect, go, signIn, signOut, test } from './fixtures.ts'
import { loseSaves } from './leaving.ts'

const RESTORED = 'Your unsaved changes were restored'
const TEXT = 'Written, and not saved.'

const descriptionOn = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const dashboard = (page: Page) => page.getByRole('link', { name: 'Dashboard' }).first()

/** A draft with text that only this browser has. */
async function openUnsaved(page: Page, db: Db, title: string) {
  const { author, grace: colleague } = await twoAuthors(db)
  const path = await openNewDraft(page, author, title)
  await page.route(SAVES, (route) => route.abort())
  await descriptionOn(page).fill(TEXT)
  await expect(page.getByText('Offline. Changes are stored on this device.')).toBeVisible()
  return { author, colleague, path }
}

async function openAdminTab(page: Page) {
  const other = await page.context().newPage()
  await other.goto(new URL('/admin', page.url()).href)
  await other.getByRole('button', { name: 'Your menu' }).waitFor()
  return other
}

async function databases(page: Page) {
  return await page.evaluate<string[]>(
    'indexedDB.databases().then((all) => all.map(({ name }) => name))',
  )
}

test('text typed offline or before a reload is restored, unless discarded', async ({
  page,
  context,
  db,
}) => {
  const { author } = await twoAuthors(db)
  const path = await openNewDraft(page, author, 'Offline')
  const description = descriptionOn(page)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await description.fill('The first change of all.')
  await expect(page.getByText('Offline. Changes are stored on this device.')).toBeVisible()
  await dashboard(page).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(description).toHaveValue('The first change of all.')
  await context.setOffline(false)
  await expectSaved(page)
  await page.reload()
  await expect(description).toHaveValue('The first change of all.')

  await loseSaves(page)
  await description.fill('')
  await description.pressSequentially('Written in the last moment.')
  await page.reload()
  await expect(page.getByText(RESTORED).first()).toBeVisible()
  await expect(description).toHaveValue('Written in the last moment.')
  await expectSaved(page)
  await page.reload()
  await expect(description).toHaveValue('Written in the last moment.')
  await expect(page.getByText(RESTORED)).toHaveCount(0)

  await page.route(SAVES, (route) => route.abort())
  await description.fill('Not this.')
  await dashboard(page).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).not.toHaveURL(new RegExp(path))
  await page.unroute(SAVES)
  await go(page, path)
  await expect(description).toHaveValue('Written in the last moment.')
})

test('unsaved text is shown to its author only, and deleted on sign-out', async ({ page, db }) => {
  const { author, colleague, path } = await openUnsaved(page, db, 'Private')
  const description = descriptionOn(page)
  await page.evaluate(`localStorage.removeItem('pat-app__at__')`)
  await enter(page, colleague, path)
  await expect(description).toHaveValue('')
  await expect(page.getByText(RESTORED)).toHaveCount(0)
  await enter(page, author, path)
  await expect(description).toHaveValue(TEXT)

  await signOut(page)
  const question = page.getByRole('alertdialog', {
    name: 'Your last changes haven’t been saved yet',
  })
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(description).toHaveValue(TEXT)
  // A window that closed before its database write leaves this.
  await page.evaluate(`localStorage.setItem('waymark-drafts ${author.id} closed', '{}')`)
  await signOut(page)
  await question.getByRole('button', { name: 'Sign out without saving' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate('Object.keys(localStorage).join()')).not.toContain('waymark-drafts')
  expect(await databases(page)).not.toContain(`waymark-drafts ${author.id}`)
  await page.unroute(SAVES)
  await signIn(page, author.email)
  await expect(page).not.toHaveURL(/\/login/)
  await go(page, path)
  await expect(description).toHaveValue('')
})

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
