import { type Page, chromium } from '@playwright/test'
import { createAccessTokens } from 'api/core/access-token'
import type { Db } from 'api/db/scope'
import { demoSet } from 'api/demo/demo-set'
import {
  type TestUser,
  aContentSet,
  aRefreshToken,
  aSession,
  aTenant,
  aUser,
} from 'api/testing/factories'
import { largestSet } from 'api/testing/language-sets'
import { openAsOwner } from 'api/testing/owner'
import type { ContentSetFile } from 'contract/content-format'
import { browserOptions } from '../e2e/browser.ts'
import { busyTimeOf } from '../e2e/busy-time.ts'
import { openAs } from '../e2e/session.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { machine } from './parts/cpu.ts'
import { SECRET, startProduct } from './parts/product.ts'

// `node bench/player.ts`: the time from a respondent's press to the paint of the next statement, without the pause before it,
// and the processor time of the page's thread for it, which other load on the machine changes less.
const MOST = 100
const STATEMENTS = Number(process.env.BENCH_ROUNDS ?? 48)

await buildWeb()
const product = await startProduct()
const { db, close } = await openAsOwner(product.url)
const browser = await chromium.launch(await browserOptions())
console.log(`From a press to the next statement, in Chromium without a window; ${machine()}`)
await measure('the demo, 48 statements', demoSet())
await measure('745 elements, 1,425 statements', largestSet())
await browser.close()
await close()
await product.stop()

async function measure(name: string, file: ContentSetFile) {
  const user = await aRespondent(db, file)
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await page.addInitScript(watchPresses)
  await openAs(page, `http://${user.host}:${product.port}/`, sessionOf(user))
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const busyTime = await busyTimeOf(page)
  const work: number[] = []
  for (let answered = 0; answered < STATEMENTS; answered += 1)
    work.push(await answer(page, busyTime))
  const times = await page.evaluate<number[]>('globalThis.moveTimes')
  console.log(`  ${name}: ${times.length} moves`)
  console.log(`    ${figures(times)}, p95 at most ${MOST}`)
  console.log(`    the page's thread: ${figures(work)}`)
  await context.close()
}

/** Answers the statement that is shown, and completes the element after its last one. Returns the page's work until the next one. */
async function answer(page: Page, busyTime: () => Promise<number>) {
  const statement = page.locator('h1#statement')
  const before = await statement.innerText()
  const busyBefore = await busyTime()
  // Choosing where we are now stays; from the next key on the move is measured.
  await page.keyboard.press('Digit2')
  await page.keyboard.press('Enter')
  const shown = page.locator('h1').filter({ hasNotText: before })
  await shown.waitFor()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  const work = (await busyTime()) - busyBefore
  if ((await shown.innerText()) !== 'Check your answers') return work
  await page.getByRole('button', { name: 'Complete element' }).click()
  await statement.or(page.getByText('All required elements')).first().waitFor()
  return work
}

function figures(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(0.999)} ms`
}

/** Runs in the page. Measures from a key to the first task after the frame with another heading. */
function watchPresses() {
  const times: number[] = []
  Object.assign(globalThis, { moveTimes: times })
  let pressedAt: number | null = null
  const page = globalThis as unknown as {
    document: { querySelector: (selector: string) => { textContent: string | null } | null }
    addEventListener: (
      type: string,
      run: (event: { timeStamp: number }) => void,
      capture: boolean,
    ) => void
    requestAnimationFrame: (run: () => void) => void
  }
  const textOf = () => page.document.querySelector('h1')?.textContent
  const watch = (before: string | null | undefined) => {
    page.requestAnimationFrame(() => {
      if (textOf() === before) return watch(before)
      const painted = new MessageChannel()
      painted.port1.addEventListener('message', () => {
        if (pressedAt !== null) times.push(performance.now() - pressedAt)
        pressedAt = null
      })
      painted.port1.start()
      painted.port2.postMessage(null)
    })
  }
  page.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp
      watch(textOf())
    },
    true,
  )
}

async function aRespondent(on: Db, file: ContentSetFile) {
  const tenant = await aTenant(on)
  await aContentSet(on, { tenant, file })
  return await aUser(on, { tenant })
}

async function sessionOf(user: TestUser) {
  const sessionId = await aSession(db, user)
  const claims = { userId: user.id, tenantId: user.tenantId, sessionId }
  return {
    token: await createAccessTokens([SECRET], () => new Date()).sign(claims),
    refresh: await aRefreshToken(db, user.tenantId, sessionId),
  }
}
