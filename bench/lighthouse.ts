import { chromium } from '@playwright/test'
import { freePort } from 'api/testing/free-port'
import lighthouse, { type Result } from 'lighthouse'
import { browserOptions } from '../e2e/browser.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { machine } from './parts/cpu.ts'
import { startProduct } from './parts/product.ts'

// `node bench/lighthouse.ts`: Lighthouse for the first pages of visitors, on its slow phone. The median of each score
// counts. Measure on a machine that does nothing else: the phone's processor is this one, slowed down.
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100 }
const PAGES = {
  'sign-in': ['northfield.localhost', '/login'],
  request: ['localhost', '/register/request'],
} as const
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)

type Page = keyof typeof PAGES
type Category = keyof typeof LEAST

await buildWeb()
const product = await startProduct()
const debuggingPort = await freePort()
const options = await browserOptions()
const args = [`--remote-debugging-port=${debuggingPort}`]
const browser = await chromium.launch({ ...options, args })
console.log(`Lighthouse, mobile, median of ${ROUNDS}; ${machine()}`)
for (const page of Object.keys(PAGES) as Page[]) await measure(page)
await browser.close()
await product.stop()

async function measure(page: Page) {
  const results: Result[] = []
  for (let round = 0; round < ROUNDS; round += 1) results.push(await visit(page))
  console.log(`  ${page}`)
  for (const category of Object.keys(LEAST) as Category[]) {
    const scores = results.map(({ categories }) => (categories[category]?.score ?? 0) * 100)
    const all = scores.map((score) => score.toFixed(0)).join(', ')
    console.log(
      `    ${category} ${median(scores).toFixed(0)} (at least ${LEAST[category]}; ${all})`,
    )
  }
  const value = (audit: string) =>
    median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
  console.log(
    `    layout shift ${value('cumulative-layout-shift').toFixed(3)} (at most 0); first text after ${seconds(value('first-contentful-paint'))}, largest after ${seconds(value('largest-contentful-paint'))}; blocked for ${value('total-blocking-time').toFixed(0)} ms`,
  )
  for (const audit of faultsOf(results)) console.log(`    failed: ${audit}`)
  for (const part of movedIn(results)) console.log(`    moved: ${part}`)
}

async function visit(page: Page): Promise<Result> {
  const [host, path] = PAGES[page]
  const address = `http://${host}:${product.port}${path}`
  const outcome = await lighthouse(address, {
    port: debuggingPort,
    output: 'json',
    logLevel: 'error',
    onlyCategories: Object.keys(LEAST),
  })
  if (outcome === undefined || outcome.lhr.runtimeError)
    throw new Error(`Lighthouse failed: ${outcome?.lhr.runtimeError?.message}`)
  return outcome.lhr
}

/** What costs points for accessibility and best practices. */
function faultsOf(results: readonly Result[]): Set<string> {
  return new Set(
    results.flatMap(({ categories, audits }) =>
      (['accessibility', 'best-practices'] as const)
        .flatMap((category) => categories[category]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
        .map(({ id }) => `${id}: ${audits[id]?.title}`),
    ),
  )
}

/** The parts of the page that moved after they had been shown. */
function movedIn(results: readonly Result[]): Set<string> {
  const details = results.map(({ audits }) => audits['layout-shifts']?.details)
  return new Set(
    details.flatMap((table) =>
      table?.type === 'table'
        ? table.items.map(({ node }) =>
            typeof node === 'object' && 'snippet' in node ? String(node.snippet) : 'something',
          )
        : [],
    ),
  )
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function seconds(milliseconds: number) {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
