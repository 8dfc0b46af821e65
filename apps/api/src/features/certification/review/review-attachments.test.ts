import { randomUUID } from 'node:crypto'
import { reviews as contract } from 'contract/reviews'
import { expect, test, vi } from 'vitest'
import { anAttachment, sendPiece } from '#testing/attached.ts'
import { aSubmission, anAuditor } from '#testing/certifying.ts'
import { aContentSet, aTenant, aUser, anAssessment } from '#testing/factories.ts'
import { aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const acme = await aTenant(t.db, { domain: 'acme' })
const contentSetId = await aContentSet(t.db, { tenant: acme, file: aTinySet() })
const auditor = await anAuditor(t.db, acme)
const ada = t.as(auditor)

const statements = await t.sql<{ id: number; key: string }>`
  select id, key from statements where content_set_id = ${contentSetId}`
const statementOf = (key: string) => statements.find((one) => one.key === key)?.id ?? 0

/** A submission with one clean file at its first statement. */
async function aSubmittedFile(input: Partial<Parameters<typeof aSubmission>[1]> = {}) {
  const user = await aUser(t.db, { tenant: acme, name: 'Rosa' })
  const submission = await aSubmission(t.db, { user, contentSetId, ...input })
  const owned = { user: input.user ?? user, assessment: submission.assessment }
  const statement = statementOf('A1')
  const file = await anAttachment(t, { ...owned, statement })
  return { ...owned, ...submission, statement, file }
}
const pathOf = ({ review, file }: { review: number; file: number }) =>
  `/reviews/${review}/attachments/${file}/content`
const seenIn = async (review: number) => {
  const { elements } = contract.get.response.parse((await ada.get(`/reviews/${review}`)).body)
  return elements.flatMap(({ statements }) => statements.flatMap((one) => one.attachments))
}

test('an auditor lists the files of each statement and opens clean ones', async () => {
  const submission = await aSubmittedFile()
  const input = {
    user: submission.user,
    assessment: submission.assessment,
    statement: submission.statement,
  }
  const held = await anAttachment(t, { ...input, name: 'new.txt', status: 'scanning' })
  const infected = await anAttachment(t, { ...input, name: 'bad.txt', status: 'quarantined' })
  await anAttachment(t, { ...input, name: 'half.txt', status: 'uploading' })
  await anAttachment(t, { ...input, name: 'gone.txt', isRemoved: true })
  expect(await seenIn(submission.review)).toMatchObject([
    {
      id: submission.file,
      file_name: 'minutes.txt',
      size: 5,
      media_type: 'text/plain',
      status: 'clean',
    },
    { id: held, file_name: 'new.txt', status: 'scanning' },
    { id: infected, file_name: 'bad.txt', status: 'quarantined' },
  ])
  const answer = await ada.get(pathOf(submission))
  expect([answer.status, answer.text]).toEqual([200, 'Hello'])
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-disposition': 'attachment; filename=minutes.txt',
    'cache-control': 'no-store',
  })
  expect(answer.headers['content-security-policy']).toMatch(/^sandbox; /)
  const open = async (file: number) => (await ada.get(pathOf({ ...submission, file }))).code
  expect([await open(held), await open(infected)]).toEqual(['conflict', 'forbidden'])
})

test("respondents can't open files of their own assessment as auditors", async () => {
  const user = await aUser(t.db, { tenant: acme, email: 'connie@example.org' })
  const submission = await aSubmittedFile({ user })
  const same = await anAuditor(t.db, acme, { email: 'Connie@example.org' })
  expect(await t.as(same).get(pathOf(submission))).toMatchObject({ status: 403, code: 'forbidden' })
})

test('a file opens only with its own submission', async () => {
  const submission = await aSubmittedFile()
  const { review, user, assessment, statement } = submission
  const open = async (file: number) => (await ada.get(pathOf({ review, file }))).status
  expect(await open((await aSubmittedFile()).file)).toBe(404)
  const self = await anAssessment(t.db, { user, contentSetId })
  expect(await open(await anAttachment(t, { user, statement, assessment: self }))).toBe(404)
  const removed = await anAttachment(t, { user, statement, assessment, isRemoved: true })
  expect(await open(removed)).toBe(404)
  const c1 = statementOf('C1')
  const optional = await anAttachment(t, { user, statement: c1, assessment })
  expect(await open(optional)).toBe(200)
  await t.sql`delete from element_completions where assessment_id = ${assessment}
    and element_id = (select element_id from statements where id = ${c1})`
  expect(await open(optional)).toBe(404)
})

test('files are hidden after a return and stay after a certificate', async () => {
  const submission = await aSubmittedFile()
  expect(await seenIn(submission.review)).toHaveLength(1)
  await t.as(submission.user).delete(`/assessments/${submission.assessment}/submission`)
  expect(await seenIn(submission.review)).toEqual([])
  expect((await ada.get(pathOf(submission))).status).toBe(404)
  for (const end of ['return', 'refusal']) {
    const ended = await aSubmittedFile({ is: 'started' })
    const body = { version: 1, reason: 'The minutes are of another year.' }
    await ada.post(`/reviews/${ended.review}/${end}`, body)
    expect([end, await seenIn(ended.review)]).toEqual([end, []])
    expect((await ada.get(pathOf(ended))).status).toBe(404)
  }
  const kept = await aSubmittedFile({ is: 'reviewed' })
  const issued = await ada.post(`/reviews/${kept.review}/certificate`, { version: 1 })
  expect(issued.status).toBe(200)
  expect((await ada.get(pathOf(kept))).text).toBe('Hello')
})

test("files can't be added, removed or restored during a review", async () => {
  const submission = await aSubmittedFile({ is: 'started' })
  const input = {
    user: submission.user,
    assessment: submission.assessment,
    statement: submission.statement,
  }
  const waiting = await anAttachment(t, { ...input, status: 'uploading', isHere: false })
  const received = await anAttachment(t, { ...input, status: 'uploading' })
  const removed = await anAttachment(t, { ...input, isRemoved: true })
  const rosa = t.as(submission.user)
  const body = { key: randomUUID(), statement_id: submission.statement, name: 'late.txt', size: 5 }
  const answers = [
    await rosa.post(`/assessments/${submission.assessment}/attachments`, body),
    await sendPiece(rosa, waiting, 0, Buffer.from('Hello')),
    await rosa.post(`/attachments/${received}/completion`),
    await rosa.delete(`/attachments/${submission.file}`),
    await rosa.post(`/attachments/${removed}/restoration`),
  ]
  expect(answers.map(({ code }) => code)).toEqual(Array(5).fill('assessment-closed'))
  expect((await seenIn(submission.review)).map(({ id }) => id)).toEqual([submission.file])
})

test('a scan that ends during a review keeps the submission unchanged', async () => {
  const user = await aUser(t.db, { tenant: acme })
  const assessment = await anAssessment(t.db, { user, contentSetId, type: 'certification' })
  const statement = statementOf('A1')
  const file = await anAttachment(t, { user, assessment, statement, status: 'uploading' })
  const rosa = t.as(user)
  await rosa.get('/user')
  // Submitted while the stored file is checked, before the result is saved.
  const { files } = t.app.adapters
  const list = files.list.bind(files)
  vi.spyOn(files, 'list').mockImplementationOnce(async (folder) => {
    expect((await rosa.post(`/assessments/${assessment}/submission`)).status).toBe(200)
    return await list(folder)
  })
  expect((await rosa.post(`/attachments/${file}/completion`)).code).toBe('assessment-closed')
  const rows = await t.sql<{ status: string; completed: number }>`
    select f.status, (select count(*)::int from element_completions where assessment_id = ${assessment}) as completed
     from attachments f where id = ${file}`
  expect(rows).toEqual([{ status: 'uploading', completed: 3 }])
})
