import { expect, test } from 'vitest'
import { compareEditions } from 'rules/compare-editions'
import { fieldLabel, statementChanges, valueLabel } from './edition-changes.ts'

const ref = (key: string) => ({
  key,
  text: `Statement ${key}`,
  element: { key: 'E', title: 'One' },
})

test('a statement that was changed and moved is one entry with both', () => {
  const changes = statementChanges({
    added: [ref('new')],
    changed: [
      { ...ref('both'), fields: [{ field: 'text', before: 'a', after: 'b' }], asksAgain: true },
    ],
    moved: [
      { ...ref('both'), from: { key: 'F', title: 'Two' } },
      { ...ref('moved'), from: { key: 'F', title: 'Two' } },
    ],
    removed: [ref('old')],
  })
  expect(changes.map(({ key, kinds }) => [key, ...kinds])).toEqual([
    ['new', 'added'],
    ['both', 'changed', 'moved'],
    ['moved', 'moved'],
    ['old', 'removed'],
  ])
})

test('a changed field of a response shows the response name, not its key', () => {
  const response = { key: 'A.1', label: 'Always', value: 1, action: 'Begin.' }
  const editionOf = (action: string) => {
    const own = { key: 'A', text: 'Ours.', weight: 1, allowsNotApplicable: false }
    const statement = { ...own, responses: [{ ...response, action }] }
    return { elements: [{ key: 'E', title: 'One', statements: [statement] }] }
  }
  const [change] = compareEditions(editionOf('Begin.'), editionOf('Go on.')).changed
  expect(change?.fields).toMatchObject([{ field: 'responses.A.1.action', response: 'Always' }])
})

test('a changed field has the builder’s label and its response', () => {
  expect(fieldLabel('text')).toEqual({ label: 'Statement', response: null })
  expect(fieldLabel('responses.A.1.action')).toEqual({
    label: 'Action',
    response: 'A.1',
  })
  expect(valueLabel('allowsNotApplicable', 'true')).toBe('Allowed, with a reason')
  expect(fieldLabel('responses.A.1.asksForEvidence').label).toBe('Evidence')
  expect(valueLabel('responses.A.1.asksForEvidence', 'true')).toBe('Required')
  expect(valueLabel('responses.A.1.asksForEvidence', '')).toBe('Not required')
})

test('the groups of a statement are compared by their labels, and a key statement in words', () => {
  const statement = { key: 'S', text: 'Ready.', weight: 1, allowsNotApplicable: false }
  const edition = (given: object) => ({
    groups: [
      { key: 'l1', label: 'Small' },
      { key: 'l2', label: 'Large' },
    ],
    elements: [{ key: 'E', title: 'One', statements: [{ ...statement, responses: [], ...given }] }],
  })
  const { changed } = compareEditions(
    edition({ groups: ['l1'] }),
    edition({ groups: ['l2'], isKey: true }),
  )
  const shown = changed[0]?.fields.map(({ field, before, after }) => [
    fieldLabel(field).label,
    valueLabel(field, before),
    valueLabel(field, after),
  ])
  expect(shown).toEqual([
    ['Scope level, profiles and tags', 'Small', 'Large'],
    ['Key statement', 'No', 'Yes'],
  ])
})
