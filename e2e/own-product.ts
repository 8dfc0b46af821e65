import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { readEnv } from 'api/read-env'
import type { Db } from 'api/db/scope'
import { startEmbedded } from 'api/db/embedded'
import { main } from 'api/main'
import { freePort } from 'api/testing/free-port'
import { LONG_WAITS } from 'api/testing/long-waits'
import { type MailServer, startMailServer } from 'api/testing/mail-server'
import { openAsOwner } from 'api/testing/owner'
import { type Person, addressOf, expect, test as base } from './fixtures.ts'
import { openAs, sessionMaker } from './session.ts'

type Product = {
  db: Db
  /** All mails that were sent. */
  mails: MailServer
  /** Opens a page in a separate browser for this person, at the product's time. */
  open: (person: Person, path: string) => Promise<Page>
  /** The same without a session. */
  visit: (host: string, path: string) => Promise<Page>
  /** Restarts the product at noon of a day, which runs its due jobs. */
  moveTo: (day: string) => Promise<void>
}

/** The real product with a separate database, whose time the test moves. */
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
    let running = await main(env, { now, waits: LONG_WAITS })
    const { db, close } = await openAsOwner(database.url)
    const createSession = await sessionMaker(db, dataDir, now)
    const contexts: BrowserContext[] = []
    const problems: string[] = []
    const newPage = async () => {
      const context = await browser.newContext()
      contexts.push(context)
      context.on('weberror', (error) => problems.push(String(error.error())))
      await context.clock.install({ time: now() })
      return await context.newPage()
    }
    await use({
      db,
      mails,
      open: async (person, path) => {
        const page = await newPage()
        await openAs(page, addressOf(person.host, path, port), createSession(person))
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
        running = await main(env, { now, waits: LONG_WAITS })
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
