import { randomUUID } from 'node:crypto'
import { reports } from 'contract/reports'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeReport } from '#features/reports/snapshot/make-report.ts'
import { type TestTenant, aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let tenant: TestTenant
let anna: Respondent
let id: number
let [a, b, c] = [0, 0, 0]
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
beforeEach(async () => {
  tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aTinySet() })
  anna = aRespondent(t, await aUser(t.db, { tenant }))
  id = await anna.open()
  ;[a = 0, b = 0, c = 0] = (await anna.overview()).elements.map((element) => element.id)
})
afterAll(() => t.close())

const work = (isLast = false) =>
  makeReport(t.app, { tenantId: tenant.id, id }, { number: 1, isLast })
const jobs = async () => {
  const { rows } = await t.owner.query<{ count: number }>(
    `select count(*)::int as count from pgboss.job where name = 'report' and data ->> 'id' = $1`,
    [String(id)],
  )
  return rows[0]?.count
}
const versions = async () => {
  const { rows } = await t.owner.query<{ version: number; snapshot: string }>(
    'select version, snapshot from reports where assessment_id = $1 order by version',
    [id],
  )
  return rows
}
async function change(elementId: number, level: number) {
  const { statements, responses } = await anna.quiz(id, elementId)
  const [statement] = statements
  if (!statement) throw new Error('The element has two statements.')
  const version = responses.find((saved) => saved.statement_id === statement.id)?.version ?? 0
  expect((await anna.save(id, choice(statement, 1, level, version))).status).toBe(200)
}

test('an element with open statements is not completed; the answer names them', async () => {
  const { statements } = await anna.quiz(id, a)
  const ids = statements.map((statement) => statement.id)
  expect(await anna.complete(id, a)).toMatchObject({
    status: 409,
    code: 'element-incomplete',
    body: { details: { statement_ids: ids }, message: '2 statements are not answered yet.' },
  })
  const [first] = statements
  if (!first) throw new Error('The element has two statements.')
  await anna.save(id, choice(first, 1, 2))
  expect((await anna.complete(id, a)).body).toMatchObject({ details: { statement_ids: ids } })
  await anna.save(id, choice(first, 2, 2))
  expect((await anna.complete(id, a)).body).toMatchObject({
    details: { statement_ids: ids.slice(1) },
    message: 'One statement is not answered yet.',
  })
  expect((await anna.overview()).elements[0]?.is_complete).toBe(false)
})

test('when all are answered one still presses Complete, and goes on at the next element', async () => {
  await anna.finish(id, a)
  const overview = await anna.overview()
  expect(overview.elements.map(({ is_complete }) => is_complete)).toEqual([true, false, false])
  expect(overview.next).toEqual({ element_id: b, statement_number: 1, total: 2 })
  expect(overview.assessment?.status).toBe('in_progress')
  expect(await jobs()).toBe(0)
})

test('the last required element makes the report, whatever the optional ones are', async () => {
  await anna.finish(id, a)
  const answer = await anna.finish(id, b)
  expect(answer.body).toEqual({ status: 'completed', is_report_pending: true })
  const overview = await anna.overview()
  expect(overview).toMatchObject({
    is_report_pending: true,
    assessment: { status: 'completed', completed_at: expect.any(String) },
    next: { element_id: c, statement_number: 1, total: 2 },
    reports: [],
  })
  expect(await jobs()).toBe(1)
  await work()
  expect(await anna.overview()).toMatchObject({
    is_report_pending: false,
    reports: [{ version: 1, kind: 'action' }],
  })
})

test('completing is idempotent: 20 at once make one job', async () => {
  await anna.finish(id, a)
  await anna.finish(id, b)
  await change(b, 2)
  const before = await jobs()
  const answers = await Promise.all(Array.from({ length: 20 }, () => anna.complete(id, b)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await jobs()).toBe((before ?? 0) + 1)
})

test('a changed response reopens its element and the assessment', async () => {
  await anna.finish(id, a)
  await anna.finish(id, b)
  await change(b, 2)
  const overview = await anna.overview()
  expect(overview.assessment?.status).toBe('in_progress')
  expect(overview.elements.map(({ is_complete }) => is_complete)).toEqual([true, false, false])
  expect(overview.next).toEqual({ element_id: b, statement_number: 2, total: 2 })
})

test('a change after completion makes version 2 and keeps version 1 as it was', async () => {
  await anna.finish(id, a)
  await anna.finish(id, b)
  await work()
  const [before] = await versions()
  await change(b, 2)
  await anna.complete(id, b)
  await work()
  const after = await versions()
  expect(after.map(({ version }) => version)).toEqual([1, 2])
  expect(after[0]?.snapshot).toBe(before?.snapshot)
  expect(after[1]?.snapshot).not.toBe(before?.snapshot)
})

test('completing again without a change makes no new version', async () => {
  await anna.finish(id, a)
  await anna.finish(id, b)
  await work()
  await change(b, 2)
  await change(b, 1)
  await anna.complete(id, b)
  await work()
  expect(await versions()).toHaveLength(1)
  expect((await anna.overview()).is_report_pending).toBe(false)
})

test('an optional element that is completed later makes a new version', async () => {
  await anna.finish(id, a)
  await anna.finish(id, b)
  await work()
  await anna.finish(id, c)
  await work()
  expect((await versions()).map(({ version }) => version)).toEqual([1, 2])
  expect((await anna.overview()).next).toBeNull()
})

test('two workers with the same job make one version', async () => {
  await anna.finish(id, a)
  await anna.finish(id, b)
  await Promise.all([work(), work(), work()])
  expect(await versions()).toHaveLength(1)
})

test('what was reopened before its report was made gets no report of half an answer', async () => {
  await anna.finish(id, a)
  await anna.finish(id, b)
  await change(b, 0)
  await work()
  expect(await versions()).toEqual([])
  expect((await anna.overview()).is_report_pending).toBe(false)
  await change(b, 2)
  await anna.complete(id, b)
  await work()
  expect((await versions()).map(({ version }) => version)).toEqual([1])
})

test('a note is in the report, its removal in the next version', async () => {
  await anna.finish(id, a)
  const { statements } = await anna.quiz(id, b)
  const note = (text: string, version: number) =>
    anna.caller.put(`/assessments/${id}/notes`, {
      key: randomUUID(),
      statement_id: statements[0]?.id,
      note: text,
      version,
    })
  await note('Because of the flood', 0)
  await anna.finish(id, b)
  await work()
  await note('', 1)
  await anna.complete(id, b)
  await work()
  const snapshots = (await versions()).map(({ snapshot }) =>
    reports.get.response.shape.snapshot.parse(JSON.parse(snapshot)),
  )
  expect(snapshots.map(({ elements }) => elements[1]?.statements[0]?.note)).toEqual([
    'Because of the flood',
    null,
  ])
})

test('a carried answer that is not confirmed keeps its element open', async () => {
  await anna.finish(id, a)
  await t.owner.query('update responses set to_confirm = true where assessment_id = $1', [id])
  await t.owner.query('delete from element_completions where assessment_id = $1', [id])
  expect((await anna.complete(id, a)).code).toBe('element-incomplete')
})

test('a statement that does not apply, with a reason, keeps no element open; half an answer does', async () => {
  const [first, second] = (await anna.quiz(id, a)).statements
  if (!first || !second) throw new Error('The element has two statements.')
  for (const state of [1, 2] as const) await anna.save(id, choice(first, state, 2))
  await anna.save(id, choice(second, 1, 2))
  expect((await anna.complete(id, a)).body).toMatchObject({
    details: { statement_ids: [second.id] },
  })
  const reason = { statement_response_id: null, not_applicable_reason: 'We have no suppliers' }
  expect((await anna.save(id, { ...choice(second, 1, 2, 1), ...reason })).status).toBe(200)
  expect((await anna.complete(id, a)).body).toEqual({
    status: 'in_progress',
    is_report_pending: false,
  })
})

test('what is in review is closed, and whose terms are to be accepted anew completes nothing', async () => {
  await anna.finish(id, a)
  await t.owner.query('delete from element_completions where assessment_id = $1', [id])
  await t.owner.query(`update assessments set status = 'in_review' where id = $1`, [id])
  expect((await anna.complete(id, a)).code).toBe('assessment-closed')
  await t.owner.query(`update assessments set status = 'in_progress' where id = $1`, [id])
  await t.owner.query(`update users set accepted_terms_version = 0 where tenant_id = $1`, [
    tenant.id,
  ])
  expect((await anna.complete(id, a)).code).toBe('terms-not-accepted')
  expect((await anna.caller.get('/overview')).code).toBe('terms-not-accepted')
  const { rows } = await t.owner.query('select from element_completions where assessment_id = $1', [
    id,
  ])
  expect(rows).toHaveLength(0)
})

test('elements of another set and assessments of others are not there', async () => {
  const colleague = aRespondent(t, await aUser(t.db, { tenant }))
  expect((await colleague.complete(id, a)).code).toBe('not-found')
  expect((await anna.complete(id, 999_999_999)).code).toBe('not-found')
  expect((await anna.complete(999_999_999, a)).code).toBe('not-found')
  expect((await anna.caller.post(`/assessments/${id}/elements/x/completion`)).code).toBe(
    'not-found',
  )
})

test('a report that cannot be made keeps nobody waiting for ever', async () => {
  for (const element of [a, b, c]) await anna.finish(id, element)
  expect((await anna.overview()).is_report_pending).toBe(true)
  const grant = (right: string) => t.owner.query(`${right} wm_app`)
  await grant('revoke insert on reports from')
  await expect(work()).rejects.toThrow()
  expect((await anna.overview()).is_report_pending).toBe(true)
  await expect(work(true)).rejects.toThrow()
  await grant('grant insert on reports to')
  expect((await anna.overview()).is_report_pending).toBe(false)
})
