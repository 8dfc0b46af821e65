import { afterAll, beforeEach, expect, test } from 'vitest'
import { writeContentJson } from 'api/features/content/files/write-content-workbook'
import { settledExport, startedExport } from 'api/testing/download-export'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aSmallSet,
  aTenant,
  aUser,
  anAssessment,
} from 'api/testing/factories'
import { longSet } from 'api/testing/long-set'
import { aMinorChange } from 'api/testing/minor-change'
import { testApp } from 'api/testing/test-app'
import { createApiNode } from './api-node.ts'

const PEOPLE = 230
const KILLS = 2
const ANSWERS = 8

let tenant: TestTenant
let admin: TestUser
const t = await testApp({ works: false })
const node = await createApiNode(t.ownerUrl)
beforeEach(async () => {
  await node.kill()
  tenant = await aTenant(t.db)
  admin = await aUser(t.db, { tenant, roles: ['admin'] })
})
afterAll(() => node.kill())

test('an export whose node is killed is written once after the restart', async () => {
  const file = longSet({ elements: 300, statements: 2, responses: 4 })
  const setId = await aContentSet(t.db, { tenant, file })
  const { id } = await startedExport(t, admin, setId)
  const statuses = async () => (await t.owner.query('select status from generated_files')).rows
  // The lock lets the node write the file but not record it.
  await t.owner.query('begin')
  await t.owner.query('lock table generated_files in share mode')
  await node.start()
  const isLocked = () => waits(`relation = 'generated_files'::regclass`)
  await expect.poll(isLocked, { timeout: 60_000 }).toBe(true)
  await node.kill()
  await t.owner.query('rollback')
  expect(await statuses()).toEqual([{ status: 'making' }])
  await node.start()
  await settledExport(t, admin, id)
  expect(await statuses()).toEqual([{ status: 'ready' }])
  const { text } = await t.as(admin).get(`/content-exports/${id}/file`)
  expect(text).toBe(writeContentJson(file))
}, 240_000)

test('a killed node continues a minor change where it was: each assessment moves once, with all its answers', async () => {
  const first = await aContentSet(t.db, { tenant, file: aSmallSet() })
  const people: number[] = []
  while (people.length < PEOPLE) {
    const user = await aUser(t.db, { tenant })
    people.push(user.id)
    await anAssessment(t.db, { user, contentSetId: first })
  }
  const second = await aMinorChange(t, admin, first)
  const moved = async () => {
    const [move] = await t.sql`
      select moved, ended_at is not null as is_over from edition_moves where content_set_id = ${second}`
    return move
  }
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // A user's turn is held, so the job waits in the middle of its work.
    const turn = -(people.toSorted((a, b) => a - b)[kill * 70] ?? 0)
    await t.owner.query('select pg_advisory_lock($1)', [turn])
    await node.start()
    const progress = { moved: Math.floor((kill * 70) / 50) * 50, is_over: false }
    await expect.poll(moved, { timeout: 60_000 }).toEqual(progress)
    const isLocked = () =>
      waits(`locktype = 'advisory' and ((classid::bigint << 32) | objid::bigint) = ${turn}::bigint`)
    await expect.poll(isLocked, { timeout: 10_000 }).toBe(true)
    await node.kill()
    await t.owner.query('select pg_advisory_unlock($1)', [turn])
    expect(await moved()).toEqual(progress)
  }
  await node.start()
  await expect.poll(moved, { timeout: 90_000 }).toEqual({ moved: PEOPLE, is_over: true })
  const answers = PEOPLE * ANSWERS
  const rows = await t.sql`
    select (select count(*)::int from assessments where content_set_id = ${second}) as assessments,
      (select count(*)::int from responses r join statements s on s.id = r.statement_id where s.content_set_id = ${second}) as answers,
      (select count(*)::int from response_events e join statements s on s.id = e.statement_id where s.content_set_id = ${second}) as events`
  expect(rows).toEqual([{ assessments: PEOPLE, answers, events: answers }])
}, 300_000)

async function waits(lock: string): Promise<boolean> {
  const { rowCount } = await t.owner.query(`select from pg_locks where not granted and ${lock}`)
  return rowCount !== 0
}
