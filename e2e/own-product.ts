import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { readEnv } from 'api/env'
import type { Db } from 'api/db/driver'
import { startEmbedded } from 'api/db/embedded'
import { main } from 'api/main'
import { type MailServer, startMailServer } from 'api/testing/mail-server'
import { openAsOwner } from 'api/testing/owner'
import { freePort } from './free-port.ts'
import { type Person, addressOf, expect, test as base } from './fixtures.ts'
import { openAs, sessionMaker } from './session.ts'

const CONSENT = 'pat-app__cookie-consent__=necessary; path=/'

export type Product = {
  db: Db
  /** What its people were sent. */
  mails: MailServer
  /** The page of somebody in a browser of their own, which has the product's time. */
  open: (person: Person, path: string) => Promise<Page>
  /** The same without signing in. */
  visit: (host: string, path: string) => Promise<Page>
  go: (page: Page, path: string) => Promise<void>
  /** To noon of a day, for everybody. The product starts anew, and so looks at once what is due. */
  moveTo: (day: string) => Promise<void>
}

/** The real product with a database of its own, whose time one test moves. */
export const test = base.extend<{ settings: Record<string, string>; product: Product }>({
  settings: [{}, { option: true }],
  product: async ({ browser, settings }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'waymark-e2e-own-'))
    const database = await startEmbedded({ dataDir, durable: false, log: LOG })
    const mails = await startMailServer()
    const port = String(await freePort())
    const env = readEnv({
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SMTP_URL: mails.url,
      WEB_DIST: process.env.WEB_DIST,
      ...settings,
    })
    let ahead = 0
    const now = () => new Date(Date.now() + ahead)
    let running = await main(env, now)
    const { db, close } = await openAsOwner(database.url)
    const makeSession = await sessionMaker(db, dataDir, now)
    const contexts: BrowserContext[] = []
    const problems: string[] = []
    const newPage = async () => {
      const context = await browser.newContext()
      contexts.push(context)
      context.on('weberror', (error) => problems.push(String(error.error())))
      await context.addInitScript(`if (origin !== 'null') document.cookie = '${CONSENT}'`)
      await context.clock.install({ time: now() })
      return await context.newPage()
    }
    await use({
      db,
      mails,
      go: async (page, path) => void (await page.goto(new URL(path, page.url()).href)),
      open: async (person, path) => {
        const page = await newPage()
        await openAs(page, addressOf(person.host, path, port), makeSession(person))
        return page
      },
      visit: async (host, path) => {
        const page = await newPage()
        await page.goto(addressOf(host, path, port))
        return page
      },
      moveTo: async (day) => {
        await running.stop()
        ahead = Date.parse(`${day}T12:00:00Z`) - Date.now()
        running = await main(env, now)
        for (const { clock } of contexts) await clock.setSystemTime(now())
      },
    })
    for (const context of contexts) await context.close()
    await close()
    await running.stop()
    await mails.close()
    await database.stop()
    await rm(dataDir, { recursive: true })
    expect(problems).toEqual([])
  },
})

const LOG = { debug() {}, error: (line: string) => void process.stderr.write(`${line}\n`) }
