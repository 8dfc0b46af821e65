import { ReportSnapshot } from 'contract/reports'
import { expect, test } from 'vitest'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { reportInput, responseId } from '#testing/report-input.ts'
import { UNUSUAL_SETS } from '#testing/unusual-sets.ts'
import { VERDICT_SETS } from '#testing/verdict-sets.ts'
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

test('a staged set has a band of each element, and names the statements that stop the next band', () => {
  const input = reportInput(VERDICT_SETS.staged)
  const { band, path, elements, content_set, ...snapshot } = buildSnapshot(input)
  expect(content_set.score_from).toBe('zero')
  expect(elements.map(({ verdict }) => Object.keys(verdict ?? {}))).toEqual(
    elements.map(() => ['current', 'future', 'certified']),
  )
  expect([band, snapshot.future_band]).toEqual([null, null])
  expect(path).toMatchObject({ band: 'Entry organisation', min_element_band: 'Entry' })
  const missing = path?.missing
  const below = elements.filter(({ verdict }) => verdict?.current === null).map(({ id }) => id)
  expect(missing?.element_bands.map(({ id }) => id)).toEqual(below)
  // Two thirds of the range is the third response of four.
  const stopping = elements.flatMap(({ statements }) =>
    statements.slice(0, 2).filter(({ current_score: score }) => (score ?? 0) < 0.66),
  )
  expect(new Set(missing?.statements.map(({ id }) => id))).toEqual(
    new Set(stopping.map(({ id }) => id)),
  )
  const efforts = missing?.statements.map(({ effort }) => effort)
  expect(efforts).toEqual(efforts?.toSorted((one, other) => one - other))
  expect(missing?.statement_count).toBe(stopping.length)
})

test('with a chosen level, a band above it says that it can’t be reached', () => {
  const input = { ...reportInput(VERDICT_SETS.staged), chosenLevels: ['L1'] }
  const answers = input.answers.map((answer) => ({
    ...answer,
    statement_response_id: responseId(answer.statement_id, 3),
  }))
  const { band, path } = buildSnapshot({ ...input, answers })
  expect(band).toBe('Entry organisation')
  expect(path).toMatchObject({ band: 'Managed organisation', is_above_scope: true })
  expect(path?.statement_ids).toBeNull()
})

test('a set whose bands ask for scores alone has none of the new parts', () => {
  const snapshot = buildSnapshot(workedExample())
  expect(snapshot).not.toHaveProperty('future_band')
  expect(snapshot.path).not.toHaveProperty('missing')
  for (const element of snapshot.elements) expect(element).not.toHaveProperty('verdict')
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
