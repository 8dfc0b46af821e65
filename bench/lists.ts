import { PEOPLE_COLUMNS } from 'contract/people-sort'
import { machine } from './parts/cpu.ts'
import { openConnection } from './parts/http-client.ts'
import { type Viewer, growTo, signInViewers } from './parts/listed-people.ts'
import { explainAll, makePlanReader, outlineOf, sequentialScans } from './parts/plans.ts'
import { startProduct } from './parts/product.ts'

// `node bench/lists.ts`: issue 4, part 2. A page of each list in a small set, and in one a hundred times as large.
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 200)
const WARM_UP = 8
const MOST = 1.5

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
  organisations: 'customers',
  'organisations, part of a name': 'customers?name=listed%201',
  'invitations, newest first': 'invitations?',
  'invitations, open, by e-mail': 'invitations?status=open&sort=email.asc',
  'invitations, part of an e-mail': 'invitations?email=i1',
  'invitations, last page': 'invitations?page=LAST',
  'invitations of all': 'admin-invites?',
  'audit log': 'audit?',
  'audit log, one action': 'audit?action=roles%20changed',
  'audit log, part of a name': 'audit?who=castellan',
  'audit log, last page': 'audit?page=LAST',
}

const PAGES: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(PEOPLE).map(([page, search]) => [`people, ${page}`, `users?${search}`]),
  ),
  ...OTHERS,
}

/** None of these is ever read from end to end. */
const TABLES = new Set(['users', 'one_time_links', 'audit_events'])
const LISTED = /users u|one_time_links|audit_events|tenants/

/** What only god-admins see. */
const isSeenBy = ({ name }: Viewer, path: string) =>
  name === 'god-admin' || !path.startsWith('admin-invites')

type Figures = { p50: number; p95: number; cpu: number }

const reader = makePlanReader()
const product = await startProduct(reader.onLine)
const connection = await openConnection(product.port)
const figures = new Map<string, Figures[]>()
let viewers: Viewer[] = []
for (const size of SIZES) {
  await growTo(product, size)
  viewers = await signInViewers(product)
  await measureAll()
}
print()
await explain()
connection.close()
await product.stop()

function pagesOf(viewer: Viewer) {
  return Object.entries(PAGES).filter(([, path]) => isSeenBy(viewer, path))
}

async function measureAll() {
  for (const viewer of viewers)
    for (const [page, search] of pagesOf(viewer)) {
      const key = `| ${viewer.name} | ${page} |`
      const asked = await withLastPage(viewer, search)
      for (let turn = 0; turn < WARM_UP; turn += 1) await ask(viewer, asked)
      figures.set(key, [...(figures.get(key) ?? []), await measure(viewer, asked)])
    }
}

async function measure(viewer: Viewer, search: string): Promise<Figures> {
  const times: number[] = []
  const before = product.cpu()
  for (let turn = 0; turn < REQUESTS; turn += 1) {
    const start = performance.now()
    await ask(viewer, search)
    times.push(performance.now() - start)
  }
  const after = product.cpu()
  const cpu = (1000 * (after.api + after.database - before.api - before.database)) / REQUESTS
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), cpu }
}

async function withLastPage(viewer: Viewer, search: string): Promise<string> {
  if (!search.includes('LAST')) return search
  const { total } = await ask(viewer, search.replace('LAST', '1'))
  return search.replace('LAST', String(Math.max(1, Math.ceil(total / 10))))
}

async function ask({ headers }: Viewer, path: string): Promise<{ total: number }> {
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
  for (const [key, sizes] of figures) {
    const cells = sizes.map((one) =>
      [one.p50, one.p95, one.cpu].map((ms) => ms.toFixed(1)).join(' / '),
    )
    const ratio = (of: keyof Figures) => (sizes.at(-1)?.[of] ?? 0) / (sizes[0]?.[of] ?? 1)
    const mark = ratio('p95') > MOST ? ' (over)' : ''
    console.log(
      `${key} ${cells.join(' | ')} | ${ratio('p95').toFixed(2)}${mark} | ${ratio('cpu').toFixed(2)} |`,
    )
  }
}

async function explain() {
  await explainAll(product, 'wm_platform')
  await new Promise((done) => setTimeout(done, 1000))
  console.log('\nPlans at 100×\n')
  for (const viewer of viewers)
    for (const [page, search] of pagesOf(viewer)) {
      const asked = await withLastPage(viewer, search)
      await new Promise((done) => setTimeout(done, 200))
      reader.finish()
      reader.plans.length = 0
      await ask(viewer, asked)
      await new Promise((done) => setTimeout(done, 300))
      reader.finish()
      const plans = reader.plans.filter((plan) => LISTED.test(plan['Query Text']))
      if (plans.some((plan) => sequentialScans(plan, TABLES).length > 0)) process.exitCode = 1
      console.log(`- ${viewer.name}, ${page}: ${plans.map(outlineOf).join('; ')}`)
    }
}
