import type { ContentSetFile } from 'contract/content-format'
import { ContentImport } from 'contract/content-imports'
import { PublishingImpact } from 'contract/editions'
import { type ReportSnapshot, reports } from 'contract/reports'
import { reportHeadline } from 'rules/report-labels'
import { expect, test } from 'vitest'
import { writeContentJson } from '#features/content/files/write-content-workbook.ts'
import { downloadExport } from '#testing/download-export.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { downloadPdf } from '#testing/download-pdf.ts'
import { aRespondent, choice } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import { UNUSUAL_SETS } from '#testing/unusual-sets.ts'

const t = await testApp()

async function imported(bytes: Uint8Array, name: string) {
  const tenant = await aTenant(t.db)
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  const file = Buffer.from(bytes).toString('base64')
  const start = await t.as(admin).post('/content-imports', { name, file })
  const { id, faults } = ContentImport.parse(start.body)
  expect(faults).toEqual([])
  const made = await t.as(admin).post(`/content-imports/${id}/draft`, {})
  return { tenant, admin, setId: ContentImport.parse(made.body).content_set_id ?? 0 }
}

/** Imports the set, publishes it and answers it with these levels (from 1) of each statement. */
async function reported(set: ContentSetFile, answers: [current: number, future: number][]) {
  const { tenant, admin, setId } = await imported(Buffer.from(writeContentJson(set)), 'set.json')
  const impact = await t.as(admin).get(`/content-sets/${setId}/impact`)
  const { head_version } = PublishingImpact.parse(impact.body)
  const body = { head_version, what_changed: '', is_minor: false }
  expect((await t.as(admin).post(`/content-sets/${setId}/publication`, body)).status).toBe(200)
  expect((await downloadExport(t, admin, setId)).text).toBe(writeContentJson(set))

  const anna = aRespondent(t, await aUser(t.db, { tenant }))
  const id = await anna.open()
  const left = [...answers]
  for (const element of (await anna.overview()).elements) {
    for (const statement of (await anna.quiz(id, element.id)).statements) {
      const [current = 1, future = 1] = left.shift() ?? []
      await anna.save(id, choice(statement, 1, current))
      expect((await anna.save(id, choice(statement, 2, future))).status).toBe(200)
    }
    expect((await anna.complete(id, element.id)).status).toBe(200)
  }
  const list = async () => reports.list.response.parse((await anna.caller.get('/reports')).body)
  await expect.poll(list).toMatchObject({ reports: [{ version: 1 }] })
  const [report] = (await list()).reports
  const shown = reports.get.response.parse((await anna.caller.get(`/reports/${report?.id}`)).body)
  expect((await downloadPdf(anna.caller, `/reports/${report?.id}/pdf`)).status).toBe(200)
  for (const ending of ['xlsx', 'csv'])
    expect((await anna.caller.get(`/reports/${report?.id}/${ending}`)).status).toBe(200)
  expect((await t.as(admin).get('/dashboard')).status).toBe(200)
  return { snapshot: shown.snapshot, overview: await anna.overview(), anna, id }
}

const stepsOf = ({ actions }: ReportSnapshot) =>
  actions.map(({ statement, steps, effort }) => [statement.split(' ')[3], steps, effort])

test.each(Object.entries(UNUSUAL_SETS))(
  'the %s set goes through both files unchanged',
  async (_, set) => {
    const json = writeContentJson(set)
    const first = await imported(Buffer.from(json), 'set.json')
    const workbook = await downloadExport(t, first.admin, first.setId, 'xlsx')
    const second = await imported(workbook.bytes, 'set.xlsx')
    expect((await downloadExport(t, second.admin, second.setId)).text).toBe(json)
  },
)

test('statements and elements of weight 0 are asked and reported, but not counted', async () => {
  const { snapshot, overview, anna, id } = await reported(UNUSUAL_SETS.weighted, [
    [3, 3],
    [2, 3],
    [1, 3],
    [2, 2],
    [1, 3],
    [1, 1],
  ])
  // A: (1 × 1 + 3 × 0.5) / 4, B: 0.5, overall: (2 × A + B) / 3.
  expect(overview.elements.map(({ current }) => current)).toEqual([0.625, 0.5, 0, null])
  expect(snapshot.current).toBeCloseTo((2 * 0.625 + 0.5) / 3)
  expect(overview.elements.map((element) => element.is_counted)).toEqual([true, true, false, true])
  const countedIn = async (element = 0) => {
    const { statements } = await anna.quiz(id, overview.elements[element]?.id ?? 0)
    return statements.map((statement) => statement.is_counted)
  }
  expect(await countedIn(0)).toEqual([true, true, false])
  expect(await countedIn(2), 'in an element of weight 0').toEqual([false])
  expect(snapshot).toMatchObject({ band: 'Basic', statement_count: 6, gap_count: 3 })
  expect(stepsOf(snapshot).map(([key]) => key)).toEqual(['A2', 'A3', 'C1'])
  // C is below the least of each element, but doesn't count.
  expect(snapshot.path?.band).toBe('Solid')
  const onPath = snapshot.actions.filter((action) => action.is_on_path)
  expect(onPath.map(({ statement }) => statement.split(' ')[3])).toEqual(['A2'])
})

test('responses of equal value have no action between them', async () => {
  const { snapshot, anna, id } = await reported(UNUSUAL_SETS.tied, [[2, 5]])
  expect(snapshot).toMatchObject({ current: 0, future: 0.25 })
  expect(stepsOf(snapshot)).toEqual([['T1', ['Do 5'], 5]])
  // A future response of equal value is not lower than the current one.
  const [element] = (await anna.overview()).elements
  const [statement] = (await anna.quiz(id, element?.id ?? 0)).statements
  if (!statement) throw new Error('The element has a statement.')
  expect((await anna.save(id, choice(statement, 1, 5, 1))).status).toBe(200)
  expect((await anna.save(id, choice(statement, 2, 3, 1))).status).toBe(200)
  expect((await anna.save(id, choice(statement, 2, 2, 2))).status).toBe(400)
  const order = statement.statement_responses.map(({ label }) => label)
  expect(order).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Response ${number}`))
})

test('a statement can have 250 responses', async () => {
  const { snapshot, anna, id } = await reported(UNUSUAL_SETS.manyResponses, [
    [1, 250],
    [10, 10],
  ])
  expect(snapshot).toMatchObject({ current: 0.5, future: 1 })
  expect(snapshot.actions[0]?.steps).toHaveLength(124)
  const [element] = (await anna.overview()).elements
  const [statement] = (await anna.quiz(id, element?.id ?? 0)).statements
  expect(statement?.statement_responses).toHaveLength(250)
})

test('a set whose values begin at 0 can have a scale', async () => {
  const { snapshot, overview } = await reported(UNUSUAL_SETS.zeroBased, [
    [2, 3],
    [3, 4],
  ])
  expect(snapshot).toMatchObject({ current: 0.5, content_set: { lowest_level: 0 } })
  expect(snapshot.content_set.scale).toHaveLength(4)
  expect(overview.content_set).toMatchObject({ lowest_level: 0 })
  // Levels 1 and 2, of 0 to 3.
  expect(reportHeadline(snapshot)).toMatch(/we are at 1\.5 today and want to reach 2\.5\./)
  expect(snapshot.future).toBeCloseTo(5 / 6)
})
