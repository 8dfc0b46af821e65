import type { MissingForBand, NextBand } from 'contract/next-band'
import type { ReportElement, ReportSnapshot } from 'contract/reports'
import { expect, test } from 'vitest'
import { elementVerdict, requirement, stopsOf, verdictInShort } from './band-sentences.ts'
import { whatNext } from './report-conclusion.ts'

const NOTHING: MissingForBand = {
  overall: null,
  elements: [],
  element_bands: [],
  statements: [],
  statement_count: 0,
}
const SILVER = { band: 'Silver', min_overall: 0, min_element: 0 }

test.each<[Partial<NextBand>, string]>([
  [{ min_statement: 100 }, 'the highest response to every statement. '],
  [
    { min_statement: 100, of_key: true, min_overall: 30 },
    '30 points out of 100 overall and the highest response to every key statement. The lowest response to every statement gives 0 points. The highest gives 100. ',
  ],
  [
    { min_statement: 66, of_level: 'Managed' },
    '66 points for every statement up to Managed. The lowest response to every statement gives 0 points. The highest gives 100. ',
  ],
  [{ min_element_band: 'Managed' }, 'the band Managed in every element. '],
  [
    { min_overall: 50, min_element: 20, min_statement: 100, min_element_band: 'Managed' },
    '50 points out of 100 overall, 20 points in every element, the highest response to every statement and the band Managed in every element. The lowest response to every statement gives 0 points. The highest gives 100. ',
  ],
])('a band says what it asks for: %o', (given, said) => {
  expect(textOf(requirement({ ...SILVER, ...given }, {}))).toBe(`Silver needs ${said}`)
})

test('where 0 is 0%, a sentence says so', () => {
  const words = requirement({ ...SILVER, min_overall: 50 }, { score_from: 'zero' })
  expect(textOf(words)).toBe(
    'Silver needs 50 points out of 100 overall. A response with the value 0 gives 0 points. The highest response to a statement gives 100. ',
  )
})

test.each<
  [
    string | null,
    (Omit<Partial<NextBand>, 'missing'> & { missing?: Partial<MissingForBand> }) | null,
    string,
  ]
>([
  ['Bronze', { missing: { statement_count: 3 } }, 'Bronze. Silver needs 3 more statements.'],
  [null, { missing: { statement_count: 1 } }, 'No band yet. Silver needs 1 more statement.'],
  [
    'Bronze',
    {
      missing: {
        statement_count: 2,
        overall: 60,
        elements: [
          { id: 1, needed: 50 },
          { id: 2, needed: 50 },
        ],
      },
    },
    'Bronze. Silver needs 2 more statements, 10 more points overall and higher scores in 2 elements.',
  ],
  ['Bronze', { is_above_scope: true }, 'Bronze. Silver needs statements outside the scope.'],
  ['Gold', null, 'Gold, the highest band.'],
])('after %s, what is missing is said in short', (band, given, said) => {
  const next = given && { ...SILVER, ...given, missing: { ...NOTHING, ...given.missing } }
  expect(textOf(verdictInShort({ band, next, score: 0.5 }))).toBe(said)
})

test('the report says what stops the next band, and which actions together reach it', () => {
  const snapshot = staged({ statement_ids: [21, 22] })
  expect(textOf(whatNext(snapshot)?.sentences)).toBe(
    'We have reached Bronze. Our targets reach Silver. Silver needs the band Managed in every element. Risk is below Managed. Silver needs 2 more statements. The quickest route is 2 actions, which together reach Silver and take us to 70 points:',
  )
  const stops = stopsOf(snapshot)
  expect(textOf(stops?.title)).toBe('What stops Silver')
  expect(
    stops?.rows.map(({ element, statement, goal }) => [element.title, statement.id, goal]),
  ).toEqual([
    ['Risk', 22, 'In place'],
    ['Risk', 21, 'In place'],
  ])
  expect(stops?.more).toBe('')
})

test('of many statements that stop a band, the first ten are listed and the others counted', () => {
  const path = staged({ statement_ids: null }, 12)
  const stops = stopsOf(path)
  expect([stops?.rows.length, stops?.more]).toEqual([2, '10 more statements'])
  expect(stopsOf({ ...path, path: null })).toBeNull()
})

test('a route that may not be of the least effort says so, and a band above the chosen level has none', () => {
  const next = (path: object) => textOf(whatNext(staged(path))?.sentences)
  expect(next({ statement_ids: [21], may_take_less: true })).toContain(
    'Another route with as many actions may take less effort. The quickest route is 1 action, which reaches Silver and takes us to 60 points:',
  )
  expect(next({ statement_ids: null, is_above_scope: true })).toMatch(
    /^We have reached Bronze\. Our targets reach Silver\. Silver needs the band Managed in every element\. Silver needs statements outside the scope, so we can’t reach it\. $/,
  )
  expect(next({ statement_ids: null })).toContain('Your planned actions won’t reach Silver.')
})

test.each([
  [undefined, ''],
  [{ current: null, future: null, certified: null }, 'Band: none yet'],
  [{ current: 'Entry', future: 'Entry', certified: null }, 'Band: Entry'],
  [
    { current: 'Entry', future: 'Managed', certified: 'Entry' },
    'Band: Entry, with our targets Managed, certified Entry',
  ],
])('an element says its bands: %o', (verdict, said) => {
  expect(textOf(elementVerdict({ verdict }))).toBe(said)
})

/** Two elements, of which Risk lacks two statements. */
function staged(path: object, count = 2) {
  const responses = [
    { id: 1, label: 'Planned', value: 1 },
    { id: 2, label: 'In place', value: 2 },
  ]
  const elements = [
    { id: 1, key: 'A', number: 1, title: 'Assets', current: 1, statements: [] },
    {
      id: 2,
      key: 'B',
      number: 2,
      title: 'Risk',
      current: 0.2,
      statements: [21, 22].map((id) => ({ id, key: `B${id}`, responses })),
    },
  ] as unknown as ReportElement[]
  return {
    current: 0.5,
    band: 'Bronze',
    future_band: 'Silver',
    gap_count: 2,
    content_set: { scale: null, lowest_level: 1 },
    elements,
    actions: [21, 22].map((id) => ({
      statement_id: id,
      gain: 0.1,
      is_on_path: (path as { statement_ids: number[] | null }).statement_ids?.includes(id) === true,
    })),
    path: {
      ...SILVER,
      min_element_band: 'Managed',
      missing: {
        ...NOTHING,
        element_bands: [{ id: 2, reached: 'Entry' }],
        statements: [22, 21].map((id) => ({ id, element_id: 2, response_id: 2, effort: 1 })),
        statement_count: count,
      },
      ...path,
    },
  } as unknown as ReportSnapshot
}

function textOf(parts: readonly { text: string }[] = []) {
  return parts.map(({ text }) => text).join('')
}

test('where no statement counts, a band needs some that do', () => {
  const next = { ...SILVER, missing: { ...NOTHING, overall: 50 } }
  expect(textOf(verdictInShort({ band: null, next, score: null }))).toBe(
    'No band yet. Silver needs at least one statement that applies.',
  )
})
