import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type { Db } from 'api/db/driver'
import { DEMO_PASSWORD } from 'api/demo/load-demo'
import { PASSWORD, type TestUser, aUser, theTenant } from 'api/testing/factories'
import { openAsOwner } from 'api/testing/owner'

const { E2E_PORT, E2E_STAGING_PORT, E2E_DATA_DIR = '' } = process.env

/** Narrower than this a page shows its form for phones. */
const PHONE = 768

/** Who signs in where; a password only if it is not the factories'. */
export type Person = Pick<TestUser, 'host' | 'email'> & { password?: string }

type Options = { isConsentGiven: boolean }
type Fixtures = { isPhone: boolean; problems: string[] }
type WorkerFixtures = { db: Db }

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  isConsentGiven: [true, { option: true }],
  db: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads here which fixtures are wanted
    async ({}, use) => {
      const url = await readFile(join(E2E_DATA_DIR, 'database-url'), 'utf8')
      const { db, close } = await openAsOwner(url)
      await use(db)
      await close()
    },
    { scope: 'worker' },
  ],
  context: async ({ context, isConsentGiven }, use) => {
    if (isConsentGiven) {
      // Frames of a mail have no origin and no cookies.
      await context.addInitScript(
        "if (origin !== 'null') document.cookie = 'pat-app__cookie-consent__=necessary; path=/'",
      )
    }
    await use(context)
  },
  isPhone: async ({ viewport }, use) => use((viewport?.width ?? 0) < PHONE),
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

/** Somebody of the demo, by the first part of the e-mail address: to be looked at, not to be changed. */
export function demoPerson(host: string, name: string): Person {
  return { host: `${host}.localhost`, email: `${name}@example.org`, password: DEMO_PASSWORD }
}

/** Signs in by the real API, without the form, and opens a page. */
export async function enter(
  page: Page,
  person: Person,
  path = '/',
  port = E2E_PORT,
): Promise<void> {
  const { host, email, password = PASSWORD } = person
  await page.goto(addressOf(host, '/favicon.svg', port))
  await page.evaluate(`(async () => {
    await fetch('/api/tenant')
    const xsrf = decodeURIComponent(/__Host-XSRF-TOKEN=([^;]+)/.exec(document.cookie)[1])
    const headers = { 'content-type': 'application/json', 'x-xsrf-token': xsrf }
    const body = ${JSON.stringify(JSON.stringify({ email, password }))}
    const answer = await fetch('/api/login', { method: 'POST', headers, body })
    localStorage.setItem('pat-app__at__', (await answer.json()).token)
  })()`)
  await page.goto(addressOf(host, path, port))
}

/** Goes to another page of the same host. */
export async function go(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href)
}
