import { expect, test } from 'vitest'
import { answeredSet, type GivenElement } from './answered-set.ts'
import { missingFor } from './missing-for-band.ts'
import { quickestRoute } from './quickest-route.ts'
import { STATE } from './scores.ts'
import { elementBandOf, judge, nextBand, reachedBand, type Scheme } from './verdict.ts'

const LEVELS = ['L1', 'L2', 'L3']

/** Each level of the ladder is a band: everything up to it must be at the highest response. */
const STAGED: Scheme = {
  levels: LEVELS,
  bands: LEVELS.map((of, index) => ({
    label: `Stage ${index + 1}`,
    minOverall: 0,
    minElement: 0,
    minStatement: 100,
    of,
  })),
}

function reachedLabel(given: GivenElement[], scheme: Scheme) {
  const { elements, answers } = answeredSet(given)
  return reachedBand(judge(elements, answers, STATE.current), scheme)?.label ?? null
}

// One statement of each level in each of two elements.
test.each([
  { one: [4, 4, 4], other: [4, 4, 4], band: 'Stage 3' },
  { one: [4, 4, 4], other: [4, 4, 3], band: 'Stage 2' },
  { one: [4, 4, 1], other: [4, 4, 1], band: 'Stage 2' },
  { one: [4, 3, 4], other: [4, 4, 4], band: 'Stage 1' },
  { one: [4, 1, 4], other: [4, 1, 4], band: 'Stage 1' },
  { one: [4, 4, 4], other: [3, 4, 4], band: null },
  { one: [1, 4, 4], other: [1, 4, 4], band: null },
])('a staged scheme: $one and $other reach $band', ({ one, other, band }) => {
  const given = [one, other].map((values) => ({
    statements: values.map((current, at) => ({ current, level: LEVELS[at] ?? '' })),
  }))
  expect(reachedLabel(given, STAGED)).toBe(band)
})

test('a statement without a level counts at every level', () => {
  const given = (current: number) => [{ statements: [{ current }, { current: 4, level: 'L1' }] }]
  expect([reachedLabel(given(3), STAGED), reachedLabel(given(4), STAGED)]).toEqual([
    null,
    'Stage 3',
  ])
})

/** A pass needs half of the points and two thirds of the range for each key statement. */
const KNOCK_OUT: Scheme = {
  bands: [
    { label: 'Pass', minOverall: 50, minElement: 0, minStatement: 66, of: 'key' },
    { label: 'Merit', minOverall: 75, minElement: 0, minStatement: 66, of: 'key' },
  ],
}

test.each([
  { key: [3, 3], others: [1, 4], band: 'Pass' },
  { key: [3, 2], others: [4, 4], band: null },
  { key: [4, 4], others: [1, 1], band: 'Pass' },
  { key: [3, 3], others: [1, 1], band: null },
  { key: [4, 4], others: [4, 1], band: 'Merit' },
  { key: [4, 1], others: [4, 4], band: null },
])('a scheme with knock-outs: $key among $others reach $band', ({ key, others, band }) => {
  const statements = [
    ...key.map((current) => ({ current, isKey: true })),
    ...others.map((current) => ({ current })),
  ]
  expect(reachedLabel([{ statements }], KNOCK_OUT)).toBe(band)
})

test('a key statement knocks out even without weight, any other only with weight', () => {
  const given = (isKey: boolean) => [
    { statements: [{ current: 4 }, { current: 1, weight: 0, isKey }] },
    { weight: 0, statements: [{ current: 1 }] },
  ]
  expect([reachedLabel(given(true), KNOCK_OUT), reachedLabel(given(false), KNOCK_OUT)]).toEqual([
    null,
    'Merit',
  ])
  expect(reachedLabel(given(true), ALL_MET)).toBe('Met')
})

const ALL_MET: Scheme = {
  bands: [{ label: 'Met', minOverall: 0, minElement: 0, minStatement: 100 }],
}

test.each([
  { values: [4, 4, 4], notApplicable: undefined, band: 'Met' },
  { values: [4, 4, 3], notApplicable: undefined, band: null },
  { values: [4, 4, null], notApplicable: undefined, band: 'Met' },
  { values: [4, 4, null], notApplicable: 'full' as const, band: 'Met' },
  { values: [4, 4, null], notApplicable: 'none' as const, band: null },
  { values: [null, null, null], notApplicable: undefined, band: null },
  { values: [null, null, null], notApplicable: 'full' as const, band: 'Met' },
])('all met: $values with "not applicable" as $notApplicable reach $band', (row) => {
  const statements = row.values.map((value) => ({
    current: value ?? 1,
    isNotApplicable: value === null,
  }))
  const { elements, answers } = answeredSet([{ statements }], { notApplicable: row.notApplicable })
  const judged = judge(elements, answers, STATE.current)
  expect(reachedBand(judged, ALL_MET)?.label ?? null).toBe(row.band)
})

const DOMAINS: Scheme = {
  levels: ['L1', 'L2'],
  elementBands: [
    { label: 'Initial', minOverall: 0, minStatement: 100, of: 'L1' },
    { label: 'Managed', minOverall: 50, minStatement: 100, of: 'L2' },
  ],
  bands: [
    { label: 'Entry', minOverall: 0, minElement: 0, minElementBand: 'Initial' },
    { label: 'Full', minOverall: 0, minElement: 0, minElementBand: 'Managed' },
  ],
}

test('each element has a band of its own, and the set needs one of all that count', () => {
  const domains = [
    {
      statements: [
        { current: 4, level: 'L1' },
        { current: 4, level: 'L2' },
      ],
    },
    {
      statements: [
        { current: 4, level: 'L1' },
        { current: 2, level: 'L2' },
      ],
    },
    { weight: 0, statements: [{ current: 1, level: 'L1' }] },
  ]
  const { elements, answers } = answeredSet(domains)
  const judged = judge(elements, answers, STATE.current)
  const own = judged.elements.map((each) => elementBandOf(each, DOMAINS)?.label ?? null)
  expect(own).toEqual(['Managed', 'Initial', null])
  expect(reachedBand(judged, DOMAINS)?.label).toBe('Entry')
  const full = nextBand(judged, DOMAINS)
  expect(full && missingFor(judged, DOMAINS, full)).toEqual({
    isAboveScope: false,
    overall: null,
    elements: [],
    elementBands: [{ elementId: 2, reached: 'Initial' }],
    statements: [{ elementId: 2, statementId: 21, responseId: 4, effort: 2 }],
  })
})

test('a band above the chosen level is not reached, is the next only without others, and has no route', () => {
  const { elements, answers } = answeredSet([{ statements: [{ current: 4, level: 'L1' }] }])
  const judged = judge(elements, answers, STATE.current)
  const chosen = { ...STAGED, chosenLevels: ['L1'] }
  expect(reachedBand(judged, chosen)?.label).toBe('Stage 1')
  const next = nextBand(judged, chosen)
  expect(next?.label).toBe('Stage 2')
  expect(next && missingFor(judged, chosen, next).isAboveScope).toBe(true)
  expect(quickestRoute(elements, answers, chosen).reason).toBe('above-scope')
  const later = {
    ...chosen,
    bands: [...chosen.bands, { label: 'Best', minOverall: 90, minElement: 0 }],
  }
  expect(reachedBand(judged, later)?.label).toBe('Best')
  const domains = { ...DOMAINS, chosenLevels: ['L1'] }
  expect([reachedBand(judged, domains)?.label, nextBand(judged, domains)?.label]).toEqual([
    'Entry',
    'Full',
  ])
  expect(quickestRoute(elements, answers, domains).reason).toBe('above-scope')
})

test('what is missing is listed with the least effort first, with the lowest response that is enough', () => {
  const { elements, answers } = answeredSet([
    { statements: [{ current: 1, effort: 5, isKey: true }, { current: 1 }] },
    {
      statements: [
        { current: 2, effort: 1, isKey: true },
        { current: 3, isKey: true },
      ],
    },
  ])
  const judged = judge(elements, answers, STATE.current)
  const pass = nextBand(judged, KNOCK_OUT)
  expect(pass && missingFor(judged, KNOCK_OUT, pass)).toEqual({
    isAboveScope: false,
    overall: 50,
    elements: [],
    elementBands: [],
    statements: [
      { elementId: 2, statementId: 20, responseId: 3, effort: 1 },
      { elementId: 1, statementId: 10, responseId: 3, effort: 10 },
    ],
  })
})

test('a key statement without an answer stops its band, also in an optional element', () => {
  const { elements, answers } = answeredSet([
    { statements: [{ current: 4 }] },
    { statements: [{ current: 4, isKey: true }, { current: 4 }] },
  ])
  const verdict = (given: typeof answers, scheme = KNOCK_OUT) => {
    const judged = judge(elements, given, STATE.current)
    const band = scheme.bands[0]
    const missing = band && missingFor(judged, scheme, band).statements
    return {
      band: reachedBand(judged, scheme)?.label ?? null,
      missing: missing?.map(({ statementId, responseId }) => [statementId, responseId]),
    }
  }
  const open = new Map([...answers].filter(([id]) => id < 20))
  expect(verdict(open)).toEqual({ band: null, missing: [[20, 3]] })
  expect(quickestRoute(elements, open, KNOCK_OUT)).toMatchObject({ reason: 'out-of-reach' })
  const excluded = new Map([...open, [20, { current: null, notApplicable: true }]])
  expect(verdict(excluded)).toEqual({ band: 'Merit', missing: [] })
  // All other statements of an optional element may stay open.
  const every = { bands: [{ label: 'All', minOverall: 0, minElement: 0, minStatement: 100 }] }
  expect(verdict(open, every)).toEqual({ band: 'All', missing: [] })
})

test('a key statement whose target is still to choose doesn’t stop the band of the targets', () => {
  const { elements } = answeredSet([
    { statements: [{ current: 4 }] },
    { statements: [{ current: 4, isKey: true }] },
  ])
  const answers = new Map([
    [10, { current: 4, future: 4, notApplicable: false }],
    [20, { current: 4, future: null, notApplicable: false }],
  ])
  expect(reachedBand(judge(elements, answers, STATE.future), KNOCK_OUT)?.label).toBe('Merit')
})
