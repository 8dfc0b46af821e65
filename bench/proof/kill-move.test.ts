import { afterAll, beforeAll, expect, test } from 'vitest'
import { aContentSet, aSmallSet, aTenant, aUser, anAssessment } from 'api/testing/factories'
import { aMinorChange } from 'api/testing/minor-change'
import { type TestApp, startTestApp } from 'api/testing/test-app'
import { type ApiNode, makeApiNode } from './api-node.ts'

const PEOPLE = 230
const KILLS = 2
const ANSWERS = 8

let t: TestApp
let node: ApiNode
beforeAll(async () => {
  t = await startTestApp({ works: false })
  node = await makeApiNode(t.ownerUrl)
}, 120_000)
afterAll(async () => {
  await node.kill()
  await t.close()
})

test('killed while a minor change moves assessments, a node goes on where it was: each moves once, with all its answers', async () => {
  const tenant = await aTenant(t.db)
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  const first = await aContentSet(t.db, { tenant, file: aSmallSet() })
  const people: number[] = []
  while (people.length < PEOPLE) {
    const user = await aUser(t.db, { tenant })
    people.push(user.id)
    await anAssessment(t.db, { user, contentSetId: first })
  }
  const second = await aMinorChange(t, admin, first)
  const moved = async () => {
    const { rows } = await t.owner.query<{ moved: number; is_over: boolean }>(
      'select moved, ended_at is not null as is_over from edition_moves where content_set_id = $1',
      [second],
    )
    return rows[0]
  }
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // Somebody writes for so long: the job waits for them, in the midst of its work.
    const turn = -(people.toSorted((a, b) => a - b)[kill * 70] ?? 0)
    await t.owner.query('select pg_advisory_lock($1)', [turn])
    await node.start()
    const standing = { moved: Math.floor((kill * 70) / 50) * 50, is_over: false }
    await expect.poll(moved, { timeout: 60_000 }).toEqual(standing)
    await expect.poll(() => waits(turn), { timeout: 10_000 }).toBe(true)
    await node.kill()
    await t.owner.query('select pg_advisory_unlock($1)', [turn])
    expect(await moved()).toEqual(standing)
  }
  await node.start()
  await expect.poll(moved, { timeout: 90_000 }).toEqual({ moved: PEOPLE, is_over: true })
  const { rows } = await t.owner.query(
    `select (select count(*)::int from assessments where content_set_id = $1) as assessments,
       (select count(*)::int from responses r join statements s on s.id = r.statement_id where s.content_set_id = $1) as answers,
       (select count(*)::int from response_events e join statements s on s.id = e.statement_id where s.content_set_id = $1) as brought`,
    [second],
  )
  expect(rows).toEqual([
    { assessments: PEOPLE, answers: PEOPLE * ANSWERS, brought: PEOPLE * ANSWERS },
  ])
}, 300_000)

async function waits(turn: number) {
  const { rows } = await t.owner.query<{ waits: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and not granted
       and ((classid::bigint << 32) | objid::bigint) = $1::bigint) as waits`,
    [turn],
  )
  return rows[0]?.waits ?? false
}
