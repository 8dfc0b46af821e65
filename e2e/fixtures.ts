import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { PASSWORD, aUser, theTenant } from 'api/testing/factories'
import { openAsOwner } from 'api/testing/owner'
import { type Person, type SessionMaker, openAs, sessionMaker } from './session.ts'

const { E2E_PORT, E2E_STAGING_PORT, E2E_DATA_DIR = '' } = process.env

const CONSENT =
  "if (origin !== 'null') document.cookie = 'pat-app__cookie-consent__=necessary; path=/'"

export type { Person }

type Options = { isConsentGiven: boolean }
type Fixtures = {
  problems: string[]
  /** A page of this person in a browser of their own. */
  as: (person: Person, path?: string) => Promise<Page>
}
type WorkerFixtures = { db: Db }

let makeSession: SessionMaker

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  isConsentGiven: [true, { option: true }],
  db: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads here which fixtures are wanted
    async ({}, use) => {
      const url = await readFile(join(E2E_DATA_DIR, 'database-url'), 'utf8')
      const { db, close } = await openAsOwner(url)
      makeSession = await sessionMaker(db, E2E_DATA_DIR)
      await use(db)
      await close()
    },
    { scope: 'worker', auto: true },
  ],
  context: async ({ context, isConsentGiven }, use) => {
    // Frames of a mail have no origin and no cookies.
    if (isConsentGiven) await context.addInitScript(CONSENT)
    await use(context)
  },
  as: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (person, path) => {
      const context = await browser.newContext()
      contexts.push(context)
      await context.addInitScript(CONSENT)
      const page = await context.newPage()
      await enter(page, person, path)
      return page
    })
    for (const context of contexts) await context.close()
  },
  // Whatever a test is about, no script may fail and nothing may break the content security policy.
  problems: [
    async ({ context }, use) => {
      const problems: string[] = []
      context.on('weberror', (error) => problems.push(String(error.error())))
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) problems.push(message.text())
      })
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

export function addressOf(host: string, path = '/', port = E2E_PORT): string {
  return `http://${host}:${port}${path}`
}

export function stagingAddressOf(host: string, path = '/'): string {
  return `http://${host}:${E2E_STAGING_PORT}${path}`
}

/** A respondent of Northfield Trust whom no other test knows. */
export async function aNewcomer(db: Db, wish: { name?: string; hasAcceptedTerms?: boolean } = {}) {
  return await aUser(db, { tenant: await theTenant(db, 'northfield'), ...wish })
}

/** Somebody of the demo, by the first part of the email address: to be looked at, not to be changed. */
export function demoPerson(host: string, name: string): Person {
  return { host: `${host}.localhost`, email: `${name}@example.org` }
}

/** Opens a page in a new session of this person, without the sign-in form. */
export async function enter(page: Page, person: Person, path = '/'): Promise<void> {
  await openAs(page, addressOf(person.host, path), makeSession(person))
}

/** By the form, for tests of which that is the subject. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** As if the browser had never been at this host: no cookies, nothing kept, and every call goes through. */
export async function forget(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(new URL('/favicon.svg', page.url()).href)
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await page.context().clearCookies()
}

/** Goes to another page of the same host. */
export async function go(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href)
}
