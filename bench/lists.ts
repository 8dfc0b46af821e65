import { PEOPLE_COLUMNS } from 'contract/people-sort'
import { machine } from './parts/cpu.ts'
import { type Connection, openConnection } from './parts/http-client.ts'
import { type Viewer, growTo, signInViewers } from './parts/listed-people.ts'
import { explainAll, makePlanReader, outlineOf, sequentialScans } from './parts/plans.ts'
import { type Product, startProduct } from './parts/product.ts'

// `node bench/lists.ts`: issue 4, part 2. A page of each list in a small set, and in one a hundred times as large. Each
// size is a product of its own, all run side by side and are asked in turns: what the machine is at meets them alike.
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 200)
const WARM_UP = 20
const MOST = 1.5
/** Only the pages whose viewer and name match. */
const ONLY = new RegExp(process.env.BENCH_PAGES ?? '')

const SIZES = [
  { name: '1×', people: 200, organisations: 2 },
  { name: '10×', people: 2000, organisations: 20 },
  { name: '100×', people: 20_000, organisations: 200 },
]

const PEOPLE: Record<string, string> = {
  'no filter': '',
  'rare part': 'name=zephyr',
  'part of one in 25': 'name=castellan',
  'common part': 'name=an',
  'part of every e-mail': 'email=listed&sort=email.asc',
  'part that nobody has': 'name=qqxz',
  'admins only': 'roles=admin',
  ...Object.fromEntries(
    PEOPLE_COLUMNS.flatMap((column) =>
      ['asc', 'desc'].map((direction) => [
        `by ${column}.${direction}`,
        `sort=${column}.${direction}`,
      ]),
    ),
  ),
  'last page': 'page=LAST',
  'last page of a common part': 'name=an&page=LAST',
}

/** Paths of the other lists; who may not call one is not asked. */
const OTHERS: Record<string, string> = {
  organisations: 'customers?',
  'organisations, part of a name': 'customers?name=listed%201',
  'organisations, last page by domain': 'customers?sort=domain.asc&page=LAST',
  'organisations to choose from': 'customer-choices',
  'the large organisation': 'customers/LARGE',
  'invitations, newest first': 'invitations?',
  'invitations, open, by e-mail': 'invitations?status=open&sort=email.asc',
  'invitations, part of an e-mail': 'invitations?email=i1',
  'invitations, last page': 'invitations?page=LAST',
  access: 'admin-users?',
  'access, part of a name': 'admin-users?name=a',
  'invitations of all': 'admin-invites?status=open,expired',
  'invitations of all, whatever came of them': 'admin-invites?',
  'invitations of all, part of an organisation': 'admin-invites?status=open,expired&name=listed',
  'invitations of all, last page': 'admin-invites?status=open,expired&page=LAST',
  'audit log': 'audit?',
  'audit log, one action': 'audit?action=roles%20changed',
  'audit log, part of a name': 'audit?who=castellan',
  'audit log, last page': 'audit?page=LAST',
}

const LEVEL = `title=${encodeURIComponent('Operational Resilience Framework')}&scale=4&level=2`

const PARTICIPATION: Record<string, string> = {
  'no filter': '',
  'not begun': 'state=not_begun',
  'in progress, untouched longest': 'state=in_progress&sort=touched_at.asc',
  'untouched for 30 days': 'activity=stalled',
  'not begun, last page': 'state=not_begun&page=LAST',
  'certificates that expire': 'certificate=expiring',
  'on a level': LEVEL,
  'rare part': 'name=zephyr',
  'part of one in 25': 'name=castellan',
  'part of one in 25, not begun': 'name=castellan&state=not_begun',
}

const PAGES: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(PEOPLE).map(([page, search]) => [`people, ${page}`, `users?${search}`]),
  ),
  ...OTHERS,
  ...Object.fromEntries(
    Object.entries(PARTICIPATION).map(([page, search]) => [
      `participation, ${page}`,
      `participation?${search}`,
    ]),
  ),
}

/** None of these is ever read from end to end. */
const TABLES = new Set([
  'users',
  'one_time_links',
  'audit_events',
  'assessments',
  'reports',
  'certifications',
])
const LISTED =
  /users u|one_time_links|audit_events|tenants|assessments [ak]|reports r|certifications u/

type Figures = { p50: number; p95: number; cpu: number }
type Page = { viewer: string; page: string; path: string }
type Size = {
  product: Product
  connection: Connection
  viewers: Viewer[]
}

const reader = makePlanReader()
const products: Product[] = []
for (const size of SIZES) products.push(await startSize(size))
// Not before: the first would be closed for idling while the last is filled.
const sizes = await Promise.all(products.map(visit))
const pages = pagesOf(sizes[0]?.viewers ?? [])
const figures = new Map<string, Figures[]>()
for (const page of pages) await measure(page, WARM_UP)
for (const page of pages) figures.set(`| ${page.viewer} | ${page.page} |`, await measure(page))
print()
await explain()
for (const { connection, product } of sizes) {
  connection.close()
  await product.stop()
}

async function startSize(size: (typeof SIZES)[number]): Promise<Product> {
  const isLargest = size === SIZES.at(-1)
  const product = await startProduct(isLargest ? reader.onLine : undefined)
  await growTo(product, size)
  return product
}

async function visit(product: Product): Promise<Size> {
  const viewers = await signInViewers(product)
  return { product, connection: await openConnection(product.port), viewers }
}

function pagesOf(viewers: readonly Viewer[]): Page[] {
  return viewers.flatMap((viewer) =>
    Object.entries(PAGES)
      .filter(([, path]) => viewer.name === 'god-admin' || !path.startsWith('admin-'))
      .map(([page, path]) => ({ viewer: viewer.name, page, path }))
      .filter(({ viewer: name, page }) => ONLY.test(`${name}, ${page}`)),
  )
}

/** A page of each size in turns. */
async function measure(page: Page, requests = REQUESTS): Promise<Figures[]> {
  const asked = await Promise.all(sizes.map((size) => askerOf(size, page)))
  const before = sizes.map(cpuOf)
  const times: number[][] = sizes.map(() => [])
  for (let turn = 0; turn < requests; turn += 1)
    for (const [place, ask] of asked.entries()) {
      const start = performance.now()
      await ask()
      times[place]?.push(performance.now() - start)
    }
  return sizes.map((size, place) => {
    const sorted = (times[place] ?? []).toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
    const cpu = (1000 * (cpuOf(size) - (before[place] ?? 0))) / requests
    return { p50: at(0.5), p95: at(0.95), cpu }
  })
}

function cpuOf({ product }: Size): number {
  const { api, database } = product.cpu()
  return api + database
}

async function askerOf(size: Size, { viewer: name, path }: Page) {
  const viewer = size.viewers.find((one) => one.name === name)
  if (!viewer) throw new Error(`Nobody is a ${name}.`)
  const asked = await withLastPage(size, viewer, await withLarge(size, viewer, path))
  return () => ask(size, viewer, asked)
}

async function withLarge(size: Size, viewer: Viewer, path: string): Promise<string> {
  if (!path.includes('LARGE')) return path
  const { rows } = await ask(size, viewer, 'customers?name=listed%20large')
  return path.replace('LARGE', String(rows[0]?.id))
}

async function withLastPage(size: Size, viewer: Viewer, path: string): Promise<string> {
  if (!path.includes('LAST')) return path
  const { total } = await ask(size, viewer, path.replace('LAST', '1'))
  return path.replace('LAST', String(Math.max(1, Math.ceil(total / 10))))
}

async function ask(
  { connection }: Size,
  { headers }: Viewer,
  path: string,
): Promise<{ total: number; rows: { id: number }[] }> {
  const { status, body } = await connection.send('GET', `/api/${path}`, headers)
  if (status !== 200) throw new Error(`${path}: ${status} ${body}`)
  return JSON.parse(body)
}

function print() {
  console.log(`A page of a list, ms: p50 / p95 / CPU; ${machine()}; ${REQUESTS} requests each\n`)
  console.log(
    `| seen by | page | ${SIZES.map(({ name }) => name).join(' | ')} | p95 100× : 1× | CPU 100× : 1× |`,
  )
  console.log(`|---|---|${SIZES.map(() => '---|').join('')}---|---|`)
  for (const [key, ofSizes] of figures) {
    const cells = ofSizes.map((one) =>
      [one.p50, one.p95, one.cpu].map((ms) => ms.toFixed(1)).join(' / '),
    )
    const ratio = (of: keyof Figures) => (ofSizes.at(-1)?.[of] ?? 0) / (ofSizes[0]?.[of] ?? 1)
    const mark = ratio('p95') > MOST ? ' (over)' : ''
    console.log(
      `${key} ${cells.join(' | ')} | ${ratio('p95').toFixed(2)}${mark} | ${ratio('cpu').toFixed(2)} |`,
    )
  }
}

async function explain() {
  const largest = sizes.at(-1)
  if (!largest) return
  await explainAll(largest.product, 'wm_platform')
  await new Promise((done) => setTimeout(done, 1000))
  console.log('\nPlans at 100×\n')
  for (const page of pages) {
    const asks = await askerOf(largest, page)
    await new Promise((done) => setTimeout(done, 200))
    reader.finish()
    reader.plans.length = 0
    await asks()
    await new Promise((done) => setTimeout(done, 300))
    reader.finish()
    const plans = reader.plans.filter((plan) => LISTED.test(plan['Query Text']))
    if (plans.some((plan) => sequentialScans(plan, TABLES).length > 0)) process.exitCode = 1
    console.log(`- ${page.viewer}, ${page.page}: ${plans.map(outlineOf).join('; ')}`)
  }
}
