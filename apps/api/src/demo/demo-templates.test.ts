import type { ContentSetFile } from 'contract/content-format'
import { contentSets } from 'contract/content-sets'
import { templates } from 'contract/templates'
import { STATE, type ScoredAnswer } from 'rules/scores'
import { elementBandOf, judge, reachedBand } from 'rules/verdict'
import { expect, test } from 'vitest'
import { writeContentJson } from '#features/content/files/write-content-workbook.ts'
import { schemeOf } from '#features/content/scheme-of.ts'
import { downloadExport } from '#testing/download-export.ts'
import { aContentSet, aTenant, aUser, theTenant } from '#testing/factories.ts'
import { publish } from '#testing/minor-change.ts'
import { testApp } from '#testing/test-app.ts'
import { demoTemplates } from './demo-set.ts'

const t = await testApp({ works: false })
const tenant = await aTenant(t.db)
const admin = await aUser(t.db, { tenant, roles: ['admin'] })

const [, stages, ladder, checklist] = demoTemplates()
if (!stages || !ladder || !checklist) throw new Error('There are four templates.')
const statementsOf = ({ elements }: ContentSetFile) => elements.flatMap((one) => one.statements)
const keysOf = (set: ContentSetFile, kind: string) =>
  (set.groups ?? []).flatMap((group) => (group.kind === kind ? [group.key] : []))

type Statement = ReturnType<typeof statementsOf>[number]

/** The bands of the set and of its elements, with the position of the response that each statement got. */
function bandsOf(file: ContentSetFile, responseTo: (statement: Statement) => number) {
  const { scheme } = schemeOf(file)
  const answers = new Map<number, ScoredAnswer>()
  const elements = file.elements.map(({ weight, statements }, e) => ({
    id: e + 1,
    weight,
    statements: statements.map((statement, s) => {
      const id = (e + 1) * 100 + s
      answers.set(id, { current: responseTo(statement), notApplicable: false })
      return {
        id,
        weight: statement.weight,
        ...(file.scoreFrom === 'zero' && { scoring: { from: file.scoreFrom } }),
        is_key: statement.isKey === true,
        level_key: scheme.levels?.find((key) => statement.groups?.includes(key)) ?? null,
        responses: statement.responses.map(({ value }, position) => ({ id: position, value })),
      }
    }),
  }))
  const judged = judge(elements, answers, STATE.current)
  return {
    set: reachedBand(judged, scheme)?.label ?? null,
    elements: judged.elements.map((one) => elementBandOf(one, scheme)?.label ?? null),
  }
}

test.each([stages, ladder, checklist])(
  'the template $title is published as a draft, and exported as it was written',
  async (file) => {
    const id = await aContentSet(t.db, { tenant, file, isPublished: false })
    const { body } = await t.as(admin).get(`/content-sets/${id}/faults`)
    expect(contentSets.faults.response.parse(body).faults).toEqual([])
    expect((await publish(t, admin, id)).status).toBe(200)
    expect((await downloadExport(t, admin, id, 'json')).text).toBe(writeContentJson(file))
    expect(file.elements.length).toBeGreaterThanOrEqual(3)
    expect(file.elements.length).toBeLessThanOrEqual(5)
    expect(
      statementsOf(file).every(({ responses }) => responses.length === file.responses?.length),
    ).toBe(true)
  },
)

test('organisations are offered the templates, and none is in force until they copy it', async () => {
  const platform = await theTenant(t.db, 'admin')
  for (const file of demoTemplates()) await aContentSet(t.db, { tenant: platform, file })
  const offered = templates.list.response.parse((await t.as(admin).get('/templates')).body)
  const titles = demoTemplates().map(({ title }) => title)
  expect(offered.templates.map(({ title }) => title)).toEqual(expect.arrayContaining(titles))
  expect(offered.templates.some(({ is_used }) => is_used)).toBe(false)
})

test('the stages have a band for each, which every domain reaches by its statements', () => {
  const levels = keysOf(stages, 'level')
  expect(stages.elementBands?.map(({ of, minStatement }) => [of, minStatement])).toEqual(
    levels.map((key) => [key, 100]),
  )
  const labels = stages.elementBands?.map(({ label }) => label)
  expect(stages.certificationBands.map(({ minElementBand }) => minElementBand)).toEqual(labels)
  for (const { statements } of stages.elements)
    expect(new Set(statements.flatMap(({ groups = [] }) => groups))).toEqual(new Set(levels))
  const isBasic = ({ key, groups = [] }: Statement) =>
    key.startsWith('KNOW') || groups.includes('first')
  expect(bandsOf(stages, (one) => (isBasic(one) ? 2 : 0))).toEqual({
    set: 'Stage 1',
    elements: ['Stage 3', 'Stage 1', 'Stage 1', 'Stage 1'],
  })
  expect(bandsOf(stages, ({ key }) => (key === 'RIGHT-1' ? 1 : 2)).set).toBeNull()
})

test('the ladder has three sizes with more statements each, and profiles that have their own', () => {
  const levels = keysOf(ladder, 'level')
  const upTo = levels.map(
    (_, index) =>
      statementsOf(ladder).filter(({ groups = [] }) =>
        levels.every((key, at) => at <= index || !groups.includes(key)),
      ).length,
  )
  expect(levels).toEqual(['small', 'medium', 'large'])
  expect(upTo).toEqual(upTo.toSorted((one, other) => one - other))
  expect(new Set(upTo).size).toBe(3)
  const ofAll = (position: number) => bandsOf(ladder, () => position).set
  expect([0, 1, 2, 3].map(ofAll)).toEqual([null, null, 'Prepared', 'Resilient'])
  expect(bandsOf(ladder, ({ key }) => (key === 'COPY-1' ? 0 : 3)).set).toBe('Prepared')
  const named = new Set(statementsOf(ladder).flatMap(({ groups = [] }) => groups))
  expect(
    [...keysOf(ladder, 'profile'), ...keysOf(ladder, 'tag')].filter((key) => !named.has(key)),
  ).toEqual([])
})

test('the checklist fails by one key statement, and asks for a note where something is missing', () => {
  expect(checklist.certificationBands[0]).toMatchObject({ of: 'key', minStatement: 100 })
  const without = (missing: string) =>
    bandsOf(checklist, ({ key: one }) => (one === missing ? 0 : 1)).set
  expect(['', 'FIRE-2', 'FIRE-1'].map(without)).toEqual(['Passed without remarks', 'Passed', null])
  const key = statementsOf(checklist).filter(({ isKey }) => isKey)
  expect(key.length).toBeGreaterThan(3)
  expect(checklist.responses?.map(({ asksForNote }) => asksForNote)).toEqual([true, undefined])
  expect(statementsOf(checklist).some(({ asksForNote }) => asksForNote)).toBe(true)
})
