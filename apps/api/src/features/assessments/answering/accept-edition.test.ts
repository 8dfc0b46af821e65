import { contentSets } from 'contract/content-sets'
import { editions } from 'contract/editions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type TestTenant,
  type TestUser,
  aContentSet,
  aReport,
  aTenant,
  aUser,
} from '#testing/factories.ts'
import { anAttachment } from '#testing/attached.ts'
import { type Respondent, aRespondent, aTinySet, choice } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
let tenant: TestTenant
let admin: TestUser
let user: TestUser
let anna: Respondent
let first: number
let id: number
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
beforeEach(async () => {
  tenant = await aTenant(t.db)
  admin = await aUser(t.db, { tenant, roles: ['admin'] })
  user = await aUser(t.db, { tenant })
  anna = aRespondent(t, user)
  first = await aContentSet(t.db, { tenant, file: withActions() })
  id = await anna.open()
})
afterAll(() => t.close())

function withActions() {
  const set = aTinySet()
  for (const { responses } of set.elements.flatMap((element) => element.statements))
    for (const response of responses) response.action = 'Do it.'
  return set
}

type Change = (text: string) => string | null

/** Publishes a next version in which each statement's text is what this makes of it; null removes it. */
async function publishNext(how: Change, { isMinor = false, whatChanged = 'Clearer words.' } = {}) {
  const made = await t.as(admin).post(`/content-sets/${first}/versions`)
  const draft = editions.newVersion.response.parse(made.body).id
  const { outline } = contentSets.get.response.parse(
    (await t.as(admin).get(`/content-sets/${draft}`)).body,
  )
  for (const place of outline) {
    const read = await t.as(admin).get(`/content-sets/${draft}/elements/${place.id}`)
    const { element, version } = contentSets.element.response.parse(read.body)
    const statements = element.statements.flatMap((statement) => {
      const text = how(statement.text)
      return text === null ? [] : [{ ...statement, text }]
    })
    const elements = [{ id: place.id, version, element: { ...element, statements } }]
    await t.as(admin).put(`/content-sets/${draft}/draft`, { elements })
  }
  const impact = await t.as(admin).get(`/content-sets/${draft}/impact`)
  const answer = await t.as(admin).post(`/content-sets/${draft}/publication`, {
    head_version: editions.impact.response.parse(impact.body).head_version,
    what_changed: whatChanged,
    is_minor: isMinor,
  })
  expect(answer.status).toBe(200)
  return draft
}

const accept = (to: number, by = anna) =>
  by.caller.post(`/assessments/${id}/edition`, { content_set_id: to })

test('a later edition is offered to the owner, and nothing moves before it is accepted', async () => {
  const [a, b] = (await anna.overview()).elements.map((element) => element.id)
  await anna.finish(id, a ?? 0)
  await anna.finish(id, b ?? 0)
  const texts: string[] = []
  const next = await publishNext((text) => {
    texts.push(text)
    return texts.length === 1 ? `${text} Indeed` : texts.length === 3 ? null : text
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
  const moved = await accept(next)
  expect(moved.body).toMatchObject({
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

test('what was changed is confirmed and completed as ever, and the next report is made', async () => {
  const [a, b] = (await anna.overview()).elements.map((element) => element.id)
  await anna.finish(id, a ?? 0)
  await anna.finish(id, b ?? 0)
  const report = await aReport(t.db, user, id)
  const files = ['', '/csv', '/xlsx', '/pdf']
  const read = async () =>
    await Promise.all(
      files.map(async (file) => (await anna.caller.get(`/reports/${report}${file}`)).body),
    )
  const before = await read()
  const next = await publishNext((text) => `${text} Indeed`)
  expect(await read()).toEqual(before)
  await accept(next)
  const overview = await anna.overview()
  for (const { id: element } of overview.elements.slice(0, 2)) {
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

test('an answer to what a statement said before is refused after the move, and saved in the new one', async () => {
  const [a] = (await anna.overview()).elements
  const old = (await anna.quiz(id, a?.id ?? 0)).statements[0]
  if (!old) throw new Error('There is no statement.')
  const next = await publishNext((text) => `${text} Indeed`)
  await accept(next)
  expect(await anna.save(id, choice(old, 1, 1))).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('has changed in the version that you moved to') },
  })
  const [now] = (await anna.overview()).elements
  const statement = (await anna.quiz(id, now?.id ?? 0)).statements[0]
  if (!statement) throw new Error('There is no statement.')
  expect((await anna.save(id, choice(statement, 1, 1))).status).toBe(200)
})

test('notes follow their statement', async () => {
  const [a] = (await anna.overview()).elements
  const [statement] = (await anna.quiz(id, a?.id ?? 0)).statements
  const note = {
    key: crypto.randomUUID(),
    statement_id: statement?.id,
    note: 'Agreed.',
    version: 0,
  }
  await anna.caller.put(`/assessments/${id}/notes`, note)
  await accept(await publishNext((text) => `${text} Indeed`))
  const [now] = (await anna.overview()).elements
  expect(await anna.quiz(id, now?.id ?? 0)).toMatchObject({ notes: [{ note: 'Agreed.' }] })
})

test('attached files follow their statement, also those that are removed', async () => {
  const [a] = (await anna.overview()).elements
  const [statement] = (await anna.quiz(id, a?.id ?? 0)).statements
  const wish = { user, assessment: id, statement: statement?.id ?? 0 }
  await anAttachment(t, { ...wish, name: 'proof.txt' })
  const removed = await anAttachment(t, { ...wish, name: 'old.txt', isRemoved: true })
  await accept(await publishNext((text) => `${text} Indeed`))
  const [now] = (await anna.overview()).elements
  const shown = async () =>
    (await anna.quiz(id, now?.id ?? 0)).attachments.map(({ name }) => name).toSorted()
  expect(await shown()).toEqual(['proof.txt'])
  expect((await anna.caller.post(`/attachments/${removed}/restoration`)).status).toBe(200)
  expect(await shown()).toEqual(['old.txt', 'proof.txt'])
})

test('an assessment that only waited for what is gone is completed by the move', async () => {
  const [a] = (await anna.overview()).elements
  await anna.finish(id, a?.id ?? 0)
  let seen = 0
  // The second element is left out with both its statements; the third is optional.
  const made = await t.as(admin).post(`/content-sets/${first}/versions`)
  const draft = editions.newVersion.response.parse(made.body).id
  const { outline } = contentSets.get.response.parse(
    (await t.as(admin).get(`/content-sets/${draft}`)).body,
  )
  const gone = outline[1]
  const elements = [{ id: gone?.id, version: gone?.version, element: null }]
  await t.as(admin).put(`/content-sets/${draft}/draft`, { elements })
  const next = await publishNext((text) => (seen++, text))
  expect((await accept(next)).body).toMatchObject({
    assessment: { status: 'completed' },
    is_report_pending: true,
  })
  expect(seen).toBe(4)
})

test('what is closed stays on its edition, and only the newest edition is accepted', async () => {
  const next = await publishNext((text) => `${text} Indeed`)
  expect(await accept(first)).toMatchObject({ status: 200 })
  expect(await accept(next + 1_000_000)).toMatchObject({ status: 409, code: 'conflict' })
  const stranger = aRespondent(t, await aUser(t.db, { tenant }))
  expect((await accept(next, stranger)).status).toBe(404)
  await t.owner.query(`update assessments set status = 'certified' where id = $1`, [id])
  expect(await anna.overview()).toMatchObject({ new_edition: null })
  expect(await accept(next)).toMatchObject({ status: 409, code: 'assessment-closed' })
})

test('whoever skipped an edition is told all that has changed since', async () => {
  await publishNext((text) => `${text} Indeed`, { whatChanged: 'First.' })
  const next = await publishNext((text) => `${text} Still`, { whatChanged: 'Then.' })
  expect(await anna.overview()).toMatchObject({
    new_edition: { content_set_id: next, version: 3, what_changed: 'First.\n\nThen.', changed: 6 },
  })
})
