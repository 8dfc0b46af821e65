import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Action, type ActionElement, listActions } from './actions.ts'
import { quickestRoute } from './quickest-route.ts'
import { type ScoredAnswers, STATE } from './scores.ts'
import { type CertificationBand, judge, reachesBand } from './verdict.ts'

const BANDS = [
  { label: 'Foundation', minOverall: 25, minElement: 0 },
  { label: 'Established', minOverall: 50, minElement: 33 },
  { label: 'Leading', minOverall: 80, minElement: 60 },
]

type Given = {
  weight: number
  statements: { weight: number; current: number; future: number; effort: number }[]
}

function build(given: Given[]): { elements: ActionElement[]; answers: ScoredAnswers } {
  const numbered = given.map((element, e) => ({
    ...element,
    statements: element.statements.map((statement, s) => ({
      ...statement,
      id: (e + 1) * 10_000 + s,
    })),
  }))
  const elements = numbered.map(({ weight, statements }, e) => ({
    id: e + 1,
    weight,
    statements: statements.map((statement) => ({
      id: statement.id,
      weight: statement.weight,
      responses: [1, 2, 3, 4].map((value) => ({ id: value, value, effort: statement.effort })),
    })),
  }))
  const answers = numbered
    .flatMap(({ statements }) => statements)
    .map(
      ({ id, current, future }) =>
        [id, { current, future: Math.max(current, future), notApplicable: false }] as const,
    )
  return { elements, answers: new Map(answers) }
}

const level = fc.integer({ min: 1, max: 4 })
const aStatement = fc.record({
  weight: fc.constantFrom(1, 1, 2, 0.5, 0),
  current: level,
  future: level,
  effort: fc.integer({ min: 1, max: 5 }),
})
const aSmallSet = fc
  .array(
    fc.record({
      weight: fc.constantFrom(1, 1, 3, 0),
      statements: fc.array(aStatement, { minLength: 1, maxLength: 4 }),
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map(build)

test('the quickest route is the smallest set of actions with the least effort', () => {
  fc.assert(
    fc.property(aSmallSet, ({ elements, answers }) => {
      const path = quickestRoute(elements, answers, { bands: BANDS })
      const best = path.band && bestByTrying(elements, answers, path.band)
      expect(path.actions && [path.actions.length, effortOf(path.actions)]).toEqual(best ?? null)
      const reaches =
        !path.actions || isReached(elements, afterDoing(path.actions, answers), path.band)
      expect(reaches).toBe(true)
    }),
    { numRuns: 400 },
  )
})

test('equal actions are taken in order', () => {
  const two = { weight: 1, current: 1, future: 4, effort: 2 }
  const { elements, answers } = build([{ weight: 1, statements: [two, two, two, two] }])
  const taken = quickestRoute(elements, answers, { bands: BANDS }).actions?.map(
    (each) => each.statementId,
  )
  expect(taken).toEqual([10_000])
  const apart = build(Array.from({ length: 4 }, () => ({ weight: 1, statements: [two] })))
  const path = quickestRoute(apart.elements, apart.answers, { bands: BANDS })
  expect(path.actions?.map((each) => each.elementId)).toEqual([1])
})

test('no earlier action of an element could replace one of the route', () => {
  fc.assert(
    fc.property(aSmallSet, ({ elements, answers }) => {
      const { actions } = quickestRoute(elements, answers, { bands: BANDS })
      const taken = new Set(actions?.map((each) => each.statementId))
      const order = listActions(elements, answers)
      const passed = order.filter((one, at) => {
        const isEqual = (other: Action) => likeness(elements, other) === likeness(elements, one)
        const later = order.slice(at + 1).filter(isEqual)
        return !taken.has(one.statementId) && later.some((each) => taken.has(each.statementId))
      })
      expect(passed).toEqual([])
    }),
    { numRuns: 400 },
  )
})

test("the route is null if all actions don't reach the next band", () => {
  const { elements, answers } = build([
    { weight: 1, statements: [{ weight: 1, current: 2, future: 2, effort: 1 }] },
  ])
  expect(quickestRoute(elements, answers, { bands: BANDS })).toEqual({
    band: BANDS[1],
    actions: null,
    reason: 'out-of-reach',
  })
})

test('with nothing answered or the highest band reached there is no next band', () => {
  const { elements, answers } = build([
    { weight: 1, statements: [{ weight: 1, current: 4, future: 4, effort: 1 }] },
  ])
  expect(quickestRoute(elements, answers, { bands: BANDS }).reason).toBe('highest-band-reached')
  expect(quickestRoute(elements, new Map(), { bands: BANDS }).reason).toBe('nothing-answered')
})

const largeSets = [1, 40].map((count) => {
  const given = Array.from({ length: count }, (_, e) => ({
    weight: 1 + (e % 7) / 3,
    statements: Array.from({ length: 2000 / count }, (_, s) => ({
      weight: 1 + ((e * 31 + s * 17) % 97) / 50,
      current: 1 + ((e + s) % 2),
      future: 3 + (s % 2),
      effort: 1 + ((e + s * 3) % 5),
    })),
  }))
  return { count, ...build(given) }
})

test.each(largeSets)(
  '2,000 statements of uneven weights have a route (elements: $count)',
  ({ elements, answers }) => {
    const { band, actions } = quickestRoute(elements, answers, { bands: BANDS })
    expect(band && actions && isReached(elements, afterDoing(actions, answers), band)).toBe(true)
  },
)

test.each(largeSets)(
  'a route of 2,000 statements has as few actions as the biggest gains need (elements: $count)',
  ({ elements, answers }) => {
    const overall = { label: 'Overall', minOverall: 60, minElement: 0 }
    const taken = quickestRoute(elements, answers, { bands: [overall] }).actions ?? []
    const order = listActions(elements, answers).toSorted((one, other) => other.gain - one.gain)
    const isEnough = (actions: Action[]) =>
      isReached(elements, afterDoing(actions, answers), overall)
    expect(isEnough(order.slice(0, taken.length))).toBe(true)
    expect(isEnough(order.slice(0, taken.length - 1))).toBe(false)
  },
)

test('a minimum for each element takes as few actions of each as its biggest gains need', () => {
  const [, { elements, answers } = { elements: [], answers: new Map() }] = largeSets
  const each = { label: 'Each', minOverall: 0, minElement: 60 }
  const taken = quickestRoute(elements, answers, { bands: [each] }).actions ?? []
  for (const element of elements) {
    const own = taken.filter(({ elementId }) => elementId === element.id)
    const order = listActions([element], answers).toSorted((one, other) => other.gain - one.gain)
    const isEnough = (actions: Action[]) => isReached([element], afterDoing(actions, answers), each)
    expect(isEnough(order.slice(0, own.length))).toBe(true)
    expect(isEnough(order.slice(0, own.length - 1))).toBe(false)
  }
})

test.each([
  { label: 'overall', minOverall: 6, minElement: 0 },
  { label: 'in its element', minOverall: 0, minElement: 6 },
])('of equal gains, those needed $label are those with the least effort', (band) => {
  // Of 300 all sets are compared, of 3,000 only the biggest gains are taken.
  for (const count of [300, 3000]) {
    const statements = Array.from({ length: count / 2 }, (_, s) => ({
      weight: 1,
      current: 1,
      future: 2,
      effort: 1 + (s % 5),
    }))
    const half = { weight: 1, statements }
    const { elements, answers } = build([half, half])
    const { actions } = quickestRoute(elements, answers, { bands: [band] })
    const needed = count * 0.18
    expect(actions && [actions.length, effortOf(actions)]).toEqual([needed, needed])
  }
})

test('two actions that gain more replace two of the same effort that were tried before', () => {
  const given = [
    { weight: 6, effort: 5 },
    { weight: 3, effort: 4 },
    { weight: 2, effort: 2 },
    { weight: 1, effort: 1 },
  ]
  const statements = given.map((each) => ({ ...each, current: 1, future: 4 }))
  const { elements, answers } = build([{ weight: 1, statements }])
  const band = { label: 'Most', minOverall: 58, minElement: 0 }
  const taken = quickestRoute(elements, answers, { bands: [band] }).actions?.map(
    (each) => each.statementId,
  )
  expect(taken).toEqual([10_000, 10_003])
})

function bestByTrying(
  elements: ActionElement[],
  answers: ScoredAnswers,
  band: (typeof BANDS)[number],
) {
  const all = listActions(elements, answers)
  const reaching = Array.from({ length: 2 ** all.length }, (_, mask) =>
    all.filter((_, bit) => mask & (1 << bit)),
  )
    .filter((some) => isReached(elements, afterDoing(some, answers), band))
    .map((some) => [some.length, effortOf(some)] as const)
  return reaching.sort((one, other) => one[0] - other[0] || one[1] - other[1])[0]
}

function likeness(elements: ActionElement[], { elementId, statementId, ...action }: Action) {
  const element = elements.find(({ id }) => id === elementId)
  const weight = element?.statements.find(({ id }) => id === statementId)?.weight
  return JSON.stringify([elementId, weight, action.gap, action.effort])
}

function afterDoing(actions: Action[], answers: ScoredAnswers): ScoredAnswers {
  const done = new Map(answers)
  for (const { statementId } of actions) {
    const future = answers.get(statementId)?.future
    done.set(statementId, { current: future, future, notApplicable: false })
  }
  return done
}

function effortOf(actions: Action[]) {
  return actions.reduce((sum, { effort }) => sum + effort, 0)
}

function isReached(elements: ActionElement[], answers: ScoredAnswers, band: CertificationBand) {
  return reachesBand(judge(elements, answers, STATE.current), { bands: [band] }, band)
}
