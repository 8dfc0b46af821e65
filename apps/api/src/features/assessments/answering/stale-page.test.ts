import { randomUUID } from 'node:crypto'
import { type Quiz, assessments } from 'contract/assessments'
import type { Statement } from 'contract/listed-statement'
import { beforeEach, expect, test } from 'vitest'
import { upload } from '#testing/attached.ts'
import { aContentSet, aUser } from '#testing/factories.ts'
import { aMinorChange } from '#testing/minor-change.ts'
import { aRespondent, aTinySet, anOpenAssessment, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import { moveRunning } from './move-running.ts'

// `first` and `second` are statements of a page that was opened before its edition was left.
const t = await testApp({ works: false })
let { tenant, anna, contentSetId, id, a, first, second } = await anOpenAssessment(t)
beforeEach(async () => {
  ;({ tenant, anna, contentSetId, id, a, first, second } = await anOpenAssessment(t))
})

const saved = (body: unknown) => assessments.save.response.parse(body).responses
const now = () => anna.quiz(id, a)

/** Publishes a minor change and moves everyone to it. */
async function move(from = contentSetId) {
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  const next = await aMinorChange(t, admin, from)
  const attempt = { number: 1, isLast: false }
  await moveRunning(t.app, { tenantId: tenant.id, id: next }, attempt)
  return next
}

test('a page of an earlier edition keeps saving, and is answered with its own ids', async () => {
  await anna.save(id, choice(first, 1, 1))
  await move(await move())
  const { key: _, version: __, ...mine } = choice(first, 1, 2)
  const changed = await anna.save(id, choice(first, 1, 2, 1))
  expect(changed.status).toBe(200)
  expect(saved(changed.body)).toMatchObject([mine])
  const { element, responses, statements, id: statementSet }: Quiz = await now()
  expect(element).toMatchObject({ title: 'Element A' })
  expect(element.id).not.toBe(a)
  expect(responses).toMatchObject([
    { statement_id: statements[0]?.id, version: 2, to_confirm: false },
  ])
  // The page compares this id to see that it is out of date.
  expect(saved(changed.body)[0]?.statement_set_id).toBe(statementSet)
  const { statement_id, ...next } = choice(first, 1, 3, 2)
  const answer = { statement_id, choices: [next] }
  const { body } = await anna.caller.put(`/assessments/${id}/answers`, answer)
  const brief = { state: 1, statement_set_id: statementSet }
  expect(body).toEqual({ responses: [brief], element: null })
})

test('a choice that was saved before the move and is sent again has no second effect', async () => {
  const before = choice(first, 1, 2)
  await anna.save(id, before)
  await move()
  const after = choice(first, 2, 3)
  for (const change of [before, after, after])
    expect((await anna.save(id, change)).status).toBe(200)
  expect((await now()).responses).toMatchObject([{ version: 1 }, { version: 1 }])
})

test('a conflict after the move is told with the ids of the page', async () => {
  await move()
  const [moved] = (await now()).statements
  await anna.save(id, choice(moved as Statement, 1, 3))
  const { statement_id, statement_response_id } = choice(first, 1, 3)
  expect(await anna.save(id, choice(first, 1, 1))).toMatchObject({
    status: 409,
    body: { details: { responses: [{ statement_id, statement_response_id }] } },
  })
})

test('notes, files and completed elements of an earlier page are kept', async () => {
  await move()
  const note = { statement_id: first.id, note: 'Agreed.', version: 0 }
  const kept = await anna.caller.put(`/assessments/${id}/notes`, { key: randomUUID(), ...note })
  expect(kept.body).toMatchObject({ ...note, version: 1 })
  const file = { name: 'proof.txt', bytes: Buffer.from('Hello') }
  expect((await upload(anna, id, second.id, file)).status).toBe(200)
  for (const statement of [first, second]) {
    await anna.save(id, choice(statement, 1, 1))
    await anna.save(id, choice(statement, 2, 2))
  }
  const { statements, notes, attachments } = await now()
  expect(notes).toMatchObject([{ statement_id: statements[0]?.id, note: 'Agreed.' }])
  expect(attachments).toMatchObject([{ statement_id: statements[1]?.id, file_name: 'proof.txt' }])
  expect((await anna.complete(id, a)).status).toBe(200)
  expect((await anna.overview()).elements[0]).toMatchObject({ is_complete: true })
})

test('a colleague’s choice and a statement of another set are not found after the move', async () => {
  await move()
  const colleague = aRespondent(t, await aUser(t.db, { tenant }))
  expect((await colleague.save(id, choice(first, 1, 1))).status).toBe(404)
  const another = await aContentSet(t.db, { tenant, file: aTinySet() })
  const rows = await t.sql`select id from statements where content_set_id = ${another}`
  const foreign = { ...choice(first, 1, 1), statement_id: Number(rows[0]?.id) }
  expect((await anna.save(id, foreign)).status).toBe(404)
})
