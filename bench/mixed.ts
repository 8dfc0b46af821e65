import { createAnswers, savePath } from './parts/answers.ts'
import { machine } from './parts/cpu.ts'
import { type Connection, type Reply, openConnection } from './parts/http-client.ts'
import { LARGE, MADE, createLarge } from './parts/organisations.ts'
import { type Person, headersOf, signInPeople } from './parts/people.ts'
import { startProduct } from './parts/product.ts'
import { runSteadily } from './parts/steady.ts'

// `node bench/mixed.ts`: latencies of saves and page reads at a fixed rate.
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const RATES = { save: 300, dashboard: 50, quiz: 50 }
/** So many that each saves every ten seconds. */
const PEOPLE = 3000
const MAX_MS = 100

type Kind = keyof typeof RATES
const KINDS = Object.keys(RATES) as Kind[]
const product = await startProduct()
console.log(
  `${RATES.save} saves/s and ${RATES.dashboard + RATES.quiz} page reads/s for ${SECONDS} s; ${machine()}`,
)
console.log(`  ${await createLarge(product, LARGE)}`)
const people = await signInPeople(product, MADE, PEOPLE)
const answers = createAnswers(1)
const idle: Connection[] = []
const latencies: Record<Kind, number[]> = { save: [], dashboard: [], quiz: [] }
const faults: string[] = []
let connections = 0
let turn = 0
const streams = KINDS.map((kind) => ({
  perSecond: RATES[kind],
  ask: (due: number) => ask(kind, due),
}))

await runSteadily(Math.min(SECONDS, 10), streams)
for (const kind of KINDS) latencies[kind] = []
faults.length = 0
const before = product.cpu()
await runSteadily(SECONDS, streams)
const after = product.cpu()
for (const connection of idle) connection.close()
await product.stop()

for (const kind of KINDS) {
  const times = latencies[kind].toSorted((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(0)
  console.log(
    `  ${kind.padEnd(9)}  ${times.length} answered, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms (under ${MAX_MS})`,
  )
}
const share = (cpu: number) => (cpu / SECONDS).toFixed(2)
console.log(
  `  ${faults.length} errors; ${connections} connections; CPUs used: API ${share(after.api - before.api)}, database ${share(after.database - before.database)}`,
)
for (const fault of faults.slice(0, 5)) console.log(`    ${fault}`)

/** Measures from when the request was due, so that a stalled server's delays count. */
async function ask(kind: Kind, due: number) {
  const connection = anIdle() ?? (await connect())
  try {
    const { status, body } = await send(kind, connection, nextPerson())
    if (status !== 200) faults.push(`${kind}: ${status} ${body}`)
    idle.push(connection)
  } catch (error) {
    faults.push(`${kind}: ${String(error)}`)
  }
  latencies[kind].push(performance.now() - due)
}

async function send(kind: Kind, connection: Connection, person: Person): Promise<Reply> {
  const headers = headersOf(person)
  if (kind === 'dashboard') return await connection.send('GET', '/api/overview', headers)
  if (kind === 'quiz') return await connection.send('GET', quizPath(person), headers)
  const change = answers.next(person)
  const reply = await connection.send('PUT', savePath(person), headers, change)
  if (reply.status === 200) answers.remember(person, reply.body)
  return reply
}

function quizPath({ assessmentId, statements }: Person): string {
  const element = statements[turn % statements.length]?.elementId
  return `/api/assessments/${assessmentId}/elements/${element}`
}

function anIdle(): Connection | undefined {
  const connection = idle.pop()
  return connection === undefined || connection.isOpen() ? connection : anIdle()
}

async function connect(): Promise<Connection> {
  connections += 1
  return await openConnection(product.port)
}

function nextPerson(): Person {
  turn += 1
  const person = people[turn % people.length]
  if (!person) throw new Error('The data set has no users. Prepare it again.')
  return person
}
