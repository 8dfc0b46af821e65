import { CONTENT_LIMITS } from 'contract/content-limits'
import type { DraftElement, DraftHead } from 'contract/draft'
import { expect, test } from 'vitest'
import { startDraft, withStored, type DraftState } from './draft-state.ts'
import { invalidFields, storable } from './invalid-fields.ts'
import { emptyElement, emptyStatement } from './new-parts.ts'

const LONG = 'x'.repeat(CONTENT_LIMITS.line + 2)
const part = <Value>(base: Value, value: Value) => ({ base, version: 1, value })
const band = (title: string, to: number | null = 50) => ({ from: 0, to, title, text: '' })

const HEAD: DraftHead = {
  title: 'Set',
  description: '',
  language: 'en',
  source: '',
  licence: '',
  introduction: '',
  scale: [],
  certificationBands: [],
  year_from: null,
  year_to: null,
  offers_self_assessment: true,
  offers_certification: false,
}
const ELEMENT: DraftElement = {
  ...emptyElement('Element'),
  key: 'E',
  reportBands: [band('First')],
  statements: ['A', 'B'].map((key) => {
    const statement = { ...emptyStatement(['Low', 'High']), key, text: `Text ${key}` }
    const responses = statement.responses.map((response, index) => ({
      ...response,
      key: `R${index}`,
      effort: 2,
    }))
    return { ...statement, responses }
  }),
}

test('what can’t be stored keeps its stored value, and the rest is saved', () => {
  const value = { ...ELEMENT, title: LONG, group: 'New group', weight: -1e7 }
  expect(storable(part(ELEMENT, value))).toEqual({ ...ELEMENT, group: 'New group' })
})

test('what can’t be stored and has no stored value is saved empty: a text as text, a number as none', () => {
  const base = { ...ELEMENT, statements: ELEMENT.statements.slice(0, 1) }
  const added = { ...emptyStatement(['Low']), key: 'B', shortTitle: LONG, weight: 1e9 }
  const [saved] = storable(
    part(base, { ...base, statements: [added, ...base.statements] }),
  ).statements
  expect(saved).toEqual({ ...added, shortTitle: '', weight: null })
})

test('an invalid field of a statement or response is found by its key, wherever it is now', () => {
  const [a, b] = ELEMENT.statements
  if (!a || !b) throw new Error('The element has two statements.')
  const [low, high] = b.responses
  if (!low || !high) throw new Error('The statement has two responses.')
  const changed = { ...b, shortTitle: LONG, responses: [{ ...high, label: LONG, effort: 9 }, low] }
  const saved = storable(part(ELEMENT, { ...ELEMENT, statements: [changed] })).statements
  expect(saved).toEqual([{ ...b, responses: [high, low] }])
})

test('bands have no key: in a list of another length an invalid field is saved empty', () => {
  const changed = { ...ELEMENT, reportBands: [band('First', 1e9)] }
  expect(storable(part(ELEMENT, changed)).reportBands).toEqual([band('First', 50)])
  const longer = { ...ELEMENT, reportBands: [band('New', 1e9), band('First')] }
  expect(storable(part(ELEMENT, longer)).reportBands).toEqual([band('New', null), band('First')])
})

test('a part whose only change can’t be stored is the stored part itself', () => {
  const value = { ...ELEMENT, title: LONG }
  expect(storable(part(ELEMENT, value))).toBe(ELEMENT)
  expect(storable(part(ELEMENT, value))).toBe(ELEMENT)
  // With another stored value the same input gives another result.
  const newer = { ...ELEMENT, title: 'Newer' }
  expect(storable(part(newer, value))).toBe(newer)
  expect(storable(part<DraftElement | null>(ELEMENT, null))).toBeNull()
  expect(storable(part(ELEMENT, ELEMENT))).toBe(ELEMENT)
})

function withValues(head: DraftHead, changed: Partial<DraftElement>): DraftState {
  const elements = [1, 2].map((id) => ({ id, version: 1, element: { ...ELEMENT, key: `${id}` } }))
  const details = {
    head: HEAD,
    head_version: 1,
    outline: elements.map(({ id, element }) => ({ id, quiz_id: id, version: 1, ...element })),
  }
  const state = elements.reduce(withStored, startDraft(details as never))
  const opened = Object.entries(state.elements).map(([id, { base, ...rest }]) => [
    id,
    { ...rest, base, value: base && { ...base, ...changed } },
  ])
  return {
    ...state,
    order: [2, 1],
    head: part(HEAD, head),
    elements: Object.fromEntries(opened),
  }
}

test('invalid fields are listed in the order of the set, each with what to do', () => {
  const found = invalidFields(
    withValues({ ...HEAD, title: LONG, year_to: 1999 }, { weight: 1e9, title: `${LONG}x` }),
  )
  expect(found.map(({ element_id, field, message }) => [element_id, field, message])).toEqual([
    [null, 'title', 'Shorten this text by 2 characters. The limit is 500.'],
    [null, 'year_to', 'Enter a year from 2000 to 2100'],
    [2, 'title', 'Shorten this text by 3 characters. The limit is 500.'],
    [2, 'weight', 'Enter a number up to 1,000,000'],
    [1, 'title', 'Shorten this text by 3 characters. The limit is 500.'],
    [1, 'weight', 'Enter a number up to 1,000,000'],
  ])
})

test('an invalid field of a response names its statement and response', () => {
  const [first] = ELEMENT.statements
  if (!first) throw new Error('The element has two statements.')
  const responses = first.responses.map((response) => ({ ...response, value: -1e9 }))
  const state = withValues(HEAD, { statements: [{ ...first, responses }] })
  expect(invalidFields(state)[1]).toEqual({
    element_id: 2,
    statement: 'A',
    response: 'R1',
    field: 'value',
    message: 'Enter a number, such as 3',
  })
})

test('what is stored is not judged again, nor an element that was removed', () => {
  const state = withValues(HEAD, { title: LONG })
  expect(invalidFields({ ...state, order: [2] })).toHaveLength(1)
  const stored = Object.entries(state.elements).map(([id, one]) => [
    id,
    { ...one, base: one.value },
  ])
  expect(invalidFields({ ...state, elements: Object.fromEntries(stored) })).toEqual([])
})
