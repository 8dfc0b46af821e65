import { createAnswers, saveBoth } from './parts/answers.ts'
import { machine } from './parts/cpu.ts'
import { LARGE_SHARED } from './parts/large-shared.ts'
import { measureOpening } from './parts/opening.ts'
import { addOrganisations } from './parts/organisations.ts'
import { type Person, addPeople, signInPeople } from './parts/people.ts'
import { startProduct } from './parts/product.ts'
import {
  type Round,
  ROUNDS,
  SECONDS,
  cpuText,
  saveForAWhile,
  summaryOf,
} from './parts/save-rounds.ts'

// `node bench/shared.ts`: 20 people who answer one shared assessment, each their own statements, beside 20 with one each;
// then what opening a large shared assessment takes.
const PEOPLE = 20
/** Of each page of a large shared assessment. */
const MOST_MS = 300
/** The lowest ratio of the rates. */
const LEAST = 0.8
const DOMAIN = 'made-1'

const product = await startProduct()
await addOrganisations(product, { count: 1, elements: 10, statements: 6 })
await addPeople(product, { domain: DOMAIN, each: 2 * PEOPLE, isAnswered: false })
const everyone = (await signInPeople(product, DOMAIN, 2 * PEOPLE)).map(withOwnStatements)
const alone = everyone.slice(0, PEOPLE)
const [owner] = everyone.slice(PEOPLE)
const team = everyone
  .slice(PEOPLE)
  .map((person) => ({ ...person, assessmentId: owner?.assessmentId ?? 0 }))
await shareAssessment()
const answers = createAnswers()

const rounds: Record<'alone' | 'team', Round[]> = { alone: [], team: [] }
for (let round = 0; round <= ROUNDS; round += 1) {
  const own = await measure(alone)
  const shared = await measure(team)
  // The first round warms both up.
  if (round === 0) continue
  rounds.alone.push(own)
  rounds.team.push(shared)
}
const openings = await measureOpening(product)
await product.stop()

const [own, shared] = [summaryOf(rounds.alone), summaryOf(rounds.team)]
console.log(
  `Saving statements with both choices, ${PEOPLE} people, ${ROUNDS} rounds of ${SECONDS} s; ${machine()}`,
)
console.log(
  `  one shared assessment  ${shared.rate.toFixed(0)}/s   one each  ${own.rate.toFixed(0)}/s   ratio  ${(shared.rate / own.rate).toFixed(2)} (at least ${LEAST})`,
)
console.log(`  server CPU per statement of the shared assessment  ${cpuText(shared)}`)
console.log(
  `  server CPU per statement of one each  ${cpuText(own)}   ratio  ${(shared.cpu / own.cpu).toFixed(2)}`,
)

const { statements, members, comments } = LARGE_SHARED
console.log(
  `Opening a shared assessment of ${statements} statements, ${members} people and ${comments} comments (p95 at most ${MOST_MS} ms)`,
)
for (const { name, p50, p95, cpu, kib } of openings)
  console.log(
    `  ${name}  p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, server CPU ${cpu.toFixed(1)} ms, ${kib.toFixed(0)} KiB`,
  )

/** The assessment of the team's first belongs to all. They own it, and ask each of the others about some statements. */
async function shareAssessment() {
  const asked = team.flatMap(({ id: user, statements }) => statements.map(({ id }) => [user, id]))
  await product.owner.query(
    `with given as (
       update assessments a set owner_id = a.user_id, user_id = null,
         family_id = (select family_id from content_sets c where c.tenant_id = a.tenant_id and c.id = a.content_set_id)
       where a.id = $1 returning a.tenant_id, a.id, a.owner_id
     ), asked as (
       insert into comments (tenant_id, assessment_id, statement_id, key, author_id, text, asked_user_id)
       select g.tenant_id, g.id, q.statement_id, gen_random_uuid(), g.owner_id, 'What do you say?', q.user_id
       from given g cross join unnest($2::bigint[], $3::bigint[]) q(user_id, statement_id) where q.user_id <> g.owner_id
     )
     insert into assessment_members (tenant_id, assessment_id, user_id, role)
     select g.tenant_id, g.id, u, 'viewer' from given g cross join unnest($4::bigint[]) u where u <> g.owner_id`,
    [
      owner?.assessmentId,
      asked.map(([user]) => user),
      asked.map(([, statement]) => statement),
      team.map(({ id }) => id),
    ],
  )
}

function measure(people: Person[]) {
  const cpu = () => ({ server: product.cpu().api, database: product.cpu().database })
  return saveForAWhile({ port: product.port, cpu, people }, (connection, person) =>
    saveBoth(answers, connection, person),
  )
}

/** Of the content set's statements, those that no one else of a team has. */
function withOwnStatements(person: Person, index: number): Person {
  const statements = person.statements.filter((_, at) => at % PEOPLE === index % PEOPLE)
  return { ...person, statements }
}
