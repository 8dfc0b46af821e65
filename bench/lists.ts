import { USER_COLUMNS } from 'contract/users-sort'
import { machine } from './parts/cpu.ts'
import { type Connection, openConnection } from './parts/http-client.ts'
import { type Viewer, addListed, isHuge, signInViewers } from './parts/listed-people.ts'
import { startProduct } from './parts/product.ts'

// `node bench/lists.ts`: the p95 and CPU of each list page and its limit, in one organisation of 20,000 users and across
// 205 organisations with 40,000, or as many as the environment says.
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 60)
const WARM_UP = Math.min(10, REQUESTS)
/** Measures only pages whose viewer and name match. */
const ONLY = new RegExp(process.env.BENCH_PAGES ?? '')
/** Milliseconds: the p95, or for a god-admin of a huge installation the CPU. */
const BUDGETS: Record<string, number> = { 'company admin': 50, 'god-admin': isHuge ? 1000 : 100 }

const PEOPLE: Record<string, string> = {
  'no filter': '',
  'rare text': 'name=zephyr',
  'text of one in 25': 'name=castellan',
  'common text': 'name=an',
  'text of two letters': 'name=zz',
  'text of every address': 'email=example',
  'text of every address, by email': 'email=listed&sort=email.asc',
  'text of no one': 'name=qqxz',
  'admins only': 'roles=admin',
  ...Object.fromEntries(
    USER_COLUMNS.flatMap((column) =>
      ['asc', 'desc'].map((way) => [`by ${column}.${way}`, `sort=${column}.${way}`]),
    ),
  ),
  'last page': 'page=LAST',
  'last page of a common text': 'name=an&page=LAST',
}

const LEVEL = `title=${encodeURIComponent('Operational Resilience Framework')}&scale=4&level=2`

const PARTICIPATION: Record<string, string> = {
  'no filter': '',
  'not started': 'state=not_started',
  'in progress, untouched longest': 'state=in_progress&sort=touched_at.asc',
  'untouched for 30 days': 'activity=stalled',
  'not started, last page': 'state=not_started&page=LAST',
  'certificates that expire': 'certificate=expiring',
  'on a level': LEVEL,
  'rare text': 'name=zephyr',
  'text of one in 25': 'name=castellan',
  'text of one in 25, not started': 'name=castellan&state=not_started',
}

/** Paths of the other lists. Names of lists for god-admins start with `admin-`. */
const OTHERS: Record<string, string> = {
  organisations: 'customers?',
  'organisations, search': 'customers?name=listed%201',
  'organisations, last page by domain': 'customers?sort=domain.asc&page=LAST',
  'organisations to choose from': 'customer-choices',
  'the large organisation': 'customers/LARGE',
  'invitations, newest first': 'invitations?',
  'invitations, open, by email': 'invitations?status=open&sort=email.asc',
  'invitations, search by email': 'invitations?email=i1',
  'invitations, last page': 'invitations?page=LAST',
  access: 'admin-users?',
  'access, search': 'admin-users?name=a',
  'invitations of all': 'admin-invites?status=open,expired',
  'invitations of all, any status': 'admin-invites?',
  'invitations of all, search by organisation': 'admin-invites?status=open,expired&name=listed',
  'invitations of all, last page': 'admin-invites?status=open,expired&page=LAST',
  'audit log': 'audit?',
  'audit log, one action': 'audit?action=user.roles_changed',
  'audit log, search by name': 'audit?search=castellan',
  'audit log, search by event': 'audit?search=invitation',
  'audit log, last page': 'audit?page=LAST',
  'finder, text of one in 25': 'find?text=castellan',
  'finder, text of everyone': 'find?text=example',
  'finder, text of no one': 'find?text=qqxz',
}

const PAGES = Object.entries({ ...prefixed('people', 'users?', PEOPLE), ...OTHERS }).concat(
  Object.entries(prefixed('participation', 'participation?', PARTICIPATION)),
)

function prefixed(list: string, path: string, pages: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(pages).map(([page, query]) => [`${list}, ${page}`, path + query]),
  )
}

const product = await startProduct()
const size = await addListed(product)
if (isHuge) await product.untilIdle()
const connection = await openConnection(product.port)
console.log(`A page of a list, ms; ${size}; ${machine()}; ${REQUESTS} requests each\n`)
console.log('| seen by | page | p50 | p95 | CPU | budget |\n|---|---|---|---|---|---|')
for (const viewer of await signInViewers(product))
  for (const [page, path] of PAGES) {
    const isAccountOf = viewer.name === 'god-admin' || !path.startsWith('admin-')
    if (!isAccountOf || !ONLY.test(`${viewer.name}, ${page}`)) continue
    await measure(viewer, page, path).catch((error: unknown) => {
      console.log(`| ${viewer.name} | ${page} | ${String(error)} |`)
      process.exitCode = 1
    })
  }
connection.close()
await product.stop()

async function measure(viewer: Viewer, page: string, path: string) {
  const full = await filledIn(viewer, path)
  for (let turn = 0; turn < WARM_UP; turn += 1) await ask(connection, viewer, full)
  const times: number[] = []
  const before = product.cpu()
  for (let turn = 0; turn < REQUESTS; turn += 1) {
    const start = performance.now()
    await ask(connection, viewer, full)
    times.push(performance.now() - start)
  }
  const after = product.cpu()
  const cpu = (1000 * (after.api + after.database - before.api - before.database)) / REQUESTS
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  const budget = BUDGETS[viewer.name] ?? 0
  const isMissed = (isHuge && viewer.name === 'god-admin' ? cpu : at(0.95)) > budget
  if (isMissed) process.exitCode = 1
  const figures = [at(0.5), at(0.95), cpu].map((ms) => ms.toFixed(1)).join(' | ')
  console.log(`| ${viewer.name} | ${page} | ${figures} | ${budget}${isMissed ? ' (missed)' : ''} |`)
}

/** The path with the large organisation's id and the number of the last page. */
async function filledIn(viewer: Viewer, path: string): Promise<string> {
  if (path.includes('LARGE')) {
    const { rows } = await ask(connection, viewer, 'customers?name=listed%20large')
    return path.replace('LARGE', String(rows[0]?.id))
  }
  if (!path.includes('LAST')) return path
  const { total } = await ask(connection, viewer, path.replace('LAST', '1'))
  return path.replace('LAST', String(Math.max(1, Math.ceil(total / 10))))
}

async function ask(
  { send }: Connection,
  { headers }: Viewer,
  path: string,
): Promise<{ total: number; rows: { id: number }[] }> {
  const { status, body } = await send('GET', `/api/${path}`, headers)
  if (status !== 200) throw new Error(`${path}: ${status} ${body}`)
  return JSON.parse(body)
}
