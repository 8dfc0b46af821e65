import { beforeEach, expect, test } from 'vitest'
import { anAttachment } from '#testing/attached.ts'
import { THIS_YEAR, aContentSet, aReport, aUser } from '#testing/factories.ts'
import { aNextEdition } from '#testing/minor-change.ts'
import { aRespondent, aTinySet, anOpenAssessment, choice } from '#testing/respondent.ts'
import { downloadPdf } from '#testing/download-pdf.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
let { tenant, user, anna, contentSetId: first, id, a, b, ...shown } = await anOpenAssessment(t)
let admin = await aUser(t.db, { tenant, roles: ['admin'] })
beforeEach(async () => {
  ;({ tenant, user, anna, contentSetId: first, id, a, b, ...shown } = await anOpenAssessment(t))
  admin = await aUser(t.db, { tenant, roles: ['admin'] })
})

/** Publishes a next version in which each statement has the text that this returns; null removes the statement. */
const publishNext = (change: (text: string) => string | null, whatChanged = 'Clearer words.') =>
  aNextEdition(
    t,
    admin,
    first,
    (element) => ({
      ...element,
      statements: element.statements.flatMap((statement) => {
        const text = change(statement.text)
        return text === null ? [] : [{ ...statement, text }]
      }),
    }),
    { what_changed: whatChanged },
  )
const reworded = (text: string) => `${text} Indeed`
const accept = (to: number, by = anna) =>
  by.caller.post(`/assessments/${id}/edition`, { content_set_id: to })
/** The first element as it is in the assessment's edition now. */
const firstElement = async () => await anna.quiz(id, (await anna.overview()).elements[0]?.id ?? 0)

test('a later edition is offered to the owner, and the assessment moves when it is accepted', async () => {
  await anna.finish(id, a)
  await anna.finish(id, b)
  const texts: string[] = []
  const next = await publishNext((text) => {
    texts.push(text)
    return texts.length === 1 ? reworded(text) : texts.length === 3 ? null : text
  })
  expect(await anna.overview()).toMatchObject({
    new_edition: {
      content_set_id: next,
      version: 2,
      what_changed: 'Clearer words.',
      added: 0,
      changed: 1,
      removed: 1,
    },
    content_set: { id: first },
    elements: [{ is_complete: true }, { is_complete: true }, {}],
  })
  expect((await accept(next)).body).toMatchObject({
    new_edition: null,
    content_set: { id: next },
    assessment: { id, status: 'in_progress' },
    elements: [
      { is_complete: false, answered: 1, to_confirm: 1, total: 2 },
      { is_complete: true, answered: 1, total: 1 },
      {},
    ],
  })
  expect(await accept(next)).toMatchObject({ status: 200 })
})

test('changed statements are confirmed and completed again, and earlier reports stay the same', async () => {
  await anna.finish(id, a)
  await anna.finish(id, b)
  const report = await aReport(t.db, user, id)
  const read = async () =>
    await Promise.all(
      ['', '/csv', '/xlsx', '/pdf'].map(async (file) => {
        const path = `/reports/${report}${file}`
        const answer = file === '/pdf' ? downloadPdf(anna.caller, path) : anna.caller.get(path)
        return (await answer).body
      }),
    )
  const before = await read()
  const next = await publishNext(reworded)
  expect(await read()).toEqual(before)
  await accept(next)
  const [changed] = (await anna.overview()).elements
  expect((await anna.complete(id, changed?.id ?? 0)).body).toMatchObject({
    message: '2 answers haven’t been confirmed yet. Confirm them, then complete the element.',
  })
  for (const { id: element } of (await anna.overview()).elements.slice(0, 2)) {
    for (const statement of (await anna.quiz(id, element)).statements)
      await anna.caller.post(`/assessments/${id}/confirmations`, { statement_id: statement.id })
    expect((await anna.complete(id, element)).status).toBe(200)
  }
  expect(await anna.overview()).toMatchObject({
    assessment: { status: 'completed' },
    is_report_pending: true,
  })
  expect(await read()).toEqual(before)
})

test('an answer to an earlier wording is refused after the move, and saved for the new one', async () => {
  await accept(await publishNext(reworded))
  expect(await anna.save(id, choice(shown.first, 1, 1))).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('is different in the new version') },
  })
  const [statement = shown.first] = (await firstElement()).statements
  expect((await anna.save(id, choice(statement, 1, 1))).status).toBe(200)
  const another = await aContentSet(t.db, { tenant, file: aTinySet() })
  const [foreign] = await t.sql<{ id: number }>`
    select id from statements where content_set_id = ${another} and key = 'A1'`
  const elsewhere = { ...choice(statement, 1, 0, 1), statement_id: foreign?.id }
  expect((await anna.save(id, elsewhere)).code).toBe('not-found')
})

test('a future response below the current one is raised by a move, to confirm', async () => {
  await anna.finish(id, a, 2, 3)
  await t.sql`update responses set statement_response_id = ${shown.first.statement_responses[0]?.id}
    where assessment_id = ${id} and statement_id = ${shown.first.id} and state = 2`
  await accept(await publishNext((text) => (text === shown.first.text ? text : reworded(text))))
  const { statements, responses } = await firstElement()
  const [first] = statements
  expect(responses.filter((one) => one.statement_id === first?.id)).toMatchObject([
    { state: 1, statement_response_id: first?.statement_responses[1]?.id, to_confirm: false },
    { state: 2, statement_response_id: first?.statement_responses[1]?.id, to_confirm: true },
  ])
})

test('notes and attached files follow their statement, also removed files', async () => {
  const note = { statement_id: shown.first.id, note: 'Agreed.', version: 0 }
  await anna.caller.put(`/assessments/${id}/notes`, { key: crypto.randomUUID(), ...note })
  const file = { user, assessment: id, statement: shown.first.id }
  await anAttachment(t, { ...file, name: 'proof.txt' })
  const removed = await anAttachment(t, { ...file, name: 'old.txt', isRemoved: true })
  await accept(await publishNext(reworded))
  const names = async () =>
    (await firstElement()).attachments.map(({ file_name }) => file_name).toSorted()
  expect(await firstElement()).toMatchObject({ notes: [{ note: 'Agreed.' }] })
  expect(await names()).toEqual(['proof.txt'])
  expect((await anna.caller.post(`/attachments/${removed}/restoration`)).status).toBe(200)
  expect(await names()).toEqual(['old.txt', 'proof.txt'])
})

test('a move that removes the last open required element completes the assessment', async () => {
  await anna.finish(id, a)
  const next = await aNextEdition(t, admin, first, (element, at) => (at === 1 ? null : element))
  expect((await accept(next)).body).toMatchObject({
    assessment: { status: 'completed' },
    is_report_pending: true,
  })
})

test('a move leaves a returned assessment returned, and reopens a completed one for required elements only', async () => {
  const status = async () => (await anna.overview()).assessment?.status
  await anna.finish(id, a)
  await anna.finish(id, b)
  await accept(await publishNext((text) => (text.endsWith('C1') ? reworded(text) : text)))
  expect(await status()).toBe('completed')
  await t.owner.query(`update assessments set status = 'returned' where id = $1`, [id])
  await accept(await publishNext(reworded))
  expect(await status()).toBe('returned')
})

test.each([
  ['is a draft', `status = 'draft'`],
  ['starts next year', `year_from = year_from + 2`],
  ['ended last year', `year_to = ${THIS_YEAR - 1}`],
  ['is for certification only', 'offers_self_assessment = false'],
])('an edition that %s is not offered', async (_, change) => {
  const next = await publishNext(reworded)
  await t.owner.query(
    `alter table content_sets disable trigger user; update content_sets set ${change}, draft = '{}' where id = ${next}; alter table content_sets enable trigger user`,
  )
  expect(await anna.overview()).toMatchObject({ new_edition: null })
})

test('a closed assessment stays on its edition, and only the newest edition can be accepted', async () => {
  const next = await publishNext(reworded)
  expect(await accept(first)).toMatchObject({ status: 200 })
  expect(await accept(next + 1_000_000)).toMatchObject({ status: 409, code: 'conflict' })
  const colleague = aRespondent(t, await aUser(t.db, { tenant }))
  expect((await accept(next, colleague)).status).toBe(404)
  await t.owner.query(`update assessments set status = 'certified' where id = $1`, [id])
  expect(await anna.overview()).toMatchObject({ new_edition: null })
  expect(await accept(next)).toMatchObject({ status: 409, code: 'assessment-closed' })
})

test('an owner who skipped an edition is told all changes since their own', async () => {
  await publishNext(reworded, 'First.')
  const next = await publishNext((text) => `${text} Still`, 'Then.')
  expect(await anna.overview()).toMatchObject({
    new_edition: { content_set_id: next, version: 3, what_changed: 'First.\n\nThen.', changed: 6 },
  })
})

test('an element that lacks a note which the next edition requires is no longer complete', async () => {
  await anna.finish(id, a)
  await anna.finish(id, b)
  const next = await aNextEdition(t, admin, first, (element) => ({
    ...element,
    statements: element.statements.map((one) =>
      one.key === 'B1' ? { ...one, asksForNote: true } : one,
    ),
  }))
  expect((await accept(next)).body).toMatchObject({
    assessment: { status: 'in_progress' },
    elements: [{ is_complete: true }, { is_complete: false }, {}],
  })
})
