import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { cpuSeconds, machine, median } from './parts/cpu.ts'
import { openConnection } from './parts/http-client.ts'
import { type Person, addPeople, startProduct } from './parts/product.ts'

// `node bench/save.ts`: saving one answer, beside a bare server with one prepared upsert in the same database.
const CONNECTIONS = 16
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)

const product = await startProduct()
const bare = spawn(process.execPath, [join(import.meta.dirname, 'parts/bare-server.ts')], {
  env: { ...process.env, DATABASE_URL: product.url },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [line] = await once(bare.stdout, 'data')
const barePort = Number(String(line))

const people = await addPeople(product, CONNECTIONS)
const versions = new Map<string, number>()
const turnOf = new Map<number, number>()
const ours: number[] = []
const limits: number[] = []
let saved = 0
let apiCpu = 0
let databaseCpu = 0
let bareSaved = 0
let bareCpu = 0
for (let round = 0; round <= ROUNDS; round += 1) {
  const start = { bare: cpuSeconds(bare.pid ?? 0), database: cpuSeconds(product.postgresPid) }
  const limit = await run(barePort, (person, turn) => [
    'PUT',
    '/',
    { assessment: person.assessmentId, ...choice(person, turn) },
  ])
  const before = {
    bare: cpuSeconds(bare.pid ?? 0),
    api: cpuSeconds(product.apiPid),
    database: cpuSeconds(product.postgresPid),
  }
  const count = await run(product.port, save)
  // The first round warms both up.
  if (round === 0) continue
  limits.push(limit / SECONDS)
  ours.push(count / SECONDS)
  bareSaved += limit
  bareCpu += before.bare - start.bare + before.database - start.database
  saved += count
  apiCpu += cpuSeconds(product.apiPid) - before.api
  databaseCpu += cpuSeconds(product.postgresPid) - before.database
}
bare.kill()
await product.stop()

const [own, limit] = [median(ours), median(limits)]
const perSave = (1000 * (apiCpu + databaseCpu)) / saved
const perBare = (1000 * bareCpu) / bareSaved
console.log(
  `Saving one answer, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s; ${machine()}`,
)
console.log(
  `  ours  ${own.toFixed(0)}/s   bare limit  ${limit.toFixed(0)}/s   ratio  ${(own / limit).toFixed(2)} (at least 0.40)`,
)
console.log(
  `  server CPU per saved answer  ${perSave.toFixed(2)} ms (API ${((1000 * apiCpu) / saved).toFixed(2)}, database ${((1000 * databaseCpu) / saved).toFixed(2)})`,
)

console.log(
  `  CPU of the bare limit  ${perBare.toFixed(2)} ms, ratio  ${(perBare / perSave).toFixed(2)}`,
)

type Ask = (person: Person, turn: number) => [method: string, path: string, body: object]

async function run(port: number, ask: Ask): Promise<number> {
  const until = Date.now() + SECONDS * 1000
  const counts = await Promise.all(people.map((person) => runOne(port, person, until, ask)))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function runOne(port: number, person: Person, until: number, ask: Ask): Promise<number> {
  const connection = await openConnection(port, `northfield.localhost:${port}`)
  let count = 0
  while (Date.now() < until) {
    const [method, path, body] = ask(person, turns(person))
    const { status, body: answer } = await connection.send(
      method,
      path,
      person.token,
      JSON.stringify(body),
    )
    if (status !== 200) throw new Error(`${status} ${answer}`)
    remember(person, answer)
    count += 1
  }
  connection.close()
  return count
}

function save(person: Person, turn: number): ReturnType<Ask> {
  const one = choice(person, turn)
  const version = versions.get(`${person.id} ${one.statement_id} ${one.state}`) ?? 0
  return [
    'PUT',
    `/api/assessments/${person.assessmentId}/responses`,
    { key: crypto.randomUUID(), not_applicable_reason: null, version, ...one },
  ]
}

// Every statement in turn, current below future, so that nothing is raised and every save changes something.
function choice({ statements }: Person, turn: number) {
  const { id = 0, responses = [] } = statements[Math.floor(turn / 2) % statements.length] ?? {}
  const state = (turn % 2) + 1
  const round = Math.floor(turn / (2 * statements.length)) % 2
  return {
    statement_id: id,
    state,
    statement_response_id: responses[state === 1 ? round : 2 + round],
  }
}

function turns(person: Person): number {
  const turn = (turnOf.get(person.id) ?? -1) + 1
  turnOf.set(person.id, turn)
  return turn
}

function remember(person: Person, answer: string) {
  for (const row of JSON.parse(answer).responses ?? [])
    versions.set(`${person.id} ${row.statement_id} ${row.state}`, row.version)
}
