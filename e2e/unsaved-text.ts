import type { Page } from '@playwright/test'
import type { Db } from 'api/db/scope'
import { SAVES, openNewDraft, twoAuthors } from './builder.ts'
import { expect } from './fixtures.ts'

export const TEXT = 'Written, and not saved.'

export const descriptionOn = (page: Page) => page.getByRole('textbox', { name: 'Description' })

/** A draft with text that only this browser has. */
export async function openUnsaved(page: Page, db: Db, title: string) {
  const { author, grace: colleague } = await twoAuthors(db)
  const path = await openNewDraft(page, author, title)
  await page.route(SAVES, (route) => route.abort())
  await descriptionOn(page).fill(TEXT)
  await expect(page.getByText('Offline. Changes are stored on this device.')).toBeVisible()
  return { author, colleague, path }
}

/** The names of the browser's databases for this host. */
export async function databases(page: Page) {
  return await page.evaluate<string[]>(
    'indexedDB.databases().then((all) => all.map(({ name }) => name))',
  )
}
