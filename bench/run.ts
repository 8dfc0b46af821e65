import { hashPassword } from 'api/features/auth/password'
import { makeAnswers, savePath } from './parts/answers.ts'
import { machine } from './parts/cpu.ts'
import { type Connection, openConnection } from './parts/http-client.ts'
import { addOrganisations } from './parts/organisations.ts'
import { type Person, addPeople, signInPeople } from './parts/people.ts'
import { startProduct } from './parts/product.ts'
import { visit } from './parts/visitor.ts'

// `node bench/run.ts`: everything a person does from sign-in to report, 40 answers in between.
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 300)
const AT_ONCE = 16
/** They warm the server up: it serves for months, and a process' first thousands of calls are slower. */
const WARMING = 300
const ANSWERS = 40
/** Issue 2, part 6: CPU seconds per 1,000 answers, with what others take on the same machine. */
const MOST = 1.5
const OTHERS = { 'LimeSurvey 6.10': 64, 'Moodle 4.3': 114 }
const PASSWORD = 'a password for measuring'
/** Milliseconds between two looks of the dashboard, as in the browser. */
const WHILE_PENDING = 2000
const DOMAIN = 'made-1'

const product = await startProduct()
// Four elements of five statements: with current and future, 40 answers.
await addOrganisations(product, { count: 1, elements: 4, statements: 5 })
const passwordHash = await hashPassword(PASSWORD)
await addPeople(product, {
  domain: DOMAIN,
  each: PEOPLE + WARMING,
  isAnswered: false,
  passwordHash,
})
const people = await signInPeople(product, DOMAIN, PEOPLE + WARMING)
const answers = makeAnswers()

await runAll(people.splice(0, WARMING))
const before = product.cpu()
await runAll(people)
const after = product.cpu()
await product.stop()

const [api, database] = [after.api - before.api, after.database - before.database]
const per = (cpu: number) => (1000 * cpu) / (PEOPLE * ANSWERS)
const own = per(api + database)
console.log(`Whole runs of ${ANSWERS} answers, ${PEOPLE} people, ${AT_ONCE} at once; ${machine()}`)
console.log(
  `  CPU of all server processes per 1,000 answers  ${own.toFixed(2)} s (API ${per(api).toFixed(2)}, database ${per(database).toFixed(2)}), at most ${MOST}`,
)
for (const [name, theirs] of Object.entries(OTHERS))
  console.log(`  ${name}  ${theirs} s, ${(theirs / own).toFixed(0)} times as much`)

async function runAll(queue: Person[]) {
  const waiting = [...queue]
  const reports: Promise<void>[] = []
  const work = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop())
      reports.push((await runOne(person)).isReported)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await Promise.all(reports)
}

async function runOne(person: Person) {
  const connection = await openConnection(product.port)
  const call = await signIn(connection, person)
  const overview = await call('GET', '/api/overview')
  const { year, type } = JSON.parse(overview)
  await call('POST', '/api/assessments', { year, type })
  for (const elementId of new Set(person.statements.map(({ elementId }) => elementId))) {
    const element = `/api/assessments/${person.assessmentId}/elements/${elementId}`
    await call('GET', element)
    const own = person.statements.filter((statement) => statement.elementId === elementId)
    for (let left = 2 * own.length; left > 0; left -= 1)
      answers.remember(person, await call('PUT', savePath(person), answers.next(person)))
    await call('POST', `${element}/completion`)
  }
  // The next person begins meanwhile: this one only looks now and then whether the report is there.
  return { isReported: untilReported(call).finally(() => connection.close()) }
}

async function untilReported(call: Awaited<ReturnType<typeof signIn>>) {
  while (JSON.parse(await call('GET', '/api/overview')).is_report_pending)
    await new Promise((done) => setTimeout(done, WHILE_PENDING))
}

async function signIn(connection: Connection, person: Person) {
  const host = `${DOMAIN}.localhost`
  const headers = await visit(connection, DOMAIN)
  const signedIn = await connection.send('POST', '/api/login', headers, {
    email: person.email,
    password: PASSWORD,
  })
  if (signedIn.status !== 200) throw new Error(`${signedIn.status} ${signedIn.body}`)
  const authorization = `Bearer ${JSON.parse(signedIn.body).token}`
  return async (method: string, path: string, body?: object) => {
    const reply = await connection.send(method, path, { host, authorization }, body)
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.body}`)
    return reply.body
  }
}
