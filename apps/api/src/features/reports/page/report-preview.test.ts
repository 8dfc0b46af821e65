import type { DraftElement } from 'contract/draft'
import { ReportSnapshot } from 'contract/reports'
import { expect, test } from 'vitest'
import { aContentSet, aSmallSet, aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db, { name: 'Northfield Trust' })
const admin = await aUser(t.db, { tenant, roles: ['admin'] })

const preview = async (id: number, query: Record<string, string> = {}) => {
  const answer = await t.as(admin).get(`/content-sets/${id}/report-preview`, { query })
  return ReportSnapshot.parse(answer.body)
}
const countOfReports = async () => (await t.sql`select from reports`).length

test('sample answers give the report of an edition, and nothing is stored', async () => {
  const file = { ...aSmallSet(3), introduction: 'How to **read** this.' }
  const id = await aContentSet(t.db, { tenant, file })
  const before = await countOfReports()
  const usual = await preview(id)
  expect(usual).toMatchObject({
    organisation: 'Northfield Trust',
    respondent: 'Sample answers',
    content_set: { title: file.title, introduction: file.introduction },
    statement_count: 6,
    gap_count: 6,
  })
  expect(usual.elements.map(({ key }) => key)).toEqual(file.elements.map(({ key }) => key))
  expect(usual.elements[0]?.band?.title).toBeTypeOf('string')
  const widest = await preview(id, { current: '0', future: '100' })
  expect(widest).toMatchObject({ current: 0, future: 1 })
  const none = await preview(id, { current: '100', future: '0' })
  expect(none).toMatchObject({ current: 1, future: 1, gap_count: 0 })
  expect(await countOfReports()).toBe(before)
  const refused = await t.as(admin).get(`/content-sets/${id}/report-preview?current=101`)
  expect(refused.status).toBe(400)
})

test("a draft's preview leaves out what can't be scored", async () => {
  const { body } = await t.as(admin).post('/content-sets', { title: 'Half written' })
  const { id } = body as { id: number }
  expect(await preview(id)).toMatchObject({ current: null, elements: [], actions: [], path: null })
  const blank = { label: '', description: '', action: '', effort: null, benefit: null }
  const statement = (key: string, values: (number | null)[]) => ({
    key,
    text: '',
    guidance: '',
    shortTitle: '',
    weight: null,
    asksForEvidence: false,
    allowsNotApplicable: false,
    responses: values.map((value, index) => {
      return { ...blank, key: `${key}-${index}`, value, asksForEvidence: false }
    }),
  })
  const statements = [
    statement('none', []),
    statement('one', [1]),
    statement('same', [2, 2]),
    statement('some', [3, null, 1, 2]),
  ]
  const element: DraftElement = {
    key: 'A',
    title: '',
    description: '',
    group: '',
    required: true,
    weight: null,
    reportBands: [{ from: null, to: 50, title: 'Unfinished', text: '' }],
    statements,
  }
  await t.as(admin).post(`/content-sets/${id}/elements`, { element, after: null })
  const { elements, ...snapshot } = await preview(id)
  expect(snapshot).toMatchObject({ current: 0.5, future: 1, statement_count: 1 })
  expect(elements[0]).toMatchObject({ title: 'No text yet', band: null })
  expect(elements[0]?.statements).toMatchObject([{ key: 'some', text: 'No text yet' }])
})

test('the preview is a PDF too, even of an empty draft', async () => {
  const { body } = await t.as(admin).post('/content-sets', { title: 'Empty' })
  const full = await aContentSet(t.db, { tenant, file: aSmallSet() })
  for (const id of [(body as { id: number }).id, full]) {
    const answer = await t.as(admin).get(`/content-sets/${id}/report-preview/pdf`)
    expect(answer.text.slice(0, 5)).toBe('%PDF-')
  }
})
