import { type CDPSession, type Page, chromium } from '@playwright/test'
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
import { openAsOwner } from 'api/testing/owner'
import { browserOptions } from '../e2e/browser.ts'
import { openAs } from '../e2e/session.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { machine } from './parts/cpu.ts'
import { SECRET, startProduct } from './parts/product.ts'

// `node bench/answering.ts`: the requests and the bytes of a player that opens without a cache, and of each statement
// that is answered there, as the browser sends and receives them, headers included.
/** The KiB of both directions together. */
const MOST = { coldRequests: 40, requests: 1.05, kib: 2 }
const STATEMENTS = Number(process.env.BENCH_ROUNDS ?? 48)

await buildWeb()
const product = await startProduct()
const { db, close } = await openAsOwner(product.url)
const browser = await chromium.launch(await browserOptions())
console.log(`Answering, as the browser sends it; ${machine()}`)
await measure()
await browser.close()
await close()
await product.stop()

async function measure() {
  const user = await aRespondent(db)
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await openAs(page, `http://${user.host}:${product.port}/`, sessionOf(user))
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const statement = page.locator('h1#statement')
  await statement.waitFor()
  const session = await context.newCDPSession(page)
  const traffic = await trafficOf(session)

  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.reload({ waitUntil: 'networkidle' })
  await statement.waitFor()
  const cold = traffic.take()
  await session.send('Network.setCacheDisabled', { cacheDisabled: false })
  console.log(
    `  a player opened without a cache: ${cold.requests} requests (at most ${MOST.coldRequests}), ${kib(cold.received)} KiB received`,
  )

  const all: Taken[] = []
  for (let answered = 0; answered < STATEMENTS; answered += 1) {
    const saved = page.waitForResponse(/\/answers$/)
    const isLast = await answer(page, answered)
    await (await saved).finished()
    // Long enough for what a page might load after a save.
    await page.waitForTimeout(500)
    all.push(traffic.take())
    if (!isLast || answered === STATEMENTS - 1) continue
    await page.getByRole('button', { name: 'Complete element' }).click()
    await statement.waitFor()
    // What the next element loads belongs to no answer.
    await page.waitForTimeout(1500)
    traffic.take()
  }
  const requests = all.flatMap((taken) => taken.all)
  const saves = requests.filter(({ path }) => path.endsWith('/answers'))
  const each = (requests.length / STATEMENTS).toFixed(2)
  const sent = sumOf(saves, 'sent') / STATEMENTS
  const received = sumOf(saves, 'received') / STATEMENTS
  console.log(
    `  each of ${STATEMENTS} statements with both answers: ${each} requests (at most ${MOST.requests}), ${kib(sent + received)} KiB (at most ${MOST.kib}): ${kib(sent)} sent and ${kib(received)} received`,
  )
  for (const { path, sent, received } of requests.filter((one) => !saves.includes(one)))
    console.log(`    besides, once: ${path}, ${kib(sent + received)} KiB`)
  await context.close()
}

/** Answers a statement with both choices. Returns whether it was the last one of its element. */
async function answer(page: Page, answered: number) {
  const before = await page.locator('h1#statement').innerText()
  await page.keyboard.press('Digit2')
  await page.keyboard.press(answered % 2 === 0 ? 'Enter' : 'Shift+Digit3')
  const shown = page.locator('h1').filter({ hasNotText: before })
  await shown.waitFor()
  return (await shown.innerText()) === 'Check your answers'
}

interface Request {
  path: string
  sent: number
  received: number
}
interface Taken {
  all: Request[]
  requests: number
  received: number
}

/** Counts requests and their bytes in both directions. */
async function trafficOf(session: CDPSession) {
  const byId = new Map<string, Request>()
  const of = (id: string): Request => byId.get(id) ?? { path: '', sent: 0, received: 0 }
  const headers = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname } = new URL(request.url)
    const line = `${request.method} ${pathname} HTTP/1.1\r\n\r\n`
    byId.set(requestId, {
      path: `${request.method} ${pathname.replace(/\d+/g, 'N')}`,
      sent: (request.postData?.length ?? 0) + line.length,
      received: 0,
    })
  })
  session.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers: given }) => {
    headers.set(requestId, headersSize(given))
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = of(requestId)
    one.sent += headers.get(requestId) ?? 0
    one.received = encodedDataLength
  })
  await session.send('Network.enable')
  return {
    take: (): Taken => {
      const all = [...byId.values()]
      byId.clear()
      return { all, requests: all.length, received: sumOf(all, 'received') }
    },
  }
}

function sumOf(requests: readonly Request[], what: 'sent' | 'received') {
  return requests.reduce((sum, one) => sum + one[what], 0)
}

function headersSize(headers: Record<string, string>) {
  return Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + value.length + ': \r\n'.length,
    0,
  )
}

function kib(bytes: number) {
  return (bytes / 1024).toFixed(2)
}

async function aRespondent(on: Db) {
  const tenant = await aTenant(on)
  await aContentSet(on, { tenant, file: demoSet() })
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
