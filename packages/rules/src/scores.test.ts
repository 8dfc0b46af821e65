import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  elementScore,
  gapOf,
  isDrawnInLevels,
  overallScore,
  type ScoredAnswer,
  type ScoredElement,
  STATE,
  statementScore,
} from './scores.ts'
import { type CertificationBand, judge, reachedBand as reachedIn } from './verdict.ts'

const RESPONSES = [1, 2, 3, 4].map((value) => ({ id: value, value }))

function element(id: number, weights: number[], weight = 1): ScoredElement {
  return {
    id,
    weight,
    statements: weights.map((w, index) => ({
      id: id * 10 + index,
      weight: w,
      responses: RESPONSES,
    })),
  }
}

function reachedBand<Band extends CertificationBand>(
  elements: ScoredElement[],
  answers: ReadonlyMap<number, ScoredAnswer>,
  state: typeof STATE.current,
  bands: Band[],
) {
  return reachedIn(judge(elements, answers, state), { bands })
}

function at(current: number | null, future = current): ScoredAnswer {
  return { current, future, notApplicable: false }
}

test('a statement scores (value − lowest) / (highest − lowest)', () => {
  const responses = [0, 0.25, 0.5, 1].map((value, index) => ({ id: index, value }))
  const scores = responses.map(({ id }) =>
    statementScore({ id: 1, weight: 1, responses }, at(id), STATE.current),
  )
  expect(scores).toEqual([0, 0.25, 0.5, 1])
})

test('each of the three states has its own score', () => {
  const [statement] = element(1, [1]).statements
  const answer = { current: 1, future: 4, certified: 2, notApplicable: false }
  expect(
    statement && [1, 2, 3].map((state) => statementScore(statement, answer, state as 1 | 2 | 3)),
  ).toEqual([0, 1, 1 / 3])
})

test('an element scores the weighted mean of its statements that are answered and apply', () => {
  const answers = new Map([
    [10, at(1)],
    [11, at(4)],
    [12, { current: 4, notApplicable: true }],
  ])
  expect(elementScore(element(1, [1, 3, 100, 100]), answers, STATE.current)).toBe(0.75)
})

test('the overall score is the weighted mean of the elements that have one', () => {
  const elements = [element(1, [1], 1), element(2, [1], 3), element(3, [1], 100)]
  const answers = new Map([
    [10, at(1)],
    [20, at(4)],
    [30, { current: 4, notApplicable: true }],
  ])
  expect(overallScore(elements, answers, STATE.current)).toBe(0.75)
})

test('weight 0 is scored but counts neither for the element nor overall nor for a band', () => {
  const elements = [element(1, [1, 0]), element(2, [1], 0), element(3, [0, 0])]
  const answers = new Map([
    [10, at(3)],
    [11, at(1)],
    [20, at(1)],
    [30, at(4)],
  ])
  const scores = elements.map((one) => elementScore(one, answers, STATE.current))
  expect(scores).toEqual([2 / 3, 0, null])
  expect(overallScore(elements, answers, STATE.current)).toBe(2 / 3)
  const bands = [{ label: 'Solid', minOverall: 50, minElement: 50 }]
  expect(reachedBand(elements, answers, STATE.current, bands)?.label).toBe('Solid')
  expect(overallScore(elements.slice(1), answers, STATE.current)).toBeNull()
})

test('counted from zero, a response scores its value divided by the highest, and below zero nothing', () => {
  const responses = [-1, 1, 2, 4].map((value, id) => ({ id, value }))
  const statement = { id: 1, weight: 1, responses, scoring: { from: 'zero' as const } }
  const scores = responses.map(({ id }) => statementScore(statement, at(id), STATE.current))
  expect(scores).toEqual([0, 0.25, 0.5, 1])
  const negative = [-3, -1].map((value, id) => ({ id, value }))
  const none = { ...statement, responses: negative }
  expect(negative.map(({ id }) => statementScore(none, at(id), STATE.current))).toEqual([0, 1])
})

test('"not applicable" counts as nothing, as 100% or as 0%', () => {
  const answers = new Map([
    [10, at(3)],
    [11, { current: 4, notApplicable: true }],
  ])
  const scoreWith = (notApplicable?: 'full' | 'none') => {
    const { statements, ...rest } = element(1, [1, 1])
    const scored = statements.map((one) => ({ ...one, scoring: { notApplicable } }))
    return elementScore({ ...rest, statements: scored }, answers, STATE.current)
  }
  expect([scoreWith(), scoreWith('none')]).toEqual([2 / 3, 1 / 3])
  expect(scoreWith('full')).toBeCloseTo(5 / 6, 12)
})

test('"not applicable" counts as certified only once an auditor has certified it', () => {
  const [statement] = element(1, [1]).statements
  if (!statement) throw new Error('The element has a statement.')
  const scored = { ...statement, scoring: { notApplicable: 'full' as const } }
  const scores = [false, true].map((isCertified) =>
    statementScore(scored, { notApplicable: true, isCertified }, STATE.certified),
  )
  expect(scores).toEqual([null, 1])
})

test('responses of the same value have the same score', () => {
  const responses = [0, 0, 2, 2, 4].map((value, id) => ({ id, value }))
  const scores = responses.map(({ id }) =>
    statementScore({ id: 1, weight: 1, responses }, at(id), STATE.current),
  )
  expect(scores).toEqual([0, 0, 0.5, 0.5, 1])
})

test('without answers there is no score', () => {
  expect(overallScore([element(1, [1, 1])], new Map(), STATE.current)).toBeNull()
  expect([gapOf(null, 0.5), gapOf(0.5, null)]).toEqual([null, null])
  const [lowest] = [{ label: 'Any', minOverall: 0, minElement: 0 }]
  expect(reachedBand([element(1, [1])], new Map(), STATE.current, [lowest])).toBeNull()
  expect(statementScore({ id: 1, weight: 1, responses: [] }, at(1), STATE.current)).toBeNull()
})

test('up to ten levels are drawn each', () => {
  const scaleOf = (levels: number) => ({ names: Array.from({ length: levels }, String), lowest: 1 })
  expect([null, scaleOf(2), scaleOf(10), scaleOf(11)].map(isDrawnInLevels)).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('a band is reached by the overall score and by every element', () => {
  const bands = [
    { label: 'Foundation', minOverall: 25, minElement: 0 },
    { label: 'Established', minOverall: 50, minElement: 33 },
  ]
  const elements = [element(1, [1]), element(2, [1])]
  const band = (one: number, other: number) =>
    reachedBand(
      elements,
      new Map([
        [10, at(one)],
        [20, at(other)],
      ]),
      STATE.current,
      bands,
    )?.label
  expect([band(1, 1), band(4, 1), band(4, 2)]).toEqual([undefined, 'Foundation', 'Established'])
})

test('an element without a score does not prevent a band', () => {
  const band = { label: 'Established', minOverall: 50, minElement: 50 }
  const elements = [element(1, [1]), element(2, [1]), element(3, [1])]
  const answers = new Map([
    [10, at(4)],
    [20, { current: 1, notApplicable: true }],
  ])
  expect(reachedBand(elements, answers, STATE.current, [band])).toBe(band)
})

test.each([
  { label: 'overall', minOverall: 29, minElement: 0 },
  { label: 'of each element', minOverall: 0, minElement: 29 },
])('a band’s minimum $label is missed by 0.01 %, but not by a rounding error', (band) => {
  // 0.29 * 100 is 28.999999999999996.
  const responses = [0, 2850, 2899, 2900, 10_000].map((value) => ({ id: value, value }))
  const elements = [{ id: 1, weight: 1, statements: [{ id: 10, weight: 1, responses }] }]
  const reached = [2850, 2899, 2900].map((value) =>
    reachedBand(elements, new Map([[10, at(value)]]), STATE.current, [band]),
  )
  expect(reached).toEqual([null, null, band])
})

const aWeight = fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 100, noNaN: true }))
const anAnswer = fc.record({
  current: fc.option(fc.integer({ min: 1, max: 4 })),
  future: fc.option(fc.integer({ min: 1, max: 4 })),
  notApplicable: fc.boolean(),
})
const aCase = fc
  .array(fc.tuple(aWeight, fc.array(aWeight, { minLength: 1, maxLength: 6 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.map(([weight, weights], index) => element(index + 1, weights, weight)))
  .chain((elements) => {
    const ids = elements.flatMap(({ statements }) => statements.map(({ id }) => id))
    return fc.tuple(
      fc.constant(elements),
      fc
        .tuple(...ids.map((id) => fc.tuple(fc.constant(id), anAnswer)))
        .map((entries) => new Map<number, ScoredAnswer>(entries)),
    )
  })

test('scores stay within 0 and 1, whatever the weights', () => {
  fc.assert(
    fc.property(aCase, ([elements, answers]) => {
      const score = overallScore(elements, answers, STATE.current)
      expect(score === null || (score >= 0 && score <= 1)).toBe(true)
    }),
  )
})

test('a higher response never lowers a score', () => {
  fc.assert(
    fc.property(aCase, fc.nat(), ([elements, answers], pick) => {
      const raised = [...answers].filter(
        ([, { current, notApplicable }]) => current && current < 4 && !notApplicable,
      )
      const [id, answer] = raised[pick % Math.max(1, raised.length)] ?? []
      fc.pre(id !== undefined && answer !== undefined)
      const better = new Map(answers).set(id, { ...answer, current: 4, notApplicable: false })
      const before = overallScore(elements, answers, STATE.current) ?? 0
      const after = overallScore(elements, better, STATE.current) ?? 0
      expect(after).toBeGreaterThanOrEqual(before - 1e-12)
    }),
  )
})
