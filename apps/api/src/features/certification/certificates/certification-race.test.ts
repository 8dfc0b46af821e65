import { afterAll, expect, test } from 'vitest'
import { aBandedSet, aSubmission, anAuditor } from '#testing/certifying.ts'
import { type TestUser, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { startTestApp } from '#testing/test-app.ts'
import { rounds } from '#testing/rounds.ts'

const PAIRS = rounds(5, 50)

const t = await startTestApp({ works: false })
const acme = await aTenant(t.db)
const contentSetId = await aContentSet(t.db, { tenant: acme, file: aBandedSet() })
const ada = await anAuditor(t.db, acme)
const ben = await anAuditor(t.db, acme, { name: 'Ben Auditor' })
afterAll(() => t.close())

type Reply = { status: number; code: string | undefined; body: unknown }
type Made = { user: TestUser; assessment: number; review: number }

/** Runs both calls simultaneously for each pair and counts how often the first one wins. */
async function race(
  is: 'submitted' | 'reviewed',
  both: (made: Made) => [Promise<Reply>, Promise<Reply>],
  check: (made: Made, wonFirst: boolean, lost: Reply) => Promise<void>,
) {
  let first = 0
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const user = await aUser(t.db, { tenant: acme })
    const made = { user, ...(await aSubmission(t.db, { user, contentSetId, is })) }
    const answers = await Promise.all(both(made))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [one, other] = answers
    const wonFirst = one.status === 200
    if (wonFirst) first += 1
    await check(made, wonFirst, wonFirst ? other : one)
  }
  return first
}

async function standingOf({ assessment }: Made) {
  const rows = await t.sql`
    select a.status, (select count(*)::int from certifications c where c.assessment_id = a.id) as certificates,
      (select count(*)::int from responses r where r.assessment_id = a.id and r.state = 3) as certified,
      (select count(*)::int from reports r where r.assessment_id = a.id) as reports,
      (select count(*)::int from assessment_events e where e.assessment_id = a.id) as steps
     from assessments a where a.id = ${assessment}`
  return rows[0]
}

const CERTIFIED = { status: 'certified', certificates: 1, certified: 6, reports: 1, steps: 1 }

test('two auditors who certify simultaneously get one certificate and one conflict', async () => {
  await race(
    'reviewed',
    ({ review }) => [
      t.as(ada).post(`/reviews/${review}/certificate`, { version: 1 }),
      t.as(ben).post(`/reviews/${review}/certificate`, { version: 1 }),
    ],
    async (made, wonFirst, lost) => {
      expect(await standingOf(made)).toEqual(CERTIFIED)
      expect(lost.body).toMatchObject({
        code: 'conflict',
        details: {
          standing: { status: 'certified', reviewer: wonFirst ? 'Ada Auditor' : 'Ben Auditor' },
          sent: { version: 1 },
        },
      })
    },
  )
  const rows = await t.sql`
    select count(distinct number)::int as numbers, count(distinct code)::int as codes, count(*)::int as all from certifications`
  expect(rows).toEqual([{ numbers: PAIRS, codes: PAIRS, all: PAIRS }])
}, 120_000)

test('a simultaneous certificate and return leave one complete outcome', async () => {
  const certified = await race(
    'reviewed',
    ({ review }) => [
      t.as(ada).post(`/reviews/${review}/certificate`, { version: 1 }),
      t.as(ben).post(`/reviews/${review}/return`, { version: 1, reason: 'Fix it.' }),
    ],
    async (made, wonFirst, lost) => {
      const returned = { status: 'returned', certificates: 0, certified: 0, reports: 0, steps: 1 }
      expect(await standingOf(made)).toEqual(wonFirst ? CERTIFIED : returned)
      expect(lost.body).toMatchObject({
        details: { standing: { status: wonFirst ? 'certified' : 'returned' } },
      })
    },
  )
  console.info(`certify against return: certified ${certified} of ${PAIRS}`)
}, 120_000)

test('a certificate is refused if another auditor changes a response meantime', async () => {
  await race(
    'reviewed',
    ({ review, assessment }) => [
      t.as(ada).post(`/reviews/${review}/certificate`, { version: 1 }),
      changeFirst(review, assessment),
    ],
    async (made, wonFirst) => {
      expect((await standingOf(made))?.certificates).toBe(wonFirst ? 1 : 0)
    },
  )
}, 120_000)

async function changeFirst(review: number, assessment: number) {
  const rows = await t.sql<{ id: number; response: number }>`
    select statement_id as id, (select max(id) from statement_responses x where x.statement_id = r.statement_id) as response
     from responses r where assessment_id = ${assessment} and state = 1 order by 1 limit 1`
  return await t.as(ben).put(`/reviews/${review}/responses`, {
    statement_id: rows[0]?.id,
    statement_response_id: rows[0]?.response,
    remark: 'More than that.',
    version: 1,
  })
}

test('a simultaneous withdrawal and start leave one outcome', async () => {
  await race(
    'submitted',
    ({ review, user, assessment }) => [
      t.as(user).delete(`/assessments/${assessment}/submission`),
      t.as(ada).post(`/reviews/${review}/beginning`),
    ],
    async (made, wonFirst) => {
      expect((await standingOf(made))?.status).toBe(wonFirst ? 'completed' : 'in_review')
    },
  )
}, 120_000)

test('two simultaneous submissions create one review', async () => {
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const user = await aUser(t.db, { tenant: acme })
    const { assessment } = await aSubmission(t.db, { user, contentSetId })
    await t.as(user).delete(`/assessments/${assessment}/submission`)
    const submit = () => t.as(user).post(`/assessments/${assessment}/submission`)
    const answers = await Promise.all([submit(), submit()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const rows = await t.sql`select from reviews where assessment_id = ${assessment}`
    expect(rows).toHaveLength(2)
  }
}, 120_000)
