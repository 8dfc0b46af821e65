import { beforeEach, expect, test } from 'vitest'
import { upload } from '#testing/attached.ts'
import { THIS_YEAR, aSharedAssessment, aUser } from '#testing/factories.ts'
import { aRespondent, anOpenAssessment } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })

/** Anna's own assessment has an answered element. The shared one, which she owns, is empty. */
let own = await anOpenAssessment(t)
let shared: number
beforeEach(async () => {
  own = await anOpenAssessment(t)
  await own.anna.finish(own.id, own.a)
  shared = await aSharedAssessment(t.db, { owner: own.user, contentSetId: own.contentSetId })
})

const fill = async (from: string, by = own.anna) =>
  await by.caller.post(`/assessments/${shared}/fill`, { from })
const answersIn = async (id: number) =>
  await t.sql`select statement_id, state, statement_response_id, to_confirm from responses
    where assessment_id = ${id} order by statement_id, state`

/** Last year's shared assessment with Anna's answers. */
async function anEarlierOne() {
  const year = THIS_YEAR - 1
  const earlier = await aSharedAssessment(t.db, {
    owner: own.user,
    contentSetId: own.contentSetId,
    year,
  })
  await t.sql`insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, updated_by)
    select tenant_id, ${earlier}, statement_id, state, statement_response_id, updated_by from responses
    where assessment_id = ${own.id}`
  return { earlier, year }
}

test('the owner fills it once from their own answers of the year, which don’t change', async () => {
  const file = { name: 'minutes.txt', bytes: Buffer.from('Hello') }
  await upload(own.anna, own.id, own.first.id, file)
  const before = await answersIn(own.id)
  expect(before).not.toEqual([])
  expect((await own.anna.overview()).fill).toEqual({ own: true, earlier: null })
  expect((await fill('own')).status).toBe(204)
  expect(await answersIn(shared)).toEqual(before)
  expect(await answersIn(own.id)).toEqual(before)
  const { fill: offer, assessment, elements } = await own.anna.overview()
  expect([offer, assessment]).toMatchObject([null, { id: shared, status: 'in_progress' }])
  expect(elements[0]).toMatchObject({ answered: 2, to_confirm: 0, is_complete: false })
  expect((await own.anna.quiz(shared, own.a)).attachments).toMatchObject([
    { file_name: 'minutes.txt' },
  ])
  expect(await fill('own')).toMatchObject({ status: 409, code: 'conflict' })
})

test('the owner fills it once from the last shared one, to confirm', async () => {
  const { earlier, year } = await anEarlierOne()
  const before = await answersIn(earlier)
  expect((await own.anna.overview()).fill).toEqual({ own: true, earlier: year })
  expect((await fill('earlier')).status).toBe(204)
  expect(await answersIn(shared)).toEqual(before.map((row) => ({ ...row, to_confirm: true })))
  expect(await answersIn(earlier)).toEqual(before)
  expect((await own.anna.overview()).assessment).toMatchObject({ carried_from: year })
  expect(await fill('earlier')).toMatchObject({ status: 409 })
})

test('no one else fills it, nothing fills it from nothing, and a personal one isn’t filled', async () => {
  const ben = await aUser(t.db, { tenant: own.tenant, name: 'Ben Helper' })
  await t.sql`insert into assessment_members (tenant_id, assessment_id, user_id, role)
    values (${own.tenant.id}, ${shared}, ${ben.id}, 'contributor')`
  const helper = aRespondent(t, ben)
  expect((await helper.overview()).fill).toBeNull()
  expect(await fill('own', helper)).toMatchObject({ code: 'not-assigned' })
  expect((await fill('earlier')).status).toBe(404)
  expect((await own.anna.caller.post(`/assessments/${own.id}/fill`, { from: 'own' })).status).toBe(
    404,
  )
  expect(await answersIn(shared)).toEqual([])
})
