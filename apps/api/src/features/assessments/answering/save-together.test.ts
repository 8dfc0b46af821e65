import { beforeEach, expect, test } from 'vitest'
import { aContentSet, aTenant } from '#testing/factories.ts'
import { aTinySet, anotherAssessment, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

/** More than there are connections for saves, so that most of them wait and share a batch. */
const USERS = 30

const t = await testApp({ works: false })
let tenant = await aTenant(t.db)
let people: Awaited<ReturnType<typeof anotherAssessment>>[]
beforeEach(async () => {
  tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aTinySet() })
  people = []
  while (people.length < USERS) people.push(await anotherAssessment(t, tenant))
})

const query = async (text: string, ...values: unknown[]) =>
  (await t.owner.query(text, [tenant.id, ...values])).rows
const saved = () =>
  query(
    `select a.user_id, r.state, v.value from responses r
     join assessments a on a.tenant_id = r.tenant_id and a.id = r.assessment_id
     left join statement_responses v on v.tenant_id = r.tenant_id and v.id = r.statement_response_id
     where r.tenant_id = $1 order by a.user_id, r.state`,
  )
const statusesOf = (replies: { status: number }[]) => new Set(replies.map(({ status }) => status))
const idsOf = (some: typeof people) => some.map(({ user }) => user.id)
const savers = async () => (await saved()).map((row) => row.user_id)

/** Holds the database until the first save waits there alone, and a batch of others beside it. */
async function inOneBatch<T>(send: () => Promise<T>[]): Promise<T[]> {
  await t.owner.query('begin; lock table response_events in share mode')
  const replies = Promise.all(send())
  const waiting = `select from pg_locks where relation = 'response_events'::regclass and not granted`
  await expect.poll(async () => (await t.owner.query(waiting)).rowCount).toBe(2)
  await t.owner.query('commit')
  return await replies
}

test('parallel saves of many users are all saved, and each user gets the own answer', async () => {
  const levels = people.map((_, index) => 1 + (index % 3))
  const choices = people.map(({ first }, index) => choice(first, 1, levels[index] ?? 1))
  const replies = await Promise.all(
    people.map(({ anna, id }, index) => anna.save(id, choices[index] ?? {})),
  )
  expect(statusesOf(replies)).toEqual(new Set([200]))
  expect(replies.map(({ body }) => body)).toMatchObject(
    choices.map(({ statement_response_id }) => ({
      responses: [{ state: 1, version: 1, statement_response_id }],
    })),
  )
  expect(await saved()).toEqual(
    idsOf(people).map((user_id, index) => ({
      user_id,
      state: 1,
      value: 5 * ((levels[index] ?? 1) - 1),
    })),
  )
})

test('a refused save in a batch changes nothing for the others', async () => {
  const [signedOut, inactive, stranger, stale, wrong] = people
  await query(
    'update sessions set revoked_at = now() where tenant_id = $1 and user_id = $2',
    signedOut?.user.id,
  )
  await query(
    'update users set is_active = false where tenant_id = $1 and id = $2',
    inactive?.user.id,
  )
  const replies = await Promise.all(
    people.map((person) => {
      const { anna, id, first } = person
      if (person === stranger) return anna.save(wrong?.id ?? 0, choice(first, 1, 3))
      if (person === stale) return anna.save(id, choice(first, 1, 3, 7))
      const reason = person === wrong && { not_applicable_reason: 'None' }
      return anna.save(id, { ...choice(first, 1, 3), ...reason })
    }),
  )
  expect(replies.slice(0, 6).map(({ status }) => status)).toEqual([401, 401, 404, 409, 400, 200])
  expect(statusesOf(replies.slice(6))).toEqual(new Set([200]))
  expect(await savers()).toEqual(idsOf(people.slice(5)))
})

test('when the database refuses one save of a batch, the others are saved', async () => {
  await t.owner.query(
    `alter table responses add constraint no_none check (not_applicable_reason <> 'None')`,
  )
  const isRefused = (index: number) => index % 7 === 3
  try {
    const replies = await Promise.all(
      people.map(({ anna, id, second }, index) => {
        const reason = { not_applicable_reason: isRefused(index) ? 'None' : 'Some' }
        return anna.save(id, { ...choice(second, 1, 0), ...reason })
      }),
    )
    expect(replies.map(({ status }) => status >= 500)).toEqual(people.map((_, n) => isRefused(n)))
    expect(await savers()).toEqual(idsOf(people.filter((_, index) => !isRefused(index))))
  } finally {
    await t.owner.query('alter table responses drop constraint no_none')
  }
})

test('in one batch, responses above the future raise it, and completed elements reopen', async () => {
  for (const { anna, id, a } of people) await anna.finish(id, a)
  const replies = await inOneBatch(() =>
    people.map(({ anna, id, first }, index) => anna.save(id, choice(first, 1, 1 + (index % 3), 1))),
  )
  expect(statusesOf(replies)).toEqual(new Set([200]))
  const rows = await query(
    `select v.value, r.version, e.count::int from responses r
     join statement_responses v on v.tenant_id = r.tenant_id and v.id = r.statement_response_id
     cross join lateral (select count(*) from response_events e where e.tenant_id = r.tenant_id and e.assessment_id = r.assessment_id) e
     where r.tenant_id = $1 and r.state = 2 and r.statement_id = $2 order by r.assessment_id`,
    people[0]?.first.id,
  )
  expect(rows).toEqual(
    people.map((_, index) =>
      index % 3 === 2 ? { value: 10, version: 2, count: 6 } : { value: 5, version: 1, count: 5 },
    ),
  )
  expect(await query('select from element_completions where tenant_id = $1')).toEqual([])
})

test('in one batch, two saves of one user are checked in series', async () => {
  const replies = await inOneBatch(() =>
    people.flatMap(({ anna, id, first }) => [
      anna.save(id, choice(first, 1, 3)),
      anna.save(id, choice(first, 2, 1)),
    ]),
  )
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(USERS)
  const rows = await saved()
  const current = rows.filter(({ state }) => state === 1).map(({ value }) => value)
  expect(current).toEqual(people.map(() => 10))
  expect(rows.filter(({ state, value }) => state === 2 && value !== 10)).toEqual([])
})

test('two devices of one user both save among the others', async () => {
  const replies = await Promise.all(
    people.flatMap(({ anna, id, first }) => [
      anna.save(id, choice(first, 1, 2)),
      anna.save(id, choice(first, 2, 3)),
    ]),
  )
  expect(statusesOf(replies)).toEqual(new Set([200]))
  const values = people.flatMap(() => ['1 5', '2 10'])
  expect((await saved()).map(({ state, value }) => `${state} ${value}`)).toEqual(values)
})
