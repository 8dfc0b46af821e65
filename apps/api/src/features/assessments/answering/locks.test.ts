import { randomUUID } from 'node:crypto'
import type { RawBuilder } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { assessmentLock, holdLock, statementLock } from '#testing/hold-lock.ts'
import { anOpenAssessment, anotherAssessment, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
let { tenant, user, anna, id, a, first, second } = await anOpenAssessment(t)
beforeEach(async () => {
  ;({ tenant, user, anna, id, a, first, second } = await anOpenAssessment(t))
})

const LOCKS: Record<string, () => number | RawBuilder<unknown>> = {
  'another request of the same user': () => -user.id,
  'what locks the assessment': () => assessmentLock(user, id),
  'another save of the statement': () => statementLock(user, id, first.id),
}
const note = () =>
  anna.caller.put(`/assessments/${id}/notes`, {
    key: randomUUID(),
    statement_id: first.id,
    note: 'Asked Ben',
    version: 0,
  })
const CALLS = {
  save: () => anna.save(id, choice(first, 1, 2, 1)),
  confirmation: () =>
    anna.caller.post(`/assessments/${id}/confirmations`, { statement_id: first.id }),
  note,
  completion: () => anna.complete(id, a),
}
const waiting = async () =>
  (await t.owner.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount

test.each([
  ['save', 'another request of the same user'],
  ['save', 'what locks the assessment'],
  ['save', 'another save of the statement'],
  ['confirmation', 'another save of the statement'],
  ['note', 'what locks the assessment'],
  ['completion', 'another request of the same user'],
  ['completion', 'what locks the assessment'],
] as const)('a %s waits for %s', async (call, lock) => {
  await anna.finish(id, a)
  await t.owner.query('delete from element_completions where assessment_id = $1', [id])
  const letGo = await holdLock(t.db, LOCKS[lock]?.() ?? 0)
  let isDone = false
  const calling = CALLS[call]().finally(() => {
    isDone = true
  })
  await expect.poll(waiting).toBe(1)
  expect(isDone).toBe(false)
  await letGo()
  expect((await calling).status).toBe(200)
})

test('while one statement is being saved, others of the assessment and colleagues’ are saved', async () => {
  const colleague = await anotherAssessment(t, tenant)
  const letGo = await holdLock(t.db, statementLock(user, id, first.id))
  expect((await anna.save(id, choice(second, 1, 2))).status).toBe(200)
  expect((await colleague.anna.save(colleague.id, choice(first, 1, 2))).status).toBe(200)
  await letGo()
})

test('a colleague who may not use the assessment neither waits for it nor holds it up', async () => {
  const colleague = await anotherAssessment(t, tenant)
  const letGo = await holdLock(t.db, assessmentLock(user, id))
  expect((await colleague.anna.complete(id, a)).status).toBe(404)
  expect((await colleague.anna.save(id, choice(first, 1, 2))).status).toBe(404)
  await letGo()
})

test('what waits for one assessment takes two connections, however many wait', async () => {
  const letGo = await holdLock(t.db, assessmentLock(user, id))
  const notes = Array.from({ length: 6 }, note)
  await expect.poll(waiting).toBe(2)
  await expect.poll(() => t.app.pools.turns.app.state().waiting).toBe(4)
  await letGo()
  const statuses = (await Promise.all(notes)).map(({ status }) => String(status))
  expect(statuses.toSorted().join(' ')).toBe('200 409 409 409 409 409')
})
