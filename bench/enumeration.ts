import { hashPassword } from 'api/features/identity/session/password'
import { machine, median } from './parts/cpu.ts'
import { type Connection, openConnection } from './parts/http-client.ts'
import { addPeople } from './parts/people.ts'
import { startProduct } from './parts/product.ts'
import { visit } from './parts/visitor.ts'

// `node bench/enumeration.ts`: whether response times reveal if an address is known.
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 400)
const MAX_PERCENT = 55
/** Known addresses per client address, few enough to stay below its rate limit. */
const FROM_ONE = 25
const WARM_UP = 40

type Timing = { isKnown: boolean; ms: number }
type Form = { name: string; domain: string; path: string; status: number; password?: string }

const FORMS: Form[] = [
  {
    name: 'sign-in',
    domain: 'northfield',
    path: '/api/login',
    status: 401,
    password: 'a wrong password',
  },
  {
    name: 'forgotten password',
    domain: 'northfield',
    path: '/api/forgot-password',
    status: 204,
  },
  { name: 'registration', domain: 'public', path: '/api/register/request', status: 204 },
]

const product = await startProduct()
const passwordHash = await hashPassword('a password for measuring')
for (const domain of ['northfield', 'public'])
  await addPeople(product, { domain, each: REQUESTS + WARM_UP, isAnswered: false, passwordHash })

console.log(`Known and unknown addresses, ${REQUESTS} of each by turns; ${machine()}`)
for (const [index, form] of FORMS.entries()) report(form, await measure(form, index + 1))
await product.stop()

async function measure(form: Form, net: number): Promise<Timing[]> {
  const known = await emailsOf(form.domain)
  const timings: Timing[] = []
  let connection: Connection | undefined
  let headers: Record<string, string> = {}
  for (const [index, email] of known.entries()) {
    if (index % FROM_ONE === 0) {
      connection?.close()
      connection = await openConnection(product.port, `127.0.${net}.${1 + index / FROM_ONE}`)
      headers = await visitorOf(connection, form)
    }
    // In random order, so that the order can't bias the result.
    const pair = [email, email.replace(/^bench/, 'unknown')]
    if (Math.random() < 0.5) pair.reverse()
    for (const each of pair) {
      const ms = connection ? await timeOf(connection, form, headers, each) : 0
      if (index >= WARM_UP) timings.push({ isKnown: each === email, ms })
    }
  }
  connection?.close()
  return timings
}

async function emailsOf(domain: string): Promise<string[]> {
  const { rows } = await product.owner.query<{ email: string }>(
    `select u.email from users u join tenants t on t.id = u.tenant_id
     where t.domain = $1 and u.name like 'Bench %' order by u.id`,
    [domain],
  )
  return rows.map(({ email }) => email)
}

async function visitorOf(connection: Connection, { domain }: Form) {
  const headers = await visit(connection, domain === 'public' ? 'northfield' : domain)
  return domain === 'public' ? { ...headers, host: 'localhost' } : headers
}

async function timeOf(
  connection: Connection,
  { path, status, password }: Form,
  headers: Record<string, string>,
  email: string,
): Promise<number> {
  const started = performance.now()
  const reply = await connection.send('POST', path, headers, {
    email,
    ...(password !== undefined && { password }),
  })
  const ms = performance.now() - started
  if (reply.status !== status) throw new Error(`${path}: ${reply.status} ${reply.body}`)
  return ms
}

function report({ name }: Form, timings: Timing[]) {
  const of = (isKnown: boolean) =>
    median(timings.filter((timing) => timing.isKnown === isKnown).map(({ ms }) => ms)).toFixed(2)
  const percent = 100 * hitRate(timings)
  console.log(
    `  ${name}: known p50 ${of(true)} ms, unknown ${of(false)} ms; a threshold guesses ${percent.toFixed(1)} % (under ${MAX_PERCENT} %)${percent < MAX_PERCENT ? '' : ': too much'}`,
  )
}

/** The share of requests that the best threshold of the other half classifies correctly. */
function hitRate(timings: Timing[]): number {
  const halves = [0, 1].map((rest) => timings.filter((_, index) => (index >> 1) % 2 === rest))
  const [one = [], other = []] = halves
  return (hits(other, bestThreshold(one)) + hits(one, bestThreshold(other))) / timings.length
}

type Threshold = { ms: number; isKnownSlower: boolean }

function bestThreshold(timings: Timing[]): Threshold {
  const all = timings.flatMap(({ ms }) =>
    [true, false].map((isKnownSlower) => ({ ms, isKnownSlower })),
  )
  const counts = all.map((threshold) => hits(timings, threshold))
  return all[counts.indexOf(Math.max(...counts))] ?? { ms: 0, isKnownSlower: true }
}

function hits(timings: Timing[], { ms, isKnownSlower }: Threshold): number {
  return timings.filter((timing) => timing.ms > ms === (timing.isKnown === isKnownSlower)).length
}
