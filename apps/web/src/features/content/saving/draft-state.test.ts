import * as fc from 'fast-check'
import type { ContentSetDetails } from 'contract/content-sets'
import { expect, test } from 'vitest'
import {
  addStatement,
  duplicateStatements,
  fieldEdit,
  moveElements,
  moveStatements,
  removeElements,
  removeStatements,
} from './draft-edits.ts'
import { emptyElement, emptyStatement } from './new-parts.ts'
import { isClean, saved, unsaved } from './draft-saving.ts'
import {
  applied,
  redone,
  startDraft,
  undone,
  withStored,
  WHOLE_SET,
  type DraftState,
} from './draft-state.ts'
import { placeLabel } from '#features/content/outline-rows.ts'
import { invalidFields } from './invalid-fields.ts'
import { rebased } from './newer-versions.ts'
import { withAddedResponse } from '#features/content/editor/scales.ts'

function aDraft(): DraftState {
  const elements = [11, 12, 13].map((id) => {
    const statements = ['A', 'B'].map((letter) => ({
      ...emptyStatement(['Low', 'High']),
      key: `${id}${letter}`,
    }))
    return {
      id,
      version: 1,
      element: { ...emptyElement(`Element ${id}`), key: String(id), statements },
    }
  })
  const details = {
    head: { title: 'Set', scale: [], certificationBands: [] },
    head_version: 1,
    outline: elements.map(({ id, element }) => ({ id, quiz_id: id, version: 1, ...element })),
  } as unknown as ContentSetDetails
  return elements.reduce(withStored, startDraft(details))
}

const IN_11 = { ...WHOLE_SET, elementId: 11 }

type Change = Omit<Parameters<typeof applied>[1], 'at'> & { at?: number }

const step = (make: (state: DraftState) => Change) => (state: DraftState, at: number) =>
  applied(state, { ...make(state), at })

const nothing = (state: DraftState) => moveElements(state, [], null)
const present = (state: DraftState, id: number) => state.order.filter((one) => one === id)
/** Does something with the first or last statement of an element. */
function withStatement(
  state: DraftState,
  elementId: number,
  at: 0 | -1,
  make: (statements: { elementId: number; key: string }[]) => Change,
) {
  const key = state.elements[elementId]?.value?.statements.at(at)?.key
  return key === undefined ? nothing(state) : make([{ elementId, key }])
}

/** Edits of one element, with another element and a text; none where an element is gone. */
const EDITS: ((state: DraftState, id: number, other: number, text: string) => Change)[] = [
  (state, _, __, title) => fieldEdit(state, WHOLE_SET, 'title', title),
  (state, elementId, _, title) =>
    state.elements[elementId]?.value
      ? fieldEdit(state, { ...WHOLE_SET, elementId }, 'title', title)
      : nothing(state),
  (state, id, behind) => moveElements(state, present(state, id), behind === id ? null : behind),
  (state, id) => removeElements(state, present(state, id)),
  (state, id) =>
    state.elements[id]?.value
      ? addStatement(state, id, emptyStatement(['No', 'Yes']))
      : nothing(state),
  (state, id, to) =>
    withStatement(state, id, 0, (one) =>
      state.elements[to]?.value ? moveStatements(state, one, to, null) : nothing(state),
    ),
  (state, id) => withStatement(state, id, -1, (one) => removeStatements(state, one)),
  (state, id) => withStatement(state, id, 0, (one) => duplicateStatements(state, one)),
]
const anId = fc.constantFrom(11, 12, 13)
const aStep = fc
  .tuple(fc.constantFrom(...EDITS), anId, anId, fc.string())
  .map(([edit, id, other, text]) => step((state) => edit(state, id, other, text)))

const what = ({ head, elements, order }: DraftState) => ({
  head: head.value,
  elements: Object.fromEntries(Object.entries(elements).map(([id, part]) => [id, part.value])),
  order: [...order],
})

// Far enough apart that steps are not joined.
const PAUSE = 10_000
const ADA = { saved_by: 'Ada', is_own: false }

function allSaved(state: DraftState) {
  const body = unsaved(state)
  const elements = (body?.elements ?? []).map(({ id }) => ({ id, version: 2 }))
  return body ? saved(state, body, { saved_at: '', head_version: 2, elements, faults: [] }) : state
}

const titled = (title: string, state = aDraft(), at = 0) =>
  step((before) => fieldEdit(before, IN_11, 'title', title))(state, at)

test('undoing every step restores the start, and redoing them the end', () => {
  fc.assert(
    fc.property(fc.array(aStep, { maxLength: 12 }), (steps) => {
      const start = aDraft()
      const end = steps.reduce((state, make, index) => make(state, index * PAUSE), start)
      const back = steps.reduce(undone, end)
      expect(what(back)).toEqual(what(start))
      expect(unsaved(back)).toBeNull()
      expect(what(steps.reduce(redone, back))).toEqual(what(end))
    }),
  )
})

test('undo and redo never change an element that another author has changed since', () => {
  fc.assert(
    fc.property(fc.array(aStep, { maxLength: 12 }), anId, fc.string(), (steps, id, title) => {
      const mine = steps.reduce((state, make, at) => make(state, at * PAUSE), aDraft())
      const element = { ...emptyElement(title), key: 'theirs' }
      const theirs = { id, version: 3, element, ...ADA }
      const now = rebased(allSaved(mine), { ...ADA, head: null, elements: [theirs] })
      const back = steps.reduce(undone, now)
      expect(back.elements[id]?.value).toEqual(element)
      expect(what(steps.reduce(redone, back))).toEqual(what(now))
    }),
  )
})

test('continuous typing in one field is one step', () => {
  const typed = ['N', 'Ne', 'New'].reduce(
    (state, title, index) => titled(title, state, index * 100),
    aDraft(),
  )
  expect(typed.past).toHaveLength(1)
  expect(undone(typed).elements[11]?.value?.title).toBe('Element 11')
})

test('changes made during a save stay unsaved', () => {
  const first = titled('One')
  const sent = unsaved(first)
  const second = titled('Two', first, PAUSE)
  if (!sent) throw new Error('There is something to save.')
  const answer = { saved_at: '', head_version: 1, elements: [{ id: 11, version: 2 }], faults: [] }
  const after = saved(second, sent, answer)
  expect(unsaved(after)).toMatchObject({
    elements: [{ id: 11, version: 2, element: { title: 'Two' } }],
  })
  expect(isClean(saved(first, sent, answer))).toBe(true)
})

test('a place is labelled by its key, or by its position if it has no key', () => {
  const added = step((state) => addStatement(state, 12, emptyStatement(['Low', 'High'])))(
    aDraft(),
    0,
  )
  const key = added.elements[12]?.value?.statements.at(-1)?.key ?? null
  expect(placeLabel(added, 12, '12A')).toBe('12A')
  expect(placeLabel(added, 12, key)).toBe('2.3')
})

test('a place in a removed statement has no position', () => {
  const removed = step((state) => removeStatements(state, [{ elementId: 12, key: '12B' }]))(
    aDraft(),
    0,
  )
  expect(placeLabel(removed, 12, '12A')).toBe('12A')
  expect(placeLabel(removed, 12, '12B')).toBe('12, removed statement')
})

test('a new response gets the next value, ignoring invalid values', () => {
  const responses = emptyStatement(['Low', 'High']).responses.map((response, index) =>
    index === 0 ? { ...response, value: 'one' as unknown as number } : response,
  )
  expect(withAddedResponse(responses).at(-1)?.value).toBe(3)
})

test('only the invalid fields are left out of a save', () => {
  const place = { elementId: 11, statement: '11A', response: null }
  const tooLong = 'x'.repeat(32_001)
  const state = [
    ['text', tooLong],
    ['weight', 'abc'],
    ['guidance', 'Kept.'],
  ].reduce(
    (before, [field = '', next]) =>
      step((state) => fieldEdit(state, place, field, next))(before, PAUSE),
    aDraft(),
  )
  const sent = unsaved(state)?.elements?.[0]?.element?.statements[0]
  expect(sent).toMatchObject({ text: '', weight: 1, guidance: 'Kept.' })
  const { elementId, ...rest } = place
  const part = { element_id: elementId, ...rest }
  const tooLongText = 'Shorten this text by 1 character. The limit is 32,000.'
  expect(invalidFields(state)).toEqual([
    { ...part, field: 'text', message: tooLongText },
    { ...part, field: 'weight', message: 'Enter 0 or a higher number, such as 1 or 2.5' },
  ])
  expect(isClean(state)).toBe(false)
  const tooMuch = step((before) => fieldEdit(before, place, 'weight', 1e9))(aDraft(), PAUSE)
  expect(invalidFields(tooMuch)).toMatchObject([{ message: 'Enter a number up to 1,000,000' }])
})
