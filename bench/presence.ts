import { machine } from './parts/cpu.ts'
import { openConnection } from './parts/http-client.ts'
import { addOrganisations } from './parts/organisations.ts'
import { type Person, addPeople, headersOf, signInPeople } from './parts/people.ts'
import { startProduct } from './parts/product.ts'

// `node bench/presence.ts`: the CPU of 3,000 open players of shared assessments, which each send a request every 19 s.
const ORGANISATIONS = 75
const MEMBERS = 40
const PERIOD = 19
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
/** Cores, API and PostgreSQL together. */
const MOST = 0.2
const CONNECTIONS = 300
/** How many of the requests come from another statement than the one before. */
const MOVES = 0.3
const DOMAIN = 'made-%'

const product = await startProduct()
await addOrganisations(product, { count: ORGANISATIONS, elements: 10, statements: 6 })
await addPeople(product, { domain: DOMAIN, each: MEMBERS, isAnswered: true })
await shareAssessments()
const people = await signInPeople(product, DOMAIN, ORGANISATIONS * MEMBERS)
const shared = await sharedByDomain()
const connections = await Promise.all(
  Array.from({ length: CONNECTIONS }, () => openConnection(product.port)),
)
const places = people.map((person, index) => placeOf(person, index))
const statuses = new Map<number, number>()
// The first round starts everyone's visit. After the others, the code is compiled.
await run(4 * PERIOD)
statuses.clear()
// PostgreSQL does so by itself within minutes.
await product.owner.query('analyze')
await product.untilIdle()
const idle = await used(10, () => new Promise((done) => setTimeout(done, 10_000)))
const cores = await used(SECONDS, () => run(SECONDS))
await product.stop()

const counts = [...statuses].map(([status, count]) => `${count} with ${status}`).join(', ')
type Used = Awaited<ReturnType<typeof used>>
const shown = ({ api, database }: Used) =>
  `${(api + database).toFixed(3)} (API ${api.toFixed(3)}, PostgreSQL ${database.toFixed(3)})`
const cost = { api: cores.api - idle.api, database: cores.database - idle.database }
console.log(
  `${people.length} open players in ${ORGANISATIONS} shared assessments of ${MEMBERS} people, a request each every ${PERIOD} s for ${SECONDS} s; ${machine()}`,
)
console.log(
  `  cores  ${shown(cost)}, at most ${MOST}, without the ${shown(idle)} that it takes without players   answers  ${counts}`,
)

async function used(seconds: number, work: () => Promise<unknown>) {
  const before = product.cpu()
  await work()
  const after = product.cpu()
  return {
    api: (after.api - before.api) / seconds,
    database: (after.database - before.database) / seconds,
  }
}

/** One assessment of each organisation belongs to all. */
async function shareAssessments() {
  await product.owner.query(
    `with first as (
       select tenant_id, min(id) as id from assessments where tenant_id in (select id from tenants where domain like $1) group by tenant_id
     ), given as (
       update assessments a set owner_id = a.user_id, user_id = null,
         family_id = (select family_id from content_sets c where c.tenant_id = a.tenant_id and c.id = a.content_set_id)
       from first where a.tenant_id = first.tenant_id and a.id = first.id returning a.tenant_id, a.id, a.owner_id
     )
     insert into assessment_members (tenant_id, assessment_id, user_id, role)
     select g.tenant_id, g.id, u.id, 'contributor' from given g
     join users u on u.tenant_id = g.tenant_id and u.id <> g.owner_id and u.name like 'Bench %'`,
    [DOMAIN],
  )
}

async function sharedByDomain() {
  const { rows } = await product.owner.query<{ domain: string; id: number }>(
    `select t.domain, a.id::float8 as id from assessments a join tenants t on t.id = a.tenant_id
     where t.domain like $1 and a.owner_id is not null`,
    [DOMAIN],
  )
  return new Map(rows.map(({ domain, id }) => [domain, id]))
}

type Place = { person: Person; at: number; seen: string | undefined }

function placeOf(person: Person, index: number): Place {
  return { person, at: index % Math.max(1, person.statements.length), seen: undefined }
}

/** Sends each person's request at their time of the period, however long the others take. */
async function run(seconds: number) {
  const from = Date.now()
  const due = Math.round((places.length * seconds) / PERIOD)
  const gap = (1000 * PERIOD) / places.length
  let next = 0
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        const index = next
        next += 1
        if (index >= due) return
        const wait = from + index * gap - Date.now()
        if (wait > 0) await new Promise((done) => setTimeout(done, wait))
        const place = places[index % places.length]
        if (place) await ask(connection, place)
      }
    }),
  )
}

async function ask(connection: (typeof connections)[number], place: Place) {
  const { person } = place
  const { statements, domain } = person
  // Within the element, as someone who answers it.
  if (Math.random() < MOVES) {
    const element = statements[place.at]?.elementId
    const next = (place.at + 1) % statements.length
    place.at =
      statements[next]?.elementId === element
        ? next
        : statements.findIndex((one) => one.elementId === element)
  }
  const statement = statements[place.at]
  const path = `/api/assessments/${shared.get(domain)}/presence`
  const body = { element_id: statement?.elementId, statement_id: statement?.id, seen: place.seen }
  const reply = await connection.send('PUT', path, headersOf(person), body)
  statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
  if (reply.status === 200) place.seen = (JSON.parse(reply.body) as { tag: string }).tag
  // 503 on a machine that has other things to do; it is printed.
  else if (![204, 503].includes(reply.status)) throw new Error(`${reply.status} ${reply.body}`)
}
