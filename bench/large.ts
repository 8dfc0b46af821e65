import { createAnswers, savePath } from './parts/answers.ts'
import { machine } from './parts/cpu.ts'
import { openConnection } from './parts/http-client.ts'
import { LARGE, MADE, createLarge } from './parts/organisations.ts'
import { type Person, headersOf, signInPeople } from './parts/people.ts'
import { explainAll, createPlanReader, sequentialScans } from './parts/plans.ts'
import { startProduct } from './parts/product.ts'

// `node bench/large.ts`: dashboard, quiz and a save among two million answers, and the query plans of all three.
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 600)
const SIZE = {
  ...LARGE,
  organisations: Number(process.env.BENCH_ORGANISATIONS ?? LARGE.organisations),
}

const reader = createPlanReader()
const product = await startProduct(reader.onLine)
const connection = await openConnection(product.port)
const answers = createAnswers(1)

console.log(`Many organisations; ${machine()}`)
console.log(`  ${await createLarge(product, SIZE)}`)
const people = await signInPeople(product, MADE, 8)
await measureAll(people)
const large = await measureAll(people)
for (const [name, { cpu, p50, p95 }] of large)
  console.log(
    `  ${name}  CPU ${cpu.toFixed(2)} ms, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
  )
await checkPlans()
connection.close()
await product.stop()

type Figures = { cpu: number; p50: number; p95: number }

async function measureAll(people: Person[]): Promise<Map<string, Figures>> {
  return new Map([
    ['dashboard   ', await measure(people, overview)],
    ['quiz        ', await measure(people, quiz)],
    ['saved answer', await measure(people, save)],
  ])
}

async function measure(
  people: Person[],
  ask: (person: Person) => Promise<string>,
): Promise<Figures> {
  const times: number[] = []
  const before = product.cpu()
  for (let turn = 0; turn < REQUESTS; turn += 1) {
    const person = people[turn % people.length]
    if (!person) throw new Error('The data set has no users. Prepare it again.')
    const start = performance.now()
    await ask(person)
    times.push(performance.now() - start)
  }
  const after = product.cpu()
  const cpu = after.api + after.database - before.api - before.database
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { cpu: (1000 * cpu) / REQUESTS, p50: at(0.5), p95: at(0.95) }
}

async function overview(person: Person) {
  return await call(person, 'GET', '/api/overview')
}

async function quiz(person: Person) {
  const element = person.statements[0]?.elementId
  return await call(person, 'GET', `/api/assessments/${person.assessmentId}/elements/${element}`)
}

async function save(person: Person) {
  const answer = await call(person, 'PUT', savePath(person), answers.next(person))
  answers.remember(person, answer)
  return answer
}

async function call(person: Person, method: string, path: string, body?: object): Promise<string> {
  const reply = await connection.send(method, path, headersOf(person), body)
  if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.body}`)
  return reply.body
}

async function checkPlans() {
  await explainAll(product)
  await new Promise((done) => setTimeout(done, 1000))
  // Often enough for prepared statements to switch to generic plans.
  const [person] = people
  if (!person) return
  for (let turn = 0; turn < 8; turn += 1)
    for (const ask of [overview, quiz, save]) await ask(person)
  await new Promise((done) => setTimeout(done, 500))
  reader.finish()
  const { rows } = await product.owner.query(
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'`,
  )
  const tenantTables = new Set<string>(rows.map(({ table_name }) => table_name))
  const bad = reader.plans.filter((plan) => sequentialScans(plan, tenantTables).length > 0)
  const texts = new Set(reader.plans.map((plan) => plan['Query Text']))
  console.log(
    `  ${reader.plans.length} plans of ${texts.size} statements, ${bad.length} with a sequential scan on a tenant table`,
  )
  for (const plan of bad) console.log(JSON.stringify(plan, null, 2))
  if (bad.length > 0) process.exitCode = 1
}
