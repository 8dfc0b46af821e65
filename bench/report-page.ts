import { type Page, chromium } from '@playwright/test'
import { createAccessTokens } from 'api/core/access-token'
import type { Db } from 'api/db/scope'
import { aCertification } from 'api/testing/certifying'
import {
  type TestUser,
  THIS_YEAR,
  aContentSet,
  aRefreshToken,
  aSession,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { aGeneratedReport } from 'api/testing/generated-report'
import { largestSet } from 'api/testing/language-sets'
import { openAsOwner } from 'api/testing/owner'
import { browserOptions } from '../e2e/browser.ts'
import { openAs } from '../e2e/session.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { machine } from './parts/cpu.ts'
import { SECRET, startProduct } from './parts/product.ts'

// `node bench/report-page.ts`: reports of 745 elements and 1,425 statements in a browser.
/** Elements and texts of the page, and milliseconds from its address to its paint. */
const MOST = { nodes: 5000, open: 1500 }
const ROUNDS = 5

await buildWeb()
const product = await startProduct()
const { db, close } = await openAsOwner(product.url)
const { user, report, certificate } = await longReports(db)
const browser = await chromium.launch(await browserOptions())
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
const host = `http://${user.host}:${product.port}`
await openAs(page, `${host}/settings`, sessionOf(user))
await page.getByRole('heading', { level: 1 }).waitFor()

console.log(`Reports of 745 elements and 1,425 statements in Chromium; ${machine()}`)
await measure('action report', `/action-reports/${report}`)
await measureUse(page)
await measure('certification report', `/certification/${certificate}`)
await browser.close()
await close()
await product.stop()

async function measure(name: string, path: string) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(`${host}${path}`)
    // The last heading that the page shows at first.
    await page.getByRole('heading', { name: 'Elements', exact: true }).waitFor()
    times.push(await painted())
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  console.log(`  ${name}`)
  console.log(`    opened and painted  ${median.toFixed(0)} ms (at most ${MOST.open})`)
  console.log(`    nodes               ${await nodes()} (at most ${MOST.nodes})`)
}

async function measureUse(on: Page) {
  await on.goto(`${host}/action-reports/${report}`)
  await on.getByRole('heading', { name: 'Elements', exact: true }).waitFor()
  await timed('jump to an element that is not rendered yet', async () => {
    await on.getByRole('link', { name: 'Group 19', exact: true }).click()
    await on.getByRole('link', { name: 'Element 739 of many' }).click()
    await on.getByText('part 1 of element 739').first().waitFor()
  })
  await timed('100 more actions', () =>
    on
      .getByRole('region', { name: 'Actions' })
      .getByRole('button', { name: 'Show 100 more' })
      .click(),
  )
  await timed('print', async () => void (await on.pdf({ preferCSSPageSize: true })))
}

async function timed(what: string, work: () => Promise<void>) {
  const start = performance.now()
  await work()
  await painted()
  console.log(`    ${what}  ${(performance.now() - start).toFixed(0)} ms, ${await nodes()} nodes`)
}

/** Waits for the next paint. Returns the milliseconds since the address was opened. */
async function painted() {
  return await page.evaluate<number>(
    'new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))',
  )
}

async function nodes() {
  return await page.evaluate<number>(`(() => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    let count = 0
    while (walker.nextNode()) count += 1
    return count
  })()`)
}

async function longReports(db: Db) {
  const file = largestSet()
  const tenant = await aTenant(db)
  const user = await aUser(db, { tenant })
  const contentSetId = await aContentSet(db, { tenant, file })
  const assessmentId = await anAssessment(db, { user, contentSetId })
  const report = await aGeneratedReport(db, { user, assessmentId, year: THIS_YEAR }, file)
  const { id: certificate } = await aCertification(db, { user, contentSetId })
  return { user, report, certificate }
}

async function sessionOf(user: TestUser) {
  const sessionId = await aSession(db, user)
  const claims = { userId: user.id, tenantId: user.tenantId, sessionId }
  return {
    token: await createAccessTokens([SECRET], () => new Date()).sign(claims),
    refresh: await aRefreshToken(db, user.tenantId, sessionId),
  }
}
