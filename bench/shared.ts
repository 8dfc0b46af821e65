import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAnswers, saveBoth } from './parts/answers.ts'
import { machine } from './parts/cpu.ts'
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

// `node bench/shared.ts`: 20 people who answer one assessment, each their own statements, beside 20 with one each.
const PEOPLE = 20
/** The lowest ratio of the rates. */
const LEAST = 0.8
const DOMAIN = 'made-1'
const FUNCTION = join(import.meta.dirname, '../apps/api/src/db/functions/save_responses.sql')
const OWNER_ONLY = ' and a.user_id = me.id'

const product = await startProduct()
await addOrganisations(product, { count: 1, elements: 10, statements: 6 })
await addPeople(product, { domain: DOMAIN, each: 2 * PEOPLE, isAnswered: false })
await letColleaguesAnswer()
const everyone = (await signInPeople(product, DOMAIN, 2 * PEOPLE)).map(withOwnStatements)
const alone = everyone.slice(0, PEOPLE)
const [owner] = everyone.slice(PEOPLE)
const team = everyone
  .slice(PEOPLE)
  .map((person) => ({ ...person, assessmentId: owner?.assessmentId ?? 0 }))
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

/** No assessment has members yet. In this database, everyone of the organisation may answer every one. */
async function letColleaguesAnswer() {
  const text = await readFile(FUNCTION, 'utf8')
  if (!text.includes(OWNER_ONLY)) throw new Error('save_responses judges access in another way.')
  await product.owner.query(text.replace(OWNER_ONLY, ''))
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
