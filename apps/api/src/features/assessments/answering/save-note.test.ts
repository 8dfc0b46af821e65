import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { anOpenAssessment } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
let { anna, id, a, first } = await anOpenAssessment(t)
beforeEach(async () => {
  ;({ anna, id, a, first } = await anOpenAssessment(t))
})

const aNote = (note: string, version = 0) => ({
  key: randomUUID(),
  statement_id: first.id,
  note,
  version,
})
const save = (change: object) => anna.caller.put(`/assessments/${id}/notes`, change)
const notes = async () => (await anna.quiz(id, a)).notes

test('a statement has one note, which can be changed and removed', async () => {
  const text = `<script>alert(1)</script> =1+1 'quoted' "so" \\ 日本 🙂\nsecond line\tand a tab`
  expect((await save(aNote('First'))).body).toMatchObject({ note: 'First', version: 1 })
  expect((await save(aNote(text, 1))).body).toMatchObject({ note: text, version: 2 })
  expect(await notes()).toMatchObject([{ statement_id: first.id, note: text, version: 2 }])
  expect((await save(aNote('', 2))).body).toMatchObject({ note: '', version: 3 })
  expect((await notes()).filter(({ note }) => note !== '')).toEqual([])
})

test('characters that no one sees are cleaned, and a text of more than 2,000 characters is refused', async () => {
  const pasted = 'Approved\u000b\u202ain May\u0003\u0000\ud800\u200b'
  expect((await save(aNote(pasted))).body).toMatchObject({ note: 'Approved\nin May' })
  expect((await save(aNote('\u200b\u0000', 1))).body).toMatchObject({ note: '', version: 2 })
  for (const note of ['x'.repeat(2001), 7, null])
    expect((await save({ ...aNote(''), note })).code).toBe('invalid-input')
})

test('a stale version gets a conflict with the current note', async () => {
  expect(await save(aNote('Lost', 1))).toMatchObject({
    code: 'conflict',
    body: { details: { note: { note: '', version: 0 } } },
  })
  await save(aNote('First'))
  expect(await save(aNote('Other'))).toMatchObject({
    status: 409,
    code: 'conflict',
    body: { details: { note: { note: 'First', version: 1 } } },
  })
  expect(await save(aNote('Other', 3))).toMatchObject({ code: 'conflict' })
})

test('20 parallel sends of one note save it once', async () => {
  const change = aNote('Once')
  const answers = await Promise.all(Array.from({ length: 20 }, () => save(change)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await notes()).toMatchObject([{ note: 'Once', version: 1 }])
})

test('a note reopens a completed element', async () => {
  const isComplete = async () => (await anna.overview()).elements[0]?.is_complete
  await anna.finish(id, a)
  expect(await isComplete()).toBe(true)
  await save(aNote('New'))
  expect(await isComplete()).toBe(false)
})
