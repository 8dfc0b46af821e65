import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  test as base,
  expect,
} from '@playwright/test'
import type { Db } from 'api/db/scope'
import { PASSWORD, aTenant, aUser, theTenant } from 'api/testing/factories'
import { openAsOwner } from 'api/testing/owner'
import { type Person, type SessionMaker, openAs, sessionMaker } from './session.ts'
import { LONE_TEXTS, TRANSLATION } from './translation.ts'

const { E2E_PORT, E2E_STAGING_PORT, E2E_DATA_DIR = '' } = process.env

export type { Person }

// A library that catches the refusal leaves no message, only this event.
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) =>
  console.error('Content Security Policy: ' + event.effectiveDirective + ' refused ' + event.blockedURI, event.sourceFile))`

const PROBLEM = /Content Security Policy|<\w+> attribute |Not in an element of its own/

/**
 * Collects failed scripts, violations of the content security policy, drawings with wrong numbers, and texts where a
 * browser's translation would break the page. On translated pages also every other error of a script.
 */
async function watch(
  context: BrowserContext,
  problems: string[],
  isTranslated = false,
): Promise<void> {
  await context.addInitScript(LONE_TEXTS)
  await context.addInitScript(REPORT_VIOLATIONS)
  context.on('page', keepIntercepting)
  context.on('weberror', (error) => problems.push(String(error.error())))
  context.on('console', (message) => {
    const isProblem = PROBLEM.test(message.text())
    if (isProblem || (isTranslated && isErrorOfPage(message))) problems.push(message.text())
  })
}

/**
 * Requests that Chromium holds while the last route of a page is removed are never answered
 * (microsoft/playwright#41802). A route of the context, which matches nothing, stays on from a page's first route.
 */
function keepIntercepting(page: Page): void {
  const route = page.route.bind(page)
  let isKept = false
  page.route = async (...parameters) => {
    if (!isKept) await page.context().route(/^nothing:/, (each) => each.fallback())
    isKept = true
    return await route(...parameters)
  }
}

type Options = {
  /** The browser translates each page, as some users have set. `E2E_TRANSLATED=true` does so in every test. */
  isTranslated: boolean
}
type Fixtures = {
  problems: string[]
  /** Opens a page in a separate browser for this person. */
  as: (person: Person, path?: string) => Promise<Page>
}
type WorkerFixtures = { db: Db }

let createSession: SessionMaker

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  isTranslated: [process.env.E2E_TRANSLATED === 'true', { option: true }],
  db: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names here
    async ({}, use) => {
      const url = await readFile(join(E2E_DATA_DIR, 'database-url'), 'utf8')
      const { db, close } = await openAsOwner(url)
      createSession = await sessionMaker(db, E2E_DATA_DIR)
      await use(db)
      await close()
    },
    { scope: 'worker', auto: true },
  ],
  context: async ({ context, isTranslated }, use) => {
    if (isTranslated) await context.addInitScript(TRANSLATION)
    await use(context)
  },
  as: async ({ browser, problems }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (person, path) => {
      const context = await browser.newContext()
      contexts.push(context)
      await watch(context, problems)
      const page = await context.newPage()
      await enter(page, person, path)
      return page
    })
    for (const context of contexts) await context.close()
  },
  // In every test, no script may fail, nothing may break the content security policy, no drawing has a wrong number, and
  // no text is where a browser's translation would break the page.
  problems: [
    async ({ context, isTranslated }, use) => {
      const problems: string[] = []
      await watch(context, problems, isTranslated)
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

/** Of a script, not of a call that was refused. */
function isErrorOfPage(message: ConsoleMessage): boolean {
  return message.type() === 'error' && !message.text().startsWith('Failed to load resource')
}

export { expect }

export function addressOf(host: string, path = '/', port = E2E_PORT): string {
  return `http://${host}:${port}${path}`
}

export function stagingAddressOf(host: string, path = '/'): string {
  return `http://${host}:${E2E_STAGING_PORT}${path}`
}

type UserInput = Partial<Parameters<typeof aUser>[1]>

/** A new respondent of Northfield Trust. */
export async function aNewcomer(db: Db, input: UserInput = {}) {
  return await aUser(db, { tenant: await theTenant(db, 'northfield'), ...input })
}

export async function aGod(db: Db, input: UserInput = {}) {
  return await aUser(db, { tenant: await theTenant(db, 'admin'), roles: ['god-admin'], ...input })
}

/** A company admin, of a new organisation unless one is given. */
export async function anAdmin(db: Db, { tenant, ...input }: UserInput = {}) {
  return await aUser(db, { tenant: tenant ?? (await aTenant(db)), roles: ['admin'], ...input })
}

/** A person of the demo data, by the first part of the email address. Don't change them. */
export function demoPerson(host: string, name: string): Person {
  return { host: `${host}.localhost`, email: `${name}@example.org` }
}

/** Opens a page in a new session of this person, without the sign-in form. */
export async function enter(page: Page, person: Person, path = '/'): Promise<void> {
  await openAs(page, addressOf(person.host, path), createSession(person))
}

/** Through the form, for tests about signing in. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signOut(page: Page, menu = 'Your menu'): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** The paths of all calls that send the proof that this browser is known. */
export function provingCalls(context: BrowserContext): string[] {
  const paths: string[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if ('x-known-device' in request.headers()) paths.push(pathname)
  })
  return paths
}

/** Resets the browser for this host: no cookies, no storage, no intercepted calls. */
export async function forget(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(new URL('/favicon.svg', page.url()).href)
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await page.context().clearCookies()
}

/** Goes to another page as a link does, which is several times faster than to load the application again. */
export async function turnTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const stop = __TSR_ROUTER__.subscribe('onRendered', () => {
      stop()
      resolve()
    })
    void __TSR_ROUTER__.navigate({ href: ${JSON.stringify(path)} })
  })`)
}

/** Loads another page of the same host. */
export async function go(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href)
}

export async function savedFile(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** The server's secret, with which connections are encrypted. */
export async function theSecret(): Promise<string> {
  return await readFile(join(E2E_DATA_DIR, 'secret'), 'utf8')
}
