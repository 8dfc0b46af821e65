import { hashPassword } from 'api/features/identity/session/password'
import { createAnswers, savePath } from './parts/answers.ts'
import { machine } from './parts/cpu.ts'
import { type Connection, type Reply, openConnection } from './parts/http-client.ts'
import { addOrganisations } from './parts/organisations.ts'
import { addPeople, headersOf, signInPeople } from './parts/people.ts'
import { startProduct } from './parts/product.ts'
import { type Stream, runSteadily } from './parts/steady.ts'
import { visit } from './parts/visitor.ts'

// `node bench/login.ts`: the rate of sign-ins, and how a flood of wrong passwords slows down saving.
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30)
const RATES = { saves: 100, signIns: 20, flood: 200 }
const PARALLEL = 16
const PEOPLE = 200
/** Client addresses of the flood. Each may make a hundred attempts. */
const ADDRESSES = 250
const MAX_MS = 500
const MAX_TIMES = 2
const PASSWORD = 'a password for measuring'
const DOMAIN = 'made-1'

type Seen = { latencies: number[]; statuses: Map<string, number>; faults: string[] }

const product = await startProduct()
await addOrganisations(product, { count: 1, elements: 4, statements: 5 })
const passwordHash = await hashPassword(PASSWORD)
await addPeople(product, { domain: DOMAIN, each: PEOPLE, isAnswered: false, passwordHash })
const people = await signInPeople(product, DOMAIN, PEOPLE)
const answers = createAnswers()
const idle = new Map<string, Connection[]>()
const first = await openConnection(product.port)
const visitor = await visit(first, DOMAIN)
first.close()
let turn = 0

console.log(`Sign-ins with argon2id, ${SECONDS} s each; ${machine()}`)
await runSteadily(Math.min(SECONDS, 5), [saving(newSeen()), signingIn(newSeen())])
await measureRate()
const alone = newSeen()
await runSteadily(SECONDS, [saving(alone)])
report(`${RATES.saves} saves/s alone`, alone)
await beside('20 sign-ins/s', signingIn)
await beside(`${RATES.flood} wrong passwords/s from one address`, (seen) => flooding(seen, 1))
await beside(`${RATES.flood} wrong passwords/s from ${ADDRESSES} addresses`, (seen) =>
  flooding(seen, ADDRESSES),
)
for (const connection of [...idle.values()].flat()) connection.close()
await product.stop()

/** The highest rate of sign-ins without other load. */
async function measureRate() {
  const [seen, before, until] = [newSeen(), product.cpu(), Date.now() + SECONDS * 1000]
  const { ask } = signingIn(seen)
  const work = async () => {
    while (Date.now() < until) await ask(performance.now())
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  const after = product.cpu()
  const count = seen.latencies.length
  const cpu = (after.api - before.api + after.database - before.database) / count
  console.log(
    `  ${(count / SECONDS).toFixed(1)} sign-ins/s, ${PARALLEL} in parallel; ${(1000 * cpu).toFixed(0)} ms of CPU each (at least ${RATES.signIns}/s)`,
  )
  report('  they', seen)
}

async function beside(name: string, streamOf: (seen: Seen) => Stream) {
  const [saves, others] = [newSeen(), newSeen()]
  await runSteadily(SECONDS, [saving(saves), streamOf(others)])
  report(`saves beside ${name}`, saves)
  const times = at(saves, 0.95) / at(alone, 0.95)
  console.log(
    `    p95 ${times.toFixed(2)} times that alone (at most ${MAX_TIMES}), p99 ${at(saves, 0.99).toFixed(0)} ms (under ${MAX_MS})`,
  )
  report('  they', others)
}

function saving(seen: Seen): Stream {
  return {
    perSecond: RATES.saves,
    ask: (due) =>
      ask(seen, due, '127.0.0.1', async (connection) => {
        const person = nextPerson()
        const change = answers.next(person)
        const reply = await connection.send('PUT', savePath(person), headersOf(person), change)
        if (reply.status === 200) answers.remember(person, reply.body)
        return reply
      }),
  }
}

function signingIn(seen: Seen): Stream {
  return {
    perSecond: RATES.signIns,
    ask: (due) =>
      ask(seen, due, '127.0.0.1', (connection) =>
        logIn(connection, { email: nextPerson().email, password: PASSWORD }),
      ),
  }
}

/** Unknown addresses, so that no account's limit applies. */
function flooding(seen: Seen, addresses: number): Stream {
  let count = 0
  return {
    perSecond: RATES.flood,
    ask: (due) => {
      count += 1
      const body = { email: `unknown-${count}@example.org`, password: 'a wrong password' }
      const from = `127.0.1.${1 + (count % addresses)}`
      return ask(seen, due, from, (connection) => logIn(connection, body))
    },
  }
}

function logIn(connection: Connection, body: object): Promise<Reply> {
  return connection.send('POST', '/api/login', visitor, body)
}

async function ask(
  seen: Seen,
  due: number,
  from: string,
  send: (connection: Connection) => Promise<Reply>,
) {
  const free = idle.get(from) ?? []
  idle.set(from, free)
  try {
    const connection = free.pop() ?? (await openConnection(product.port, from))
    const { status, header } = await send(connection)
    const hasRetryAfter = ![429, 503].includes(status) || /^retry-after: \d/im.test(header)
    if (!hasRetryAfter) seen.faults.push(`${status} without Retry-After`)
    seen.statuses.set(String(status), (seen.statuses.get(String(status)) ?? 0) + 1)
    free.push(connection)
  } catch (error) {
    seen.faults.push(String(error))
  }
  seen.latencies.push(performance.now() - due)
}

function newSeen(): Seen {
  return { latencies: [], statuses: new Map(), faults: [] }
}

function at({ latencies }: Seen, share: number): number {
  const sorted = latencies.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function report(name: string, seen: Seen) {
  const ms = (share: number) => at(seen, share).toFixed(0)
  const statuses = [...seen.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  console.log(
    `  ${name}: ${statuses}; p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms, p99 ${ms(0.99)} ms, slowest ${ms(1)} ms; ${seen.faults.length} errors`,
  )
  for (const fault of seen.faults.slice(0, 3)) console.log(`      ${fault}`)
}

function nextPerson() {
  turn += 1
  const person = people[turn % people.length]
  if (!person) throw new Error('The data set has no users. Prepare it again.')
  return person
}
