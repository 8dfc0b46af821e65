import type { ReportElement, ReportSnapshot } from 'contract/reports'
import { expect, test } from 'vitest'
import { changeSentence, whatNext } from './report-conclusion.ts'

const SET = { scale: ['Starting', 'Developing', 'Established', 'Leading'], lowest_level: 1 }
const PATH = { band: 'Silver', min_overall: 60, min_element: 40 }

test('the change since an earlier year is in levels, or in points without a common scale', () => {
  expect(changed({})).toBe('We are 0.5 levels higher than in 2025, when we were at 2.0.')
  expect(changed({ current: 0 })).toBe('We are 1.0 level lower than in 2025, when we were at 2.0.')
  expect(changed({ current: 1 / 3 })).toBe('Our level is the same as in 2025.')
  const percent = { scale: null, lowest_level: 1 }
  expect(changed({}, { content_set: percent })).toBe(
    'We are 17 points higher than in 2025, when we were at 33%.',
  )
  expect(changed({ current: 1 / 3 }, { content_set: percent })).toBe(
    'Our score is the same as in 2025.',
  )
})

test('without a score to compare with, a sentence says so', () => {
  expect(said(changeSentence(snapshot({}), undefined))).toBe(
    'There is no report from an earlier year to compare with.',
  )
  expect(changed({}, { current: null })).toBe(
    'We have no score for 2025, so there is no change to show.',
  )
  expect(changeSentence(snapshot({ current: null }), undefined)).toEqual([])
})

test('the next band names its minimums, what is missing and the quickest route', () => {
  const path = { ...PATH, statement_ids: [1, 2] }
  const next = whatNext(snapshot({ path, band: 'Bronze' }))
  expect(said(next?.sentences)).toBe(
    'We have reached Bronze. Silver needs 60 points out of 100 overall, and 40 in every element. The lowest response to every statement gives 0 points. The highest gives 100. We have 50, so we need 10 more points. Suppliers is below 40. The quickest route is 2 actions, which take us to 61 points:',
  )
  expect(next?.sentences.flatMap(({ text, strong }) => (strong ? text : []))).toEqual([
    'Bronze',
    'Silver',
    '10 more points',
  ])
  expect(next?.sentences.flatMap(({ text, isTitle }) => (isTitle ? text : []))).toEqual([
    'Bronze',
    'Silver',
    'Suppliers',
  ])
  expect(next).toMatchObject({ actions: [{ statement_id: 1 }, { statement_id: 2 }], more: '' })
})

test.each([
  [5, ''],
  [6, '1 more action on the quickest route'],
  [7, '2 more actions on the quickest route'],
])('a route of %i actions shows the first five and counts the others', (length, more) => {
  const action = { gain: 0.02, is_on_path: true }
  const actions = Array.from({ length }, (_, id) => ({ ...action, statement_id: id }))
  const path = { ...PATH, statement_ids: actions.map(({ statement_id: id }) => id) }
  const next = whatNext(snapshot({ path, actions }))
  expect(next?.actions.map(({ statement_id: id }) => id)).toEqual([0, 1, 2, 3, 4])
  expect(next?.more).toBe(more)
})

test('a route of one action and one missing point are in the singular', () => {
  const path = { ...PATH, min_overall: 51, min_element: 0, statement_ids: [1] }
  const actions = [{ statement_id: 1, gain: 0.01, is_on_path: true }]
  expect(said(whatNext(snapshot({ path, actions }))?.sentences)).toMatch(
    / so we need 1 more point\. The quickest route is 1 action, which takes us to 51 points:$/,
  )
})

test('a minimum that is nearly reached is not shown as reached', () => {
  const path = { ...PATH, min_element: 0, statement_ids: [1] }
  expect(said(whatNext(snapshot({ path, current: 0.59999 }))?.sentences)).toContain(
    'Silver needs 60 points out of 100 overall. The lowest response to every statement gives 0 points. The highest gives 100. We have 59.9, so we need 0.1 more points.',
  )
  expect(said(whatNext(snapshot({ path, current: 0.6 }))?.sentences)).toContain(
    'We have enough overall: 60 points.',
  )
})

test('elements below the minimum are named up to three, and only if they count', () => {
  const path = { ...PATH, statement_ids: [1] }
  const below = (elements: Partial<ReportElement>[]) =>
    said(whatNext(snapshot({ path, elements }))?.sentences)
  const low = { key: 'PEO', number: 1, title: 'People', current: 0.1 }
  expect(below([low, { ...low, title: 'Data' }])).toContain(' People and Data are below 40. ')
  expect(below([low, { ...low, key: 'STA' }])).toContain(
    ' PEO People and STA People are below 40. ',
  )
  expect(below([low, { ...low, title: 'Data' }, { ...low, title: 'Sites' }])).toContain(
    ' People, Data and Sites are below 40. ',
  )
  expect(below([low, low, low, low])).toContain(' 4 elements are below 40. ')
  expect(
    below([
      { ...low, is_counted: false },
      { ...low, current: null },
    ]),
  ).not.toContain('below')
})

test('a band that is out of reach asks for higher answers', () => {
  const path = { ...PATH, statement_ids: null }
  expect(said(whatNext(snapshot({ path }))?.sentences)).toMatch(
    /^We haven’t reached a certification band yet\. .* Your planned actions won’t reach Silver\. Choose higher targets\.$/,
  )
  const next = whatNext(snapshot({ path, gap_count: 0, actions: [] }))
  expect(said(next?.sentences)).toContain(
    'None of our targets is higher than today, so there are no actions. Choose higher targets.',
  )
  expect(next?.actions).toEqual([])
})

test('without a next band, the actions lead to where we want to be', () => {
  const highest = whatNext(snapshot({ path: null, band: 'Gold' }))
  expect(highest).toMatchObject({ actions: [], more: '' })
  expect(highest?.sentences.flatMap(({ text, strong }) => (strong ? text : []))).toEqual([
    'Gold',
    '3.4',
  ])
  const sentences = (given: Given) => said(whatNext(snapshot({ path: null, ...given }))?.sentences)
  expect(sentences({ band: 'Gold' })).toBe(
    'We have reached Gold, the highest certification band. Our 12 actions take us from 2.5 to 3.4.',
  )
  expect(sentences({ gap_count: 1 })).toBe(
    'This content set has no certification bands. Our action takes us from 2.5 to 3.4.',
  )
  expect(sentences({ gap_count: 0 })).toBe('This content set has no certification bands.')
})

test('if no statement applies, nothing comes next', () => {
  expect(whatNext(snapshot({ current: null }))).toBeNull()
})

type Given = Omit<Partial<ReportSnapshot>, 'elements' | 'actions'> & {
  elements?: Partial<ReportElement>[]
  actions?: Partial<ReportSnapshot['actions'][number]>[]
}

function snapshot(given: Given) {
  return {
    current: 0.5,
    future: 0.8,
    band: null,
    gap_count: 12,
    path: null,
    content_set: SET,
    elements: [
      { title: 'Suppliers', current: 0.39 },
      { title: 'People', current: 0.61 },
    ],
    actions: [
      { statement_id: 1, gain: 0.08, is_on_path: true },
      { statement_id: 2, gain: 0.03, is_on_path: true },
      { statement_id: 3, gain: 0.01, is_on_path: false },
    ],
    ...given,
  } as ReportSnapshot
}

function changed(now: Given, then: object = {}) {
  const earlier = { year: 2025, current: 1 / 3, elements: [], content_set: SET, ...then }
  return said(changeSentence(snapshot(now), earlier))
}

function said(parts: readonly { text: string }[] = []) {
  return parts.reduce((all, { text }) => all + text, '')
}
