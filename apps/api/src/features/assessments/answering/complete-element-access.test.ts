import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestTenant, type TestUser, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { holdTurn } from '#testing/hold-turn.ts'
import { type Respondent, aRespondent, aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let tenant: TestTenant
let user: TestUser
let anna: Respondent
let id: number
let a: number
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
beforeEach(async () => {
  tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aTinySet() })
  user = await aUser(t.db, { tenant })
  anna = aRespondent(t, user)
  id = await anna.open()
  a = (await anna.overview()).elements[0]?.id ?? 0
  await anna.finish(id, a)
  await t.owner.query('delete from element_completions where assessment_id = $1', [id])
})
afterAll(() => t.close())

const isComplete = async () => (await anna.overview()).elements[0]?.is_complete

test('nobody completes what a colleague has answered', async () => {
  const colleague = aRespondent(t, await aUser(t.db, { tenant }))
  expect((await colleague.complete(id, a)).code).toBe('not-found')
  expect(await isComplete()).toBe(false)
})

test.for([
  ['a current response', 'state = 1'],
  ['a future response', 'state = 2'],
])('%s that is still to be confirmed keeps the element open', async ([, which]) => {
  await t.owner.query(
    `update responses set to_confirm = true where assessment_id = $1 and ${which}`,
    [id],
  )
  expect((await anna.complete(id, a)).code).toBe('element-incomplete')
  expect(await isComplete()).toBe(false)
})

test('so does a reason why a statement does not apply', async () => {
  await t.owner.query(
    `update responses set to_confirm = true, statement_response_id = null, not_applicable_reason = 'None'
     where assessment_id = $1 and state = 1`,
    [id],
  )
  expect((await anna.complete(id, a)).code).toBe('element-incomplete')
  expect(await isComplete()).toBe(false)
})

test('it takes its turn after what another device of the same person is about', async () => {
  const letGo = await holdTurn(t.db, -user.id)
  let isDone = false
  const completing = anna.complete(id, a).finally(() => {
    isDone = true
  })
  await expect
    .poll(async () => {
      const { rows } = await t.owner.query(
        `select from pg_locks where locktype = 'advisory' and not granted`,
      )
      return rows.length
    })
    .toBe(1)
  expect([isDone, await countCompletions()]).toEqual([false, 0])
  await letGo()
  expect((await completing).status).toBe(200)
  expect(await countCompletions()).toBe(1)
})

async function countCompletions() {
  const { rowCount } = await t.owner.query(
    'select from element_completions where assessment_id = $1',
    [id],
  )
  return rowCount
}
