import type { Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { aTenant, aUser } from 'api/testing/factories'
import { type Call, callAs } from './call-as.ts'
import { addressOf, enter, expect, type Person } from './fixtures.ts'

/** Where a draft is saved. */
export const SAVES = '**/api/content-sets/*/draft'

/** An organisation of its own with its admin. */
export async function anAuthor(db: Db, name = 'Ada Author') {
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const author = await aUser(db, { tenant, roles: ['admin'], name })
  return { tenant, author }
}

/** Begins a draft by the API and opens its builder; answers its address. */
export async function openNewDraft(page: Page, author: Person, title: string): Promise<string> {
  await enter(page, author, '/favicon.svg')
  const { id } = await send(page, 'POST', '/content-sets', { title })
  const path = `/admin/content-sets/${String(id)}`
  await page.goto(addressOf(author.host, path))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  return path
}

/** A call of the API that answers with an object. */
export async function send(page: Page, method: Call['method'], path: string, body?: unknown) {
  return (await callAs(page, { method, path, body })) as Record<string, unknown>
}

/** Everything is on the server. */
export async function expectSaved(page: Page) {
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
}

export function tree(page: Page) {
  return page.getByRole('tree', { name: 'Elements and statements' })
}

/** Begins the next version of a published set; answers its address. */
export async function openNextVersion(page: Page, author: Person, published: number) {
  await enter(page, author, `/admin/content-sets/${published}`)
  await page.getByRole('button', { name: 'Make a new version' }).click()
  await expect(page.getByText('started from version 1')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  return new URL(page.url()).pathname
}

/** What a draft says of itself, as the server holds it. */
export async function headOf(page: Page, path: string) {
  const { head } = await send(page, 'GET', path.replace('/admin', ''))
  return head as Record<string, unknown>
}
