import { type Page, chromium } from '@playwright/test'
import { DEMO_PASSWORD } from 'api/demo/load-demo'
import { writeContentJson } from 'api/features/content/files/write-content-workbook'
import { longSet } from 'api/testing/long-set'
import { ContentImport } from 'contract/content-imports'
import { browserOptions } from '../e2e/browser.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { machine } from './parts/cpu.ts'
import { startProduct } from './parts/product.ts'

// `node bench/typing.ts`: the time from an author's key press to the paint, in a large set and in the largest, and the
// CPU time of the page's scripts, which other load on the machine doesn't change.
const SETS = [
  { elements: 745, statements: 2, responses: 4 },
  { elements: 2000, statements: 5, responses: 5 },
]
const MOST = 50
const SENTENCE = 'We know whom we depend on, and what we would do without them. '.repeat(2)

interface Times {
  /** Milliseconds of each key or frame. */
  all: readonly number[]
  /** Average CPU time of scripts per key or frame, in milliseconds. */
  script: number
}

await buildWeb()
const product = await startProduct()
const browser = await chromium.launch(await browserOptions())
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
const devtools = await page.context().newCDPSession(page)
await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
const host = `http://northfield.localhost:${product.port}`
await page.addInitScript(watchKeys)
await signIn(page)
console.log(
  `Typing in the builder, from the key to the paint, in Chromium without a window; ${machine()}`,
)
for (const size of SETS) await measure(await importSet(size), size)
await browser.close()
await product.stop()

async function measure(id: number, { elements, statements, responses }: (typeof SETS)[number]) {
  const count = elements * statements
  console.log(`  ${elements} elements, ${count} statements, ${count * responses} responses`)
  const outline = page.getByRole('tree', { name: 'Elements and statements' })
  const start = performance.now()
  await page.goto(`${host}/admin/content-sets/${id}`)
  const row = (name: RegExp) => outline.getByRole('treeitem', { name }).first()
  const foldAll = (name: 'Expand all elements' | 'Collapse all elements') =>
    page.getByRole('button', { name }).click()
  await row(/^E1 Element 1 /).waitFor()
  console.log(`    opened, with the page itself  ${(performance.now() - start).toFixed(0)} ms`)

  await foldAll('Collapse all elements')
  await foldAll('Expand all elements')
  report('a frame while scrolling the outline', await scroll())
  const find = page.getByRole('searchbox', { name: 'Find in the outline' })
  await find.focus()
  report('key in find', await keys(() => type(`part 1 of element ${elements - 1} `)))
  await find.fill('')

  await foldAll('Collapse all elements')
  await row(/^Group 2/).click()
  await row(/^E2 /).click()
  await row(/^E2-1 /).click()
  const statement = page.getByRole('textbox', { name: 'Statement', exact: true })
  await statement.focus()
  report('key in a statement', await keys(() => type(SENTENCE)), MOST)
  report('undo', await keys(() => press('Control+z', 3)))
  await foldAll('Collapse all elements')
  await foldAll('Expand all elements')
  await statement.focus()
  report('key in a statement, all elements open', await keys(() => type(SENTENCE)), MOST)
  await row(/^E2-1 /).click()
  await outline.focus()
  report('one more row chosen', await keys(() => press('Shift+ArrowDown', 30)))
  await outline.press('Home')
  await row(/^E2 /).click()
  await outline.focus()
  report('an element moved', await keys(() => press('Alt+ArrowDown', 10)))
}

function report(what: string, { all, script }: Times, most?: number) {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
  const limit = most === undefined ? '' : ` (p95 at most ${most})`
  console.log(
    `    ${what}  p50 ${at(0.5)}, p95 ${at(0.95)}, max ${(sorted.at(-1) ?? 0).toFixed(0)} ms${limit}; scripts ${script.toFixed(1)} ms`,
  )
}

async function type(text: string) {
  await page.keyboard.type(text, { delay: 60 })
}

async function press(key: string, times: number) {
  for (let time = 0; time < times; time += 1) await page.keyboard.press(key, { delay: 60 })
}

async function keys(work: () => Promise<void>): Promise<Times> {
  await page.evaluate('globalThis.keyTimes.length = 0')
  const before = await scripts()
  await work()
  await page.waitForTimeout(300)
  const after = await scripts()
  const all = await page.evaluate<number[]>('[...globalThis.keyTimes]')
  return { all, script: (after - before) / all.length }
}

async function scroll(): Promise<Times> {
  const before = await scripts()
  const all = await page.evaluate<number[]>(`(async () => {
    const tree = document.querySelector('[role=tree]')
    const frames = []
    let last = await new Promise(requestAnimationFrame)
    for (let step = 1; step <= 120; step += 1) {
      tree.scrollTop = (tree.scrollHeight / 120) * step
      const now = await new Promise(requestAnimationFrame)
      frames.push(now - last)
      last = now
    }
    tree.scrollTop = 0
    return frames
  })()`)
  return { all, script: ((await scripts()) - before) / all.length }
}

/** The CPU time of the page's scripts so far, in milliseconds. */
async function scripts() {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
}

/** Runs in the page. Measures from a key's timestamp to the first task after its frame. */
function watchKeys() {
  const times: number[] = []
  Object.assign(globalThis, { keyTimes: times })
  const onKey = ({ key, timeStamp }: { key: string; timeStamp: number }) => {
    if (key === 'Control' || key === 'Shift') return
    const painted = new MessageChannel()
    painted.port1.addEventListener('message', () => times.push(performance.now() - timeStamp))
    painted.port1.start()
    requestAnimationFrame(() => painted.port2.postMessage(null))
  }
  addEventListener('keydown', onKey, true)
}

async function signIn(on: Page) {
  await on.goto(`${host}/login`)
  await on.getByRole('textbox', { name: 'Email' }).fill('northfield.admin@example.org')
  await on.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await on.getByRole('button', { name: 'Sign in' }).click()
  await on.waitForURL((url) => !url.pathname.startsWith('/login'))
}

async function importSet(size: (typeof SETS)[number]): Promise<number> {
  const file = Buffer.from(writeContentJson(longSet(size))).toString('base64')
  const started = await call('POST', '/content-imports', { name: 'long.json', file })
  const { id } = ContentImport.parse(started)
  await settled(id, 'ready')
  await call('POST', `/content-imports/${id}/draft`, {})
  return (await settled(id, 'done')).content_set_id ?? 0
}

async function settled(id: number, wanted: ContentImport['status']): Promise<ContentImport> {
  for (;;) {
    const found = ContentImport.parse(await call('GET', `/content-imports/${id}`))
    if (found.status === wanted) return found
    if (found.status === 'failed' || found.status === 'faulty')
      throw new Error(JSON.stringify(found.faults))
    await page.waitForTimeout(200)
  }
}

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const given = JSON.stringify(body === undefined ? null : JSON.stringify(body))
  return await page.evaluate<unknown>(`(async () => {
    const xsrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)
    const headers = {
      'content-type': 'application/json',
      authorization: 'Bearer ' + localStorage.getItem('pat-app__at__'),
      ...(xsrf && { 'x-xsrf-token': decodeURIComponent(xsrf[1]) }),
    }
    const body = ${given}
    const answer = await fetch('/api${path}', { method: '${method}', headers, ...(body && { body }) })
    return answer.status === 204 ? null : answer.json()
  })()`)
}
