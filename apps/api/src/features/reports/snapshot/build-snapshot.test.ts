import { ReportSnapshot } from 'contract/reports'
import { expect, test } from 'vitest'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { reportInput } from '#testing/report-input.ts'
import { UNUSUAL_SETS } from '#testing/unusual-sets.ts'
import { workedExample } from '#testing/worked-example.ts'

test('scores are weighted means, and the quickest route leads to the next band', () => {
  const { current, future, certified, elements, path, ...snapshot } = buildSnapshot(workedExample())
  // Element 1: (1 × 0 + 3 × 1/3) / 4 and (1 × 2/3 + 3 × 2/3) / 4; element 2: its one applicable statement.
  expect(elements.map((element) => [element.current, element.future])).toEqual([
    [0.25, expect.closeTo(2 / 3, 12)],
    [0.5, 1],
  ])
  // Elements weigh 1 and 3.
  expect(current).toBe(0.4375)
  expect(future).toBeCloseTo((2 / 3 + 3) / 4, 12)
  expect(certified).toBeNull()
  expect(path).toEqual({ band: 'Solid', min_overall: 70, min_element: 50, statement_ids: [21, 12] })
  expect(snapshot).toMatchObject({ statement_count: 3, gap_count: 3, band: 'Basic' })
})

test('actions are ordered by their gain in the overall score, and effort is the sum of the steps', () => {
  const { actions, current, future } = buildSnapshot(workedExample())
  expect(actions.map(({ number, gain, effort }) => [number, gain, effort])).toEqual([
    ['2.1', expect.closeTo(0.375, 12), 4],
    ['1.2', expect.closeTo(0.0625, 12), 4],
    ['1.1', expect.closeTo(1 / 24, 12), 7],
  ])
  const gains = actions.reduce((sum, { gain }) => sum + gain, 0)
  expect(gains).toBeCloseTo((future ?? 0) - (current ?? 0), 12)
})

test('statements have their note, next step and reason, and elements the upper of two bands', () => {
  const [first, second] = buildSnapshot(workedExample()).elements
  expect(first?.band?.title).toBe('Rising')
  const nextStep = { note: 'Since March.', next_step: 'Agree who leads.' }
  expect(first?.statements[0]).toMatchObject(nextStep)
  expect(second?.statements[1]).toMatchObject({
    number: '2.2',
    current: null,
    current_score: null,
    not_applicable_reason: 'We have no such supplier.',
    next_step: null,
  })
})

test('a step without an action text names the response to reach and describes it', () => {
  const input = workedExample()
  const statementResponses = input.statementResponses.map((response) =>
    response.label === 'Partly'
      ? { ...response, action: null, description: 'Someone is named.' }
      : { ...response, action: response.label === 'Mostly' ? null : response.action },
  )
  const { actions, elements } = buildSnapshot({ ...input, statementResponses })
  const { steps } = actions.find(({ statement_id }) => statement_id === 11) ?? {}
  expect(steps).toEqual(['Reach Partly: Someone is named.', 'Reach Mostly'])
  expect(elements[0]?.statements[0]?.next_step).toBe('Reach Partly: Someone is named.')
})

test('elements and statements of weight 0 are marked as not counted, the others have no mark', () => {
  const { elements } = buildSnapshot(reportInput(UNUSUAL_SETS.weighted))
  const marked = elements.flatMap((element) =>
    [element, ...element.statements].flatMap((each) =>
      'is_counted' in each ? [[each.key, each.is_counted]] : [],
    ),
  )
  expect(marked).toEqual([
    ['A3', false],
    ['C', false],
    ['D1', false],
  ])
})

test('the snapshot matches the contract in any order of rows', () => {
  const input = workedExample()
  const shuffled = {
    ...input,
    elements: input.elements.toReversed(),
    statements: input.statements.toReversed(),
    statementResponses: input.statementResponses.toReversed(),
    answers: input.answers.toReversed(),
    certificationBands: input.certificationBands.toReversed(),
  }
  const snapshot = buildSnapshot(input)
  expect(ReportSnapshot.parse(snapshot)).toEqual(snapshot)
  expect(buildSnapshot(shuffled)).toEqual(snapshot)
})
