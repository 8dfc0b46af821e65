import type { ReportAction, ReportSnapshot } from 'contract/reports'
import { expect, test } from 'vitest'
import { plannedFrom, projectionOf } from './planned.ts'

const MOST = { title: 500, note: 2000 }

const anAction = (change: Partial<ReportAction>) =>
  ({
    statement_id: 1,
    statement: 'There is a plan.',
    steps: [],
    gain: 0,
    ...change,
  }) as ReportAction

test('the first step is the title and later ones are the note, each once', () => {
  const steps = ['Name a lead.', 'Name a lead.', 'Test it.', 'Publish it.']
  expect(plannedFrom(anAction({ steps }), MOST)).toEqual({
    title: 'Name a lead.',
    note: 'Then: Test it.\nThen: Publish it.',
  })
  expect(plannedFrom(anAction({}), MOST)).toEqual({ title: 'There is a plan.', note: '' })
  const { title } = plannedFrom(anAction({ steps: ['x'.repeat(501)] }), MOST)
  expect(title).toBe(`${'x'.repeat(499)}…`)
})

const snapshot = {
  current: 0.4,
  path: { band: 'Silver', min_overall: 50, min_element: 0, statement_ids: [1, 2] },
  elements: [{ statements: [1, 2, 3, 4].map((id) => ({ id, key: `S${id}` })) }],
  actions: [0.1, 0.05, 0.5].map((gain, index) => anAction({ statement_id: index + 1, gain })),
} as ReportSnapshot

const planned = (...keys: string[]) =>
  keys.map((statement_key) => ({ statement_key, status: 'open' as const }))

test('the plan adds the gain of each statement once, at most up to the highest score', () => {
  expect(projectionOf(snapshot, planned('S1', 'S1'))).toEqual({
    overall: 0.5,
    count: 1,
    band: null,
  })
  expect(projectionOf(snapshot, planned('S1', 'S2', 'S3'))).toMatchObject({ overall: 1, count: 3 })
})

test('the next band is reached once the whole quickest route is planned', () => {
  expect(projectionOf(snapshot, planned('S1', 'S2'))).toMatchObject({ band: 'Silver' })
  expect(projectionOf({ ...snapshot, path: null }, planned('S1', 'S2'))).toMatchObject({
    band: null,
  })
})

test('what is dropped or closes no gap adds nothing', () => {
  const dropped = { statement_key: 'S1', status: 'dropped' as const }
  expect(projectionOf(snapshot, [dropped, ...planned('S4', 'Z9')])).toBeNull()
  expect(projectionOf({ ...snapshot, current: null }, planned('S1'))).toBeNull()
})

test('what the chosen level and profiles don’t ask isn’t counted', () => {
  const [one, ...others] = planned('S1', 'S2').map((action) => ({ ...action, is_in_scope: true }))
  if (!one) throw new Error('S1 is planned.')
  const hidden = { ...one, is_in_scope: false }
  expect(projectionOf(snapshot, [hidden, ...others])).toMatchObject({ count: 1, band: null })
  expect(projectionOf(snapshot, [hidden])).toBeNull()
})
