import type { Page } from '@playwright/test'
import type { Db } from 'api/db/scope'
import { aTenant, aUser } from 'api/testing/factories'
import { type Call, callAs } from './call-as.ts'
import { type Person, addressOf, anAdmin, enter, expect } from './fixtures.ts'

/** The calls that save a draft. */
export const SAVES = '**/api/content-sets/*/draft'

/** Two admins of a new organisation. */
export async function twoAuthors(db: Db) {
  const tenant = await aTenant(db, { name: 'Kestrel Water' })
  const author = await anAdmin(db, { tenant, name: 'Ada Author' })
  const grace = await aUser(db, { tenant, roles: ['admin'], name: 'Grace Writer' })
  return { tenant, author, grace }
}

/** Creates a draft through the API, opens its builder and returns its path. */
export async function openNewDraft(page: Page, author: Person, title: string): Promise<string> {
  await enter(page, author, '/favicon.svg')
  const { id } = await send(page, 'POST', '/content-sets', { title })
  const path = `/admin/content-sets/${String(id)}`
  await page.goto(addressOf(author.host, path))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  return path
}

/** A call of the API that returns an object. */
export async function send(page: Page, method: Call['method'], path: string, body?: unknown) {
  return (await callAs(page, { method, path, body })) as Record<string, unknown>
}

/** Publishes a draft through the API, and expects success. */
export async function publish(page: Page, id: number, isMinor = false) {
  const set = `/content-sets/${id}`
  const { head_version } = await send(page, 'GET', `${set}/impact`)
  const body = { head_version, what_changed: 'Words.', is_minor: isMinor }
  const answer = await send(page, 'POST', `${set}/publication`, body)
  expect(answer).toMatchObject({ status: 'published' })
}

export function idIn(path: string) {
  return Number(path.split('/').at(-1))
}

/** Saves without the pause after typing, as after a reconnection. */
export async function expectSaved(page: Page) {
  await page.evaluate("window.dispatchEvent(new Event('online'))")
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
}

export function tree(page: Page) {
  return page.getByRole('tree', { name: 'Elements and statements' })
}

export async function addElement(page: Page, title: string) {
  await page.getByRole('button', { name: 'Add element' }).first().click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.keyboard.press('Enter')
}

/** Adds a statement with the responses No and Yes to the new element. */
export async function addStatement(page: Page, text: string) {
  await page.getByRole('button', { name: /^Yes or no/ }).click()
  await page.getByRole('textbox', { name: 'Statement' }).fill(text)
}

/** Opens the next version of a published set and returns its path. */
export async function openNextVersion(page: Page, author: Person, published: number) {
  await enter(page, author, `/admin/content-sets/${published}`)
  await page.getByRole('button', { name: 'Create new version' }).click()
  await expect(page.getByText('Based on version 1')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  return new URL(page.url()).pathname
}
