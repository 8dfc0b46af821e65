import { chromium } from '@playwright/test'
import { browserOptions } from '../e2e/browser.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { machine } from './parts/cpu.ts'
import { startProduct } from './parts/product.ts'

// `node bench/first-visit.ts`: the bytes of a first visit to /login.
/** The limits. LimeSurvey 6.10 is for comparison. */
const MOST = { kib: 230, requests: 12 }
const LIMESURVEY = { kib: 1195, requests: 28 }

await buildWeb()
const product = await startProduct()
const browser = await chromium.launch(await browserOptions())
const page = await browser.newPage()
const session = await page.context().newCDPSession(page)
const paths = new Map<string, string>()
const received: { path: string; bytes: number }[] = []
session.on('Network.requestWillBeSent', ({ requestId, request }) => {
  paths.set(requestId, new URL(request.url).pathname)
})
session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
  received.push({ path: paths.get(requestId) ?? '', bytes: encodedDataLength })
})
await session.send('Network.enable')
await page.goto(`http://northfield.localhost:${product.port}/login`, { waitUntil: 'networkidle' })
await page.getByRole('button', { name: 'Sign in' }).waitFor()
await browser.close()
await product.stop()

const kib = received.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
console.log(`First visit of a signed-out visitor, headers included; ${machine()}`)
for (const { path, bytes } of received.toSorted((a, b) => b.bytes - a.bytes))
  console.log(`    ${(bytes / 1024).toFixed(1).padStart(6)} KiB  ${path}`)
console.log(
  `  ${kib.toFixed(0)} KiB (at most ${MOST.kib}), ${received.length} requests (at most ${MOST.requests})`,
)
console.log(
  `  LimeSurvey 6.10: ${(LIMESURVEY.kib / kib).toFixed(1)} times the bytes, ${(LIMESURVEY.requests / received.length).toFixed(1)} times the requests`,
)
