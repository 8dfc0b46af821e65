import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createAnswers, saveBoth, savePath } from './parts/answers.ts'
import { cpuSeconds, machine } from './parts/cpu.ts'
import type { Connection, Reply } from './parts/http-client.ts'
import { addOrganisations } from './parts/organisations.ts'
import { type Person, addPeople, headersOf, signInPeople } from './parts/people.ts'
import { startProduct } from './parts/product.ts'
import {
  type Round,
  ROUNDS,
  SECONDS,
  cpuText,
  saveForAWhile,
  summaryOf,
} from './parts/save-rounds.ts'

// `node bench/save.ts`: saving one answer, compared with a bare server with one prepared upsert in the same database.
const CONNECTIONS = 16
/** The CPU of a saved answer, in that of the bare server. The ratio of their rates depends more on the machine. */
const MOST = 3.5
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
await addPeople(product, { domain: DOMAIN, each: 2 * CONNECTIONS, isAnswered: false })
const everyone = await signInPeople(product, DOMAIN, 2 * CONNECTIONS)
const [people, others] = [everyone.slice(0, CONNECTIONS), everyone.slice(CONNECTIONS)]
const answers = createAnswers()
const bareAnswers = createAnswers()

const ours: Round[] = []
const both: Round[] = []
const limits: Round[] = []
for (let round = 0; round <= ROUNDS; round += 1) {
  const bareCpu = () => ({ server: cpuSeconds(bare.pid ?? 0), database: product.cpu().database })
  const limit = await saveForAWhile({ port: barePort, cpu: bareCpu, people }, askBare)
  const own = await saveForAWhile(oursOf(people), save)
  const pair = await saveForAWhile(oursOf(others), (connection, person) =>
    saveBoth(answers, connection, person),
  )
  // The first round warms both up.
  if (round === 0) continue
  limits.push(limit)
  ours.push(own)
  both.push(pair)
}
bare.kill()
await product.stop()

const [own, limit] = [summaryOf(ours), summaryOf(limits)]
console.log(
  `Saving one answer, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s; ${machine()}`,
)
console.log(
  `  ours  ${own.rate.toFixed(0)}/s   bare limit  ${limit.rate.toFixed(0)}/s   ratio  ${(own.rate / limit.rate).toFixed(2)}`,
)
console.log(`  server CPU per saved answer  ${cpuText(own)}`)
console.log(
  `  server CPU per statement with both choices in one request, as pages send them  ${cpuText(summaryOf(both))}`,
)
console.log(
  `  server CPU of the bare limit  ${cpuText(limit)}   ours is ${(own.cpu / limit.cpu).toFixed(2)} times as much (at most ${MOST})`,
)

function oursOf(some: Person[]) {
  const cpu = () => ({ server: product.cpu().api, database: product.cpu().database })
  return { port: product.port, cpu, people: some }
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
