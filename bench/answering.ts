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

  const all = { requests: 0, sent: 0, received: 0, paths: new Map<string, number>() }
  for (let answered = 0; answered < STATEMENTS; answered += 1) {
    const saved = page.waitForResponse(/\/answers$/)
    const isLast = await answer(page, answered)
    await (await saved).finished()
    // Long enough for what a page might load after a save.
    await page.waitForTimeout(500)
    const { requests, sent, received, paths } = traffic.take()
    all.requests += requests
    all.sent += sent
    all.received += received
    for (const [path, count] of paths) all.paths.set(path, (all.paths.get(path) ?? 0) + count)
    if (!isLast || answered === STATEMENTS - 1) continue
    await page.getByRole('button', { name: 'Complete element' }).click()
    await statement.waitFor()
    // What the next element loads belongs to no answer.
    await page.waitForTimeout(1500)
    traffic.take()
  }
  const each = (all.requests / STATEMENTS).toFixed(2)
  console.log(
    `  each of ${STATEMENTS} statements with both answers: ${each} requests (at most ${MOST.requests}), ${kib((all.sent + all.received) / STATEMENTS)} KiB (at most ${MOST.kib}): ${kib(all.sent / STATEMENTS)} sent and ${kib(all.received / STATEMENTS)} received`,
  )
  for (const [path, count] of all.paths) console.log(`    ${count}  ${path}`)
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

/** Counts requests and their bytes in both directions. */
async function trafficOf(session: CDPSession) {
  let requests = 0
  let sent = 0
  let received = 0
  const sizes = new Map<string, number>()
  const paths = new Map<string, number>()
  const isCounted = new Set<string>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname } = new URL(request.url)
    const body = request.postData?.length ?? 0
    const path = `${request.method} ${pathname.replace(/\d+/g, 'N')}`
    isCounted.add(requestId)
    requests += 1
    sent += body + `${request.method} ${pathname} HTTP/1.1\r\n\r\n`.length
    paths.set(path, (paths.get(path) ?? 0) + 1)
  })
  session.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    sizes.set(requestId, headersSize(headers))
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!isCounted.has(requestId)) return
    sent += sizes.get(requestId) ?? 0
    received += encodedDataLength
  })
  await session.send('Network.enable')
  return {
    take: () => {
      const taken = { requests, sent, received, paths: [...paths] }
      requests = 0
      sent = 0
      received = 0
      paths.clear()
      return taken
    },
  }
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
