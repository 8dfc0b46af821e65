import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { type Respondent, aRespondent, aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let anna: Respondent
let colleague: Respondent
let id: number
let elementId: number
let statementId: number
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
beforeEach(async () => {
  const tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aTinySet() })
  anna = aRespondent(t, await aUser(t.db, { tenant }))
  colleague = aRespondent(t, await aUser(t.db, { tenant }))
  id = await anna.open()
  elementId = (await anna.overview()).elements[0]?.id ?? 0
  statementId = (await anna.quiz(id, elementId)).statements[0]?.id ?? 0
})
afterAll(() => t.close())

const aNote = (note: string, version = 0) => ({
  key: randomUUID(),
  statement_id: statementId,
  note,
  version,
})
const save = (change: object) => anna.caller.put(`/assessments/${id}/notes`, change)
const notes = async () => (await anna.quiz(id, elementId)).notes

test('a statement has one note, which can be changed and removed', async () => {
  expect((await save(aNote('First'))).body).toMatchObject({ note: 'First', version: 1 })
  expect((await save(aNote('Second', 1))).body).toMatchObject({ note: 'Second', version: 2 })
  expect(await notes()).toMatchObject([{ statement_id: statementId, note: 'Second', version: 2 }])
  expect((await save(aNote('', 2))).body).toMatchObject({ note: '', version: 3 })
  expect((await notes()).filter(({ note }) => note !== '')).toEqual([])
})

test('any text is kept as it was written', async () => {
  const text = `<script>alert(1)</script> =1+1 'quoted' "so" \\ 日本 🙂\nsecond line\tand a tab`
  await save(aNote(text))
  expect(await notes()).toMatchObject([{ note: text }])
})

test('a text that cannot be stored or is too long is refused', async () => {
  for (const note of ['a\u0000', '\ud800', 'x'.repeat(2001), 7, null])
    expect((await save({ ...aNote(''), note })).code).toBe('invalid-input')
})

test('a stale version gets a conflict with the note that stands', async () => {
  await save(aNote('First'))
  expect(await save(aNote('Other'))).toMatchObject({
    status: 409,
    code: 'conflict',
    body: { details: { note: { note: 'First', version: 1 } } },
  })
  expect(await save({ ...aNote('Other', 3) })).toMatchObject({ code: 'conflict' })
})

test('the same note sent 20 times at once is saved once', async () => {
  const change = aNote('Once')
  const answers = await Promise.all(Array.from({ length: 20 }, () => save(change)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await notes()).toMatchObject([{ note: 'Once', version: 1 }])
})

test("nobody writes or reads a colleague's note", async () => {
  await save(aNote('Mine'))
  const answer = await colleague.caller.put(`/assessments/${id}/notes`, aNote('Theirs', 1))
  expect(answer.code).toBe('not-found')
  expect((await colleague.caller.get(`/assessments/${id}/elements/${elementId}`)).status).toBe(404)
})

test('a statement of another set has no note here', async () => {
  expect((await save({ ...aNote('x'), statement_id: 999_999_999 })).code).toBe('not-found')
})

test('a closed assessment takes no notes', async () => {
  await t.owner.query(`update assessments set status = 'certified' where id = $1`, [id])
  expect((await save(aNote('Late'))).code).toBe('assessment-closed')
})

test('a note reopens a completed element: it stands in the report', async () => {
  await anna.finish(id, elementId)
  expect((await anna.overview()).elements[0]?.is_complete).toBe(true)
  await save(aNote('New'))
  expect((await anna.overview()).elements[0]?.is_complete).toBe(false)
})
