import { randomUUID } from 'node:crypto'
import { reports } from 'contract/reports'
import { beforeEach, expect, test } from 'vitest'
import { createReport } from '#features/reports/snapshot/create-report.ts'
import { aTinySet, anOpenAssessment, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
let { tenant, anna, id, a, b, c, first, second } = await anOpenAssessment(t)
beforeEach(async () => {
  ;({ tenant, anna, id, a, b, c, first, second } = await anOpenAssessment(t))
})

const work = (isLast = false) =>
  createReport(t.app, { tenantId: tenant.id, id }, { number: 1, isLast })
const own = async (query: string, value: unknown = id) => (await t.owner.query(query, [value])).rows
const jobs = async () =>
  (await own(`select from pgboss.job where name = 'report' and data ->> 'id' = $1`, String(id)))
    .length
const versions = () =>
  own('select version, snapshot from reports where assessment_id = $1 order by version')
const areComplete = async () =>
  (await anna.overview()).elements.map(({ is_complete }) => is_complete)
async function finishRequired() {
  await anna.finish(id, a)
  return await anna.finish(id, b)
}
async function change(elementId: number, level: number) {
  const { statements, responses } = await anna.quiz(id, elementId)
  const [statement = first] = statements
  const version = responses.find((saved) => saved.statement_id === statement.id)?.version ?? 0
  expect((await anna.save(id, choice(statement, 1, level, version))).status).toBe(200)
}

test('an element with open statements is refused with their ids', async () => {
  const ids = [first.id, second.id]
  expect(await anna.complete(id, a)).toMatchObject({
    status: 409,
    code: 'element-incomplete',
    body: {
      details: { statement_ids: ids },
      message: '2 statements haven’t been answered yet. Answer them, then complete the element.',
    },
  })
  await anna.save(id, choice(first, 1, 2))
  expect((await anna.complete(id, a)).body).toMatchObject({ details: { statement_ids: ids } })
  await anna.save(id, choice(first, 2, 2))
  expect((await anna.complete(id, a)).body).toMatchObject({
    details: { statement_ids: [second.id] },
    message: '1 statement hasn’t been answered yet. Answer it, then complete the element.',
  })
  expect(await areComplete()).toEqual([false, false, false])
})

test('an element without a note that an answer requires is refused until the note is written', async () => {
  const file = aTinySet()
  for (const { statements } of file.elements) {
    const [one, other] = statements
    if (one) one.asksForNote = true
    if (other?.responses[1]) other.responses[1].asksForNote = true
  }
  ;({ anna, id, a, first, second } = await anOpenAssessment(t, file))
  const refused = await anna.finish(id, a, 2)
  expect(refused).toMatchObject({
    status: 409,
    code: 'element-incomplete',
    body: {
      details: { statement_ids: [], note_ids: [first.id, second.id] },
      message: '2 answers require a note. Write the notes, then complete the element.',
    },
  })
  await anna.save(id, choice(second, 1, 1, 1))
  const write = (note: string, version: number) =>
    anna.caller.put(`/assessments/${id}/notes`, {
      key: randomUUID(),
      statement_id: first.id,
      note,
      version,
    })
  await write('', 0)
  expect((await anna.complete(id, a)).body).toMatchObject({
    details: { note_ids: [first.id] },
    message: '1 answer requires a note. Write it, then complete the element.',
  })
  await write('It is in the plan.', 1)
  expect((await anna.complete(id, a)).status).toBe(200)
})

test('a completed element leads to the next one, and the last required one requests the report', async () => {
  await anna.finish(id, a)
  expect(await areComplete()).toEqual([true, false, false])
  expect(await anna.overview()).toMatchObject({
    next: { element_id: b, statement_number: 1, total: 2 },
    assessment: { status: 'in_progress' },
  })
  expect(await jobs()).toBe(0)
  const answer = await anna.finish(id, b)
  expect(answer.body).toEqual({ status: 'completed', is_report_pending: true })
  expect(await anna.overview()).toMatchObject({
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

test('a changed response reopens the assessment, and 20 parallel completions make one job', async () => {
  await finishRequired()
  await change(b, 2)
  expect(await areComplete()).toEqual([true, false, false])
  expect(await anna.overview()).toMatchObject({
    assessment: { status: 'in_progress' },
    next: { element_id: b, statement_number: 2, total: 2 },
  })
  const before = await jobs()
  const answers = await Promise.all(Array.from({ length: 20 }, () => anna.complete(id, b)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await jobs()).toBe(before + 1)
})

test('version 1 stays, no change makes no version, and changes and optional elements make new ones', async () => {
  await finishRequired()
  await Promise.all([work(), work(), work()])
  const [before, ...others] = await versions()
  expect(others).toEqual([])
  await change(b, 2)
  await change(b, 1)
  await anna.complete(id, b)
  await work()
  expect(await versions()).toHaveLength(1)
  expect((await anna.overview()).is_report_pending).toBe(false)
  await change(b, 2)
  await anna.complete(id, b)
  await work()
  const after = await versions()
  expect(after.map(({ version }) => version)).toEqual([1, 2])
  expect(after[0].snapshot).toBe(before.snapshot)
  expect(after[1].snapshot).not.toBe(before.snapshot)
  await anna.finish(id, c)
  await work()
  expect(await versions()).toHaveLength(3)
  expect((await anna.overview()).next).toBeNull()
})

test('an assessment that is reopened before its report is created gets no incomplete report', async () => {
  await finishRequired()
  await change(b, 0)
  await work()
  expect(await versions()).toEqual([])
  expect((await anna.overview()).is_report_pending).toBe(false)
  await change(b, 2)
  await anna.complete(id, b)
  await work()
  expect(await versions()).toMatchObject([{ version: 1 }])
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
  const notes = (await versions()).map(({ snapshot }) => {
    const { elements } = reports.get.response.shape.snapshot.parse(JSON.parse(snapshot))
    return elements[1]?.statements[0]?.note
  })
  expect(notes).toEqual(['Because of the flood', null])
})

test('after the last failed attempt the report is no longer shown as pending', async () => {
  for (const element of [a, b, c]) await anna.finish(id, element)
  expect((await anna.overview()).is_report_pending).toBe(true)
  await t.owner.query('revoke insert on reports from wm_app')
  await expect(work()).rejects.toThrow()
  expect((await anna.overview()).is_report_pending).toBe(true)
  await expect(work(true)).rejects.toThrow()
  await t.owner.query('grant insert on reports to wm_app')
  expect((await anna.overview()).is_report_pending).toBe(false)
})
