import { expect, test } from 'vitest'
import { type Comparable, compareEditions, isWordingOnly } from './compare-editions.ts'

type Element = Comparable['elements'][number]
type Statement = Element['statements'][number]
type Response = Statement['responses'][number]

const RESPONSE: Response = {
  key: 'A.label',
  label: 'Never',
  description: 'No one does it.',
  value: 0,
  action: 'Start.',
  effort: 1,
  benefit: 1,
  asksForEvidence: true,
}
const STATEMENT: Statement = {
  key: 'S1',
  text: 'We plan.',
  guidance: 'Look at the plan.',
  shortTitle: 'Plan',
  weight: 1,
  allowsNotApplicable: false,
  responses: [RESPONSE, { key: 'B', label: 'Always', value: 1 }],
}

const edition = (...elements: Element[]): Comparable => ({ elements })
const element = (key: string, statements: Statement[], title = `Element ${key}`) => ({
  key,
  title,
  statements,
})
const withStatement = (given: Partial<Statement>) =>
  edition(element('E', [{ ...STATEMENT, ...given }]))
const withResponse = (given: Partial<Response>) =>
  withStatement({ responses: [{ ...RESPONSE, ...given }, ...STATEMENT.responses.slice(1)] })

const ofStatement = (field: keyof Statement, value: unknown) =>
  [field, withStatement({ [field]: value })] as const
const ofResponse = (field: keyof Response, value: unknown) =>
  [`responses.A.label.${field}`, withResponse({ [field]: value })] as const

test.each([
  { change: ofStatement('text', 'New'), asksAgain: true, isWording: true },
  { change: ofStatement('guidance', 'New'), asksAgain: false, isWording: true },
  { change: ofStatement('shortTitle', 'New'), asksAgain: false, isWording: true },
  { change: ofStatement('weight', 2), asksAgain: false, isWording: false },
  { change: ofStatement('allowsNotApplicable', true), asksAgain: true, isWording: false },
  { change: ofStatement('asksForEvidence', true), asksAgain: false, isWording: false },
  { change: ofStatement('asksForNote', true), asksAgain: false, isWording: false },
  { change: ofStatement('evidenceExample', 'New'), asksAgain: false, isWording: true },
  { change: ofResponse('label', 'New'), asksAgain: true, isWording: true },
  { change: ofResponse('description', 'New'), asksAgain: true, isWording: true },
  { change: ofResponse('value', 0.5), asksAgain: true, isWording: false },
  { change: ofResponse('action', 'New'), asksAgain: false, isWording: true },
  { change: ofResponse('effort', 2), asksAgain: false, isWording: false },
  { change: ofResponse('benefit', 2), asksAgain: false, isWording: false },
  { change: ofResponse('asksForEvidence', false), asksAgain: false, isWording: false },
  { change: ofResponse('asksForNote', true), asksAgain: false, isWording: false },
])(
  'a changed $change.0 asks again: $asksAgain; is only wording: $isWording',
  ({ change: [field, after], asksAgain, isWording }) => {
    const changes = compareEditions(withStatement({}), after)
    expect(changes).toMatchObject({
      added: [],
      removed: [],
      moved: [],
      changed: [{ key: 'S1', fields: [{ field }], asksAgain }],
    })
    expect(changes.changed[0]?.fields).toHaveLength(1)
    expect(isWordingOnly(changes)).toBe(isWording)
  },
)

test('a change has both values as texts, and the response as it is called now', () => {
  const [change] = compareEditions(
    withStatement({}),
    withStatement({
      guidance: undefined,
      responses: [{ ...RESPONSE, label: 'Rarely', effort: 4 }],
    }),
  ).changed
  expect(change).toEqual({
    key: 'S1',
    text: 'We plan.',
    element: { key: 'E', title: 'Element E' },
    asksAgain: true,
    fields: [
      { field: 'guidance', before: 'Look at the plan.', after: '' },
      { field: 'responses.A.label.label', before: 'Never', after: 'Rarely', response: 'Rarely' },
      { field: 'responses.A.label.effort', before: '1', after: '4', response: 'Rarely' },
      { field: 'responses.B.key', before: 'Always', after: '' },
    ],
  })
})

test('a response that is added or removed asks again', () => {
  const fewer = withStatement({ responses: [RESPONSE] })
  const fields = { field: 'responses.B.key', before: '', after: 'Always' }
  const added = compareEditions(fewer, withStatement({}))
  expect(added.changed).toMatchObject([{ asksAgain: true, fields: [fields] }])
  expect(isWordingOnly(added)).toBe(false)
})

test('statements are compared by key, wherever they are', () => {
  const named = (key: string) => ({ ...STATEMENT, key, text: `Text ${key}` })
  const before = edition(
    element('E', [named('kept'), named('gone'), named('moved')]),
    element('F', []),
  )
  const after = edition(
    element('E', [named('kept')], 'Renamed'),
    element('F', [named('moved'), named('new')]),
  )
  expect(compareEditions(before, after)).toEqual({
    added: [{ key: 'new', text: 'Text new', element: { key: 'F', title: 'Element F' } }],
    removed: [{ key: 'gone', text: 'Text gone', element: { key: 'E', title: 'Element E' } }],
    changed: [],
    moved: [
      {
        key: 'moved',
        text: 'Text moved',
        element: { key: 'F', title: 'Element F' },
        from: { key: 'E', title: 'Element E' },
      },
    ],
  })
})

test.each([
  ['added', edition(element('E', []), element('F', [])), withStatement({})],
  ['removed', withStatement({}), edition(element('E', []))],
  ['moved', withStatement({}), edition(element('F', [STATEMENT]))],
])('a statement that was %s is more than wording', (_, before, after) => {
  expect(isWordingOnly(compareEditions(before, after))).toBe(false)
})

test('a changed text beside a changed value is more than wording', () => {
  const both = withStatement({ text: 'We plan ahead.', weight: 2 })
  expect(isWordingOnly(compareEditions(withStatement({}), both))).toBe(false)
})

test('equal editions differ in nothing', () => {
  const changes = compareEditions(withStatement({}), withStatement({}))
  expect(changes).toEqual({ added: [], removed: [], changed: [], moved: [] })
  expect(isWordingOnly(changes)).toBe(true)
})
