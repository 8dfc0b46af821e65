import { hashPassword } from 'api/features/identity/session/password'
import { createAnswers, savePath } from './parts/answers.ts'
import { machine } from './parts/cpu.ts'
import { type Connection, openConnection } from './parts/http-client.ts'
import { addOrganisations } from './parts/organisations.ts'
import { type Person, addPeople, signInPeople } from './parts/people.ts'
import { startProduct } from './parts/product.ts'
import { visit } from './parts/visitor.ts'

// `node bench/run.ts`: complete assessments of 40 answers, from sign-in to the last element. Reports are created
// afterwards and measured separately, because the other products create none.
const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 300)
const PARALLEL = 16
/** Users for the warm-up, because the first thousands of calls of a process are slower. */
const WARMING = 300
const ANSWERS = 40
/** CPU seconds per 1,000 answers. The other products were measured on the same machine. */
const MOST = 2
const OTHERS = { 'LimeSurvey 6.10': 64, 'Moodle 4.3': 114 }
const PASSWORD = 'a password for measuring'
/** Milliseconds between two polls of the dashboard, as in the browser. */
const WHILE_PENDING = 2000
const DOMAIN = 'made-1'

const product = await startProduct()
// Four elements of five statements with two answers each.
await addOrganisations(product, { count: 1, elements: 4, statements: 5 })
const passwordHash = await hashPassword(PASSWORD)
await addPeople(product, {
  domain: DOMAIN,
  each: PEOPLE + WARMING,
  isAnswered: false,
  passwordHash,
})
const people = await signInPeople(product, DOMAIN, PEOPLE + WARMING)
const answers = createAnswers()

await Promise.all((await runAll(people.splice(0, WARMING))).map((ended) => ended()))
await holdReports()
const [run, ended] = await measure(() => runAll(people))
await releaseReports()
const [reports] = await measure(() => Promise.all(ended.map((untilReported) => untilReported())))
await product.stop()

const own = run.api + run.database
console.log(
  `Whole runs of ${ANSWERS} answers, ${PEOPLE} people, ${PARALLEL} in parallel; ${machine()}`,
)
console.log(`  CPU of all server processes per 1,000 answers  ${inWords(run)}, at most ${MOST}`)
console.log(`  their reports, created afterwards  ${inWords(reports)}`)
for (const [name, theirs] of Object.entries(OTHERS))
  console.log(`  ${name}  ${theirs} s, ${(theirs / own).toFixed(0)} times as much`)

/** CPU seconds per 1,000 answers. */
async function measure<T>(work: () => Promise<T>) {
  const before = product.cpu()
  const result = await work()
  const after = product.cpu()
  const per = (cpu: number) => (1000 * cpu) / (PEOPLE * ANSWERS)
  const cpu = {
    api: per(after.api - before.api),
    database: per(after.database - before.database),
  }
  return [cpu, result] as const
}

function inWords({ api, database }: { api: number; database: number }) {
  return `${(api + database).toFixed(2)} s (API ${api.toFixed(2)}, database ${database.toFixed(2)})`
}

/** Delays the jobs of all further reports. */
async function holdReports() {
  await product.owner.query(`
    create function pgboss.hold() returns trigger language plpgsql as
      $$ begin new.start_after := now() + interval '1 day'; return new; end $$;
    create trigger hold before insert on pgboss.job_common for each row
      when (new.name = 'report') execute function pgboss.hold()`)
}

async function releaseReports() {
  await product.owner.query(`
    drop trigger hold on pgboss.job_common;
    update pgboss.job set start_after = now() where name = 'report' and state = 'created'`)
}

/** Returns functions that wait for each person's report. */
async function runAll(queue: Person[]) {
  const waiting = [...queue]
  const ended: (() => Promise<void>)[] = []
  const work = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop())
      ended.push(await runOne(person))
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return ended
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
  return () => untilReported(call).finally(() => connection.close())
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
    const send = () => connection.send(method, path, { host, authorization }, body)
    let reply = await send()
    // Waits as a browser does, while all ask for their reports in the same second.
    while (reply.status === 503) {
      await new Promise((done) => setTimeout(done, 1000))
      reply = await send()
    }
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.body}`)
    return reply.body
  }
}
