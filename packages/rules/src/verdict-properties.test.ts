import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Action, listActions } from './actions.ts'
import { answeredSet } from './answered-set.ts'
import { missingFor } from './missing-for-band.ts'
import { type RouteElement, quickestRoute } from './quickest-route.ts'
import { elementScore, overallScore, reaches, type ScoredAnswers, STATE } from './scores.ts'
import { type CertificationBand, judge, reachedBand, reachesBand, type Scheme } from './verdict.ts'

const aGiven = fc.record({
  weight: fc.constantFrom(1, 1, 2, 0.5, 0),
  current: fc.integer({ min: 1, max: 4 }),
  future: fc.constantFrom(4, 4, 4, 3, 2, 1),
  effort: fc.integer({ min: 1, max: 5 }),
  level: fc.constantFrom('L1', 'L2', 'L3'),
  isKey: fc.boolean(),
  isNotApplicable: fc.constantFrom(false, false, false, false, true),
})
const someElements = fc.array(
  fc.record({
    weight: fc.constantFrom(1, 1, 3, 0),
    statements: fc.array(aGiven, { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 3 },
)
const aPercent = fc.constantFrom(0, 20, 33, 50, 66, 80, 100)
const conditions = {
  minStatement: fc.constantFrom(undefined, 33, 66, 100),
  of: fc.constantFrom(undefined, 'key', 'L1', 'L2', 'L3'),
}
const aScheme: fc.Arbitrary<Scheme> = fc
  .record({
    bands: fc.array(
      fc.record({
        minOverall: aPercent,
        minElement: aPercent,
        ...conditions,
        minElementBand: fc.constantFrom(undefined, undefined, 'E0', 'E1', 'E2'),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    elementBands: fc.array(fc.record({ minOverall: aPercent, ...conditions }), {
      minLength: 3,
      maxLength: 3,
    }),
    chosenLevels: fc.constantFrom(null, null, null, ['L1'], ['L1', 'L2']),
  })
  .map(({ bands, elementBands, chosenLevels }) => ({
    levels: ['L1', 'L2', 'L3'],
    chosenLevels,
    bands: bands.map((band, at) => ({ ...band, label: `B${at}` })),
    elementBands: elementBands.map((band, at) => ({ ...band, label: `E${at}` })),
  }))
const aScoring = fc.record({
  from: fc.constantFrom(undefined, 'zero' as const),
  notApplicable: fc.constantFrom(undefined, 'full' as const, 'none' as const),
})

test('the quickest route to any band is the smallest set of actions with the least effort', () => {
  fc.assert(
    fc.property(someElements, aScheme, aScoring, (given, scheme, scoring) => {
      const { elements, answers } = answeredSet(given, scoring)
      const path = quickestRoute(elements, answers, scheme)
      fc.pre(path.band !== null)
      const best = bestByTrying(elements, answers, scheme, path.band)
      expect(path.actions && [path.actions.length, effortOf(path.actions)]).toEqual(best ?? null)
      if (!path.actions) return
      expect(path.isLeast).toBe(true)
      expect(isReached(elements, afterDoing(path.actions, answers), scheme, path.band)).toBe(true)
    }),
    { numRuns: 1500 },
  )
})

test('with all that is missing a band is reached, and with nothing missing it already is', () => {
  fc.assert(
    fc.property(someElements, aScheme, (given, scheme) => {
      const { elements, answers } = answeredSet(given)
      const judged = judge(elements, answers, STATE.current)
      fc.pre(judged.overall !== null)
      for (const band of scheme.bands) {
        const { isAboveScope, statements, ...scores } = missingFor(judged, scheme, band)
        const isOnlyStatements = scores.overall === null && scores.elements.length === 0
        const raised = new Map(answers)
        for (const { statementId, responseId } of statements)
          raised.set(statementId, { current: responseId, notApplicable: false })
        const isReachedThen = isReached(elements, raised, scheme, band)
        expect(isReachedThen || isAboveScope || !isOnlyStatements).toBe(true)
        const isNothing = isOnlyStatements && !isAboveScope && statements.length === 0
        expect(isNothing).toBe(reachesBand(judged, scheme, band))
      }
    }),
    { numRuns: 500 },
  )
})

test('bands of scores alone are judged as before', () => {
  const bands = fc.array(fc.record({ minOverall: aPercent, minElement: aPercent }), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(someElements, bands, (given, list) => {
      const { elements, answers } = answeredSet(given)
      const labelled = list.map((band, at) => ({ ...band, label: `B${at}` }))
      const earlier = labelled.findLast((band) => reachedBefore(elements, answers, band))
      const judged = judge(elements, answers, STATE.current)
      expect(reachedBand(judged, { bands: labelled })).toBe(earlier ?? null)
    }),
    { numRuns: 500 },
  )
})

/** The rule while bands had only these two conditions. */
function reachedBefore(elements: RouteElement[], answers: ScoredAnswers, band: CertificationBand) {
  const overall = overallScore(elements, answers, STATE.current)
  if (overall === null || !reaches(overall, band.minOverall)) return false
  return elements.every((element) => {
    const score = elementScore(element, answers, STATE.current)
    return element.weight === 0 || score === null || reaches(score, band.minElement)
  })
}

/** As `quickestRoute`, by trying every set of actions. */
function bestByTrying(
  elements: RouteElement[],
  answers: ScoredAnswers,
  scheme: Scheme,
  band: CertificationBand,
) {
  const all = listActions(elements, answers)
  const reaching = Array.from({ length: 2 ** all.length }, (_, mask) =>
    all.filter((_, bit) => mask & (1 << bit)),
  )
    .filter((some) => isReached(elements, afterDoing(some, answers), scheme, band))
    .map((some) => [some.length, effortOf(some)] as const)
  return reaching.sort((one, other) => one[0] - other[0] || one[1] - other[1])[0]
}

function isReached(
  elements: RouteElement[],
  answers: ScoredAnswers,
  scheme: Scheme,
  band: CertificationBand,
) {
  return reachesBand(judge(elements, answers, STATE.current), scheme, band)
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

const large = answeredSet(
  Array.from({ length: 40 }, (_, e) => ({
    weight: 1 + (e % 7) / 3,
    statements: Array.from({ length: 50 }, (_, s) => ({
      weight: 1 + ((e * 31 + s * 17) % 97) / 50,
      current: 1 + ((e + s) % 2),
      effort: 1 + ((e + s * 3) % 5),
      isKey: s % 5 === 0,
      level: `L${1 + (s % 3)}`,
    })),
  })),
  undefined,
  10_000,
)

test('of 2,000 statements a route of forced raises alone is of the least effort, with others it may not be', () => {
  const { elements, answers } = large
  const band = { label: 'Band', minOverall: 0, minElement: 0, minStatement: 100, of: 'key' }
  for (const [minOverall, isLeast] of [
    [0, true],
    [75, false],
  ] as const) {
    const asked = { ...band, minOverall }
    const scheme = { bands: [asked] }
    const path = quickestRoute(elements, answers, scheme)
    const taken = path.actions ?? []
    expect(path).toMatchObject({ isLeast, reason: null })
    expect(isReached(elements, afterDoing(taken, answers), scheme, asked)).toBe(true)
    const keys = taken.filter(({ statementId }) => (statementId % 10_000) % 5 === 0)
    expect(keys).toHaveLength(400)
  }
})
