import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createAnswers, savePath } from './parts/answers.ts'
import { cpuSeconds, machine, median } from './parts/cpu.ts'
import { type Connection, type Reply, openConnection } from './parts/http-client.ts'
import { addOrganisations } from './parts/organisations.ts'
import { type Person, addPeople, headersOf, signInPeople } from './parts/people.ts'
import { startProduct } from './parts/product.ts'

// `node bench/save.ts`: saving one answer, compared with a bare server with one prepared upsert in the same database.
const CONNECTIONS = 16
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
/** The lowest ratio to the bare server's rate. */
const LEAST = 0.45
const DOMAIN = 'made-1'

const product = await startProduct()
const bare = spawn(process.execPath, [join(import.meta.dirname, 'parts/bare-server.ts')], {
  env: { ...process.env, DATABASE_URL: product.url },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [line] = await once(bare.stdout, 'data')
const barePort = Number(String(line))
// The size of the demo's set. The set itself has several editions.
await addOrganisations(product, { count: 1, elements: 8, statements: 6 })
await addPeople(product, { domain: DOMAIN, each: CONNECTIONS, isAnswered: false })
const people = await signInPeople(product, DOMAIN, CONNECTIONS)
const answers = createAnswers()
const bareAnswers = createAnswers()

type Round = { count: number; server: number; database: number }
const ours: Round[] = []
const limits: Round[] = []
for (let round = 0; round <= ROUNDS; round += 1) {
  const limit = await measure(barePort, () => cpuSeconds(bare.pid ?? 0), askBare)
  const own = await measure(product.port, () => product.cpu().api, save)
  // The first round warms both up.
  if (round === 0) continue
  limits.push(limit)
  ours.push(own)
}
bare.kill()
await product.stop()

const [own, limit] = [summary(ours), summary(limits)]
console.log(
  `Saving one answer, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s; ${machine()}`,
)
console.log(
  `  ours  ${own.rate.toFixed(0)}/s   bare limit  ${limit.rate.toFixed(0)}/s   ratio  ${(own.rate / limit.rate).toFixed(2)} (at least ${LEAST})`,
)
console.log(`  server CPU per saved answer  ${cpuText(own)}`)
console.log(
  `  server CPU of the bare limit  ${cpuText(limit)}   ratio  ${(limit.cpu / own.cpu).toFixed(2)}`,
)

type Ask = (connection: Connection, person: Person) => Promise<Reply>

async function measure(port: number, serverCpu: () => number, ask: Ask): Promise<Round> {
  const before = { server: serverCpu(), database: product.cpu().database }
  const until = Date.now() + SECONDS * 1000
  const counts = await Promise.all(people.map((person) => runOne(port, person, until, ask)))
  return {
    count: counts.reduce((sum, count) => sum + count, 0),
    server: serverCpu() - before.server,
    database: product.cpu().database - before.database,
  }
}

async function runOne(port: number, person: Person, until: number, ask: Ask): Promise<number> {
  const connection = await openConnection(port)
  let count = 0
  while (Date.now() < until) {
    const { status, body } = await ask(connection, person)
    if (status !== 200) throw new Error(`${status} ${body}`)
    count += 1
  }
  connection.close()
  return count
}

async function save(connection: Connection, person: Person): Promise<Reply> {
  const change = answers.next(person)
  const reply = await connection.send('PUT', savePath(person), headersOf(person), change)
  if (reply.status === 200) answers.remember(person, reply.body)
  return reply
}

function askBare(connection: Connection, person: Person): Promise<Reply> {
  const body = { assessment: person.assessmentId, ...bareAnswers.next(person) }
  return connection.send('PUT', '/', headersOf(person), body)
}

function summary(rounds: Round[]) {
  const sum = (part: keyof Round) => rounds.reduce((total, round) => total + round[part], 0)
  const [server, database] = [sum('server') / sum('count'), sum('database') / sum('count')]
  const rate = median(rounds.map(({ count }) => count / SECONDS))
  return { rate, server, database, cpu: server + database }
}

function cpuText({ cpu, server, database }: ReturnType<typeof summary>): string {
  const ms = (seconds: number) => (1000 * seconds).toFixed(2)
  return `${ms(cpu)} ms (server process ${ms(server)}, database ${ms(database)})`
}
