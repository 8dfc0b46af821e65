import type { Statement } from 'contract/assessments'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestTenant, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

/** More than there are connections for saves, so that most of them wait and go together. */
const PEOPLE = 30

type Person = {
  respondent: Respondent
  userId: number
  id: number
  elementId: number
  first: Statement
  second: Statement
}

let t: TestApp
let tenant: TestTenant
let people: Person[]
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
beforeEach(async () => {
  tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aTinySet() })
  people = []
  for (let index = 0; index < PEOPLE; index += 1) people.push(await aPerson())
})
afterAll(() => t.close())

async function aPerson(): Promise<Person> {
  const user = await aUser(t.db, { tenant })
  const respondent = aRespondent(t, user)
  const id = await respondent.open()
  const elementId = (await respondent.overview()).elements[0]?.id ?? 0
  const [first, second] = (await respondent.quiz(id, elementId)).statements
  if (!first || !second) throw new Error('The element has two statements.')
  return { respondent, userId: user.id, id, elementId, first, second }
}

const saved = async () =>
  (
    await t.owner.query<{ user_id: number; state: number; value: number | null }>(
      `select a.user_id, r.state, v.value from responses r
       join assessments a on a.tenant_id = r.tenant_id and a.id = r.assessment_id
       left join statement_responses v on v.tenant_id = r.tenant_id and v.id = r.statement_response_id
       where r.tenant_id = $1 order by a.user_id, r.state`,
      [tenant.id],
    )
  ).rows

/** The database takes nothing until the first of them waits there alone, and a group of others beside it. */
async function together<T>(send: () => Promise<T>[]): Promise<T[]> {
  await t.owner.query('begin; lock table response_events in share mode')
  const replies = Promise.all(send())
  await expect
    .poll(async () => {
      const { rowCount } = await t.owner.query(
        `select from pg_locks where relation = 'response_events'::regclass and not granted`,
      )
      return rowCount
    })
    .toBe(2)
  await t.owner.query('commit')
  return await replies
}

test('what many people save at once is saved for each of them, and answered to each', async () => {
  const levels = people.map((_, index) => 1 + (index % 3))
  const replies = await Promise.all(
    people.map(({ respondent, id, first }, index) =>
      respondent.save(id, choice(first, 1, levels[index] ?? 1)),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(people.map(() => 200))
  expect(replies.map(({ body }) => body)).toEqual(
    people.map(({ first }, index) => ({
      responses: [
        expect.objectContaining({
          state: 1,
          version: 1,
          statement_response_id: first.statement_responses[(levels[index] ?? 1) - 1]?.id,
        }),
      ],
    })),
  )
  expect(await saved()).toEqual(
    people.map(({ userId }, index) => ({
      user_id: userId,
      state: 1,
      value: 5 * ((levels[index] ?? 1) - 1),
    })),
  )
})

test('each is judged alone: who may not, or comes with something stale or wrong, changes nothing for the others', async () => {
  const [signedOut, deactivated, stranger, stale, wrong] = people
  if (!signedOut || !deactivated || !stranger || !stale || !wrong)
    throw new Error('Too few people.')
  await t.owner.query('update sessions set revoked_at = now() where user_id = $1', [
    signedOut.userId,
  ])
  await t.owner.query('update users set is_active = false where id = $1', [deactivated.userId])
  const replies = await Promise.all(
    people.map((person) => {
      const { respondent, id, first } = person
      if (person === stranger) return respondent.save(wrong.id, choice(first, 1, 3))
      if (person === stale) return respondent.save(id, choice(first, 1, 3, 7))
      if (person === wrong)
        return respondent.save(id, { ...choice(first, 1, 3), not_applicable_reason: 'None' })
      return respondent.save(id, choice(first, 1, 3))
    }),
  )
  expect(replies.slice(0, 6).map(({ status }) => status)).toEqual([401, 401, 404, 409, 400, 200])
  expect(new Set(replies.slice(6).map(({ status }) => status))).toEqual(new Set([200]))
  expect((await saved()).map((row) => row.user_id)).toEqual(
    people.slice(5).map(({ userId }) => userId),
  )
})

test('when the database refuses one of them, the others are saved all the same', async () => {
  await t.owner.query(
    `alter table responses add constraint no_none check (not_applicable_reason <> 'None')`,
  )
  try {
    const replies = await Promise.all(
      people.map(({ respondent, id, second }, index) =>
        respondent.save(id, {
          ...choice(second, 1, 0),
          not_applicable_reason: index % 7 === 3 ? 'None' : 'Some',
        }),
      ),
    )
    const refused = people.map((_, index) => index % 7 === 3)
    expect(replies.map(({ status }) => status >= 500)).toEqual(refused)
    expect((await saved()).map((row) => row.user_id)).toEqual(
      people.filter((_, index) => !refused[index]).map(({ userId }) => userId),
    )
  } finally {
    await t.owner.query('alter table responses drop constraint no_none')
  }
})

test('in one group, whoever rises above their future takes it along, and opens again what was complete', async () => {
  for (const { respondent, id, elementId } of people) await respondent.finish(id, elementId)
  const replies = await together(() =>
    people.map(({ respondent, id, first }, index) =>
      respondent.save(id, choice(first, 1, 1 + (index % 3), 1)),
    ),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const { rows } = await t.owner.query(
    `select v.value, r.version, e.count::int from responses r
     join statement_responses v on v.tenant_id = r.tenant_id and v.id = r.statement_response_id
     cross join lateral (select count(*) from response_events e where e.tenant_id = r.tenant_id and e.assessment_id = r.assessment_id) e
     where r.tenant_id = $1 and r.state = 2 and r.statement_id = $2 order by r.assessment_id`,
    [tenant.id, people[0]?.first.id],
  )
  expect(rows).toEqual(
    people.map((_, index) =>
      index % 3 === 2 ? { value: 10, version: 2, count: 6 } : { value: 5, version: 1, count: 5 },
    ),
  )
  const complete = await t.owner.query('select from element_completions where tenant_id = $1', [
    tenant.id,
  ])
  expect(complete.rowCount).toBe(0)
})

test('in one group, what one person sends twice is judged one after the other', async () => {
  const replies = await together(() =>
    people.flatMap(({ respondent, id, first }) => [
      respondent.save(id, choice(first, 1, 3)),
      respondent.save(id, choice(first, 2, 1)),
    ]),
  )
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(PEOPLE)
  const rows = await saved()
  expect(rows.filter(({ state }) => state === 1).map(({ value }) => value)).toEqual(
    people.map(() => 10),
  )
  expect(rows.filter(({ state, value }) => state === 2 && value !== 10)).toEqual([])
})

test('one person may save from two devices among the others: both count, one after the other', async () => {
  const replies = await Promise.all(
    people.flatMap(({ respondent, id, first }) => [
      respondent.save(id, choice(first, 1, 2)),
      respondent.save(id, choice(first, 2, 3)),
    ]),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await saved()).map(({ state, value }) => [state, value])).toEqual(
    people.flatMap(() => [
      [1, 5],
      [2, 10],
    ]),
  )
})
