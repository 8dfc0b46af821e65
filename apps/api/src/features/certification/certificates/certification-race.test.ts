import { expect, test } from 'vitest'
import { aBandedSet, aSubmission, anAuditor } from '#testing/certifying.ts'
import { type TestUser, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import { rounds } from '#testing/rounds.ts'

const PAIRS = rounds(5, 50)

const t = await testApp({ works: false })
const acme = await aTenant(t.db)
const contentSetId = await aContentSet(t.db, { tenant: acme, file: aBandedSet() })
const ada = await anAuditor(t.db, acme)
const ben = await anAuditor(t.db, acme, { name: 'Ben Auditor' })

type Reply = { status: number; code: string | undefined; body: unknown }
type Submission = { user: TestUser; assessment: number; review: number }

/** Runs both calls simultaneously for each pair. */
async function race(
  is: 'submitted' | 'reviewed',
  both: (submission: Submission) => [Promise<Reply>, Promise<Reply>],
  check: (submission: Submission, wonFirst: boolean, lost: Reply) => Promise<void>,
) {
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const user = await aUser(t.db, { tenant: acme })
    const submission = { user, ...(await aSubmission(t.db, { user, contentSetId, is })) }
    const answers = await Promise.all(both(submission))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [one, other] = answers
    const wonFirst = one.status === 200
    await check(submission, wonFirst, wonFirst ? other : one)
  }
}

async function stateOf({ assessment }: Submission) {
  const rows = await t.sql`
    select a.status, (select count(*)::int from certifications c where c.assessment_id = a.id) as certificates,
      (select count(*)::int from responses r where r.assessment_id = a.id and r.state = 3) as certified,
      (select count(*)::int from reports r where r.assessment_id = a.id) as reports,
      (select count(*)::int from assessment_events e where e.assessment_id = a.id) as steps
     from assessments a where a.id = ${assessment}`
  return rows[0]
}

const CERTIFIED = { status: 'certified', certificates: 1, certified: 6, reports: 1, steps: 1 }
const certify = (user: TestUser, { review }: Submission) =>
  t.as(user).post(`/reviews/${review}/certificate`, { version: 1 })

test('two auditors who certify simultaneously get one certificate and one conflict', async () => {
  const both = (submission: Submission): [Promise<Reply>, Promise<Reply>] => [
    certify(ada, submission),
    certify(ben, submission),
  ]
  await race('reviewed', both, async (submission, wonFirst, lost) => {
    expect(await stateOf(submission)).toEqual(CERTIFIED)
    const current = { status: 'certified', reviewer: wonFirst ? 'Ada Auditor' : 'Ben Auditor' }
    expect(lost.body).toMatchObject({
      code: 'conflict',
      details: { current, sent: { version: 1 } },
    })
  })
  const rows = await t.sql`
    select count(distinct number)::int as numbers, count(distinct code)::int as codes, count(*)::int as all from certifications`
  expect(rows).toEqual([{ numbers: PAIRS, codes: PAIRS, all: PAIRS }])
}, 120_000)

test('a simultaneous certificate and return leave one complete outcome', async () => {
  const both = (submission: Submission): [Promise<Reply>, Promise<Reply>] => [
    certify(ada, submission),
    t.as(ben).post(`/reviews/${submission.review}/return`, { version: 1, reason: 'Fix it.' }),
  ]
  const returned = { status: 'returned', certificates: 0, certified: 0, reports: 0, steps: 1 }
  await race('reviewed', both, async (submission, wonFirst, lost) => {
    const expected = wonFirst ? CERTIFIED : returned
    expect(await stateOf(submission)).toEqual(expected)
    expect(lost.body).toMatchObject({ details: { current: { status: expected.status } } })
  })
}, 120_000)

test('a certificate is refused if another auditor changes a response simultaneously', async () => {
  const change = async ({ review, assessment }: Submission) => {
    const [body] = await t.sql`
      select statement_id, (select max(id) from statement_responses x where x.statement_id = r.statement_id) as statement_response_id,
        'More than that.' as remark, 1 as version
      from responses r where assessment_id = ${assessment} and state = 1 order by 1 limit 1`
    return await t.as(ben).put(`/reviews/${review}/responses`, body)
  }
  await race(
    'reviewed',
    (submission) => [certify(ada, submission), change(submission)],
    async (submission, wonFirst) => {
      expect((await stateOf(submission))?.certificates).toBe(wonFirst ? 1 : 0)
    },
  )
}, 120_000)

test('a simultaneous withdrawal and start leave one outcome', async () => {
  const both = ({ review, user, assessment }: Submission): [Promise<Reply>, Promise<Reply>] => [
    t.as(user).delete(`/assessments/${assessment}/submission`),
    t.as(ada).post(`/reviews/${review}/start`),
  ]
  await race('submitted', both, async (submission, wonFirst) => {
    expect((await stateOf(submission))?.status).toBe(wonFirst ? 'completed' : 'in_review')
  })
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
