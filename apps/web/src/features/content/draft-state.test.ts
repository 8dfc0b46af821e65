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
import { emptyElement, emptyStatement } from './draft-making.ts'
import { isClean, rebased, refreshed, saved, unsaved } from './draft-saving.ts'
import {
  applied,
  redone,
  startDraft,
  undone,
  withStored,
  WHOLE_SET,
  type DraftState,
} from './draft-state.ts'

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

type Step = (state: DraftState, at: number) => DraftState

const step =
  (
    make: (
      state: DraftState,
    ) => Parameters<typeof applied>[1] | Omit<Parameters<typeof applied>[1], 'at'>,
  ): Step =>
  (state, at) =>
    applied(state, { ...make(state), at })

const anId = fc.constantFrom(11, 12, 13)
const aStep: fc.Arbitrary<Step> = fc.oneof(
  fc.string().map((title) => step((state) => fieldEdit(state, WHOLE_SET, 'title', title))),
  fc
    .tuple(anId, fc.string())
    .map(([elementId, title]) =>
      step((state) =>
        state.elements[elementId]?.value
          ? fieldEdit(state, { ...WHOLE_SET, elementId }, 'title', title)
          : fieldEdit(state, WHOLE_SET, 'title', title),
      ),
    ),
  fc.tuple(anId, anId).map(([id, behind]) =>
    step((state) =>
      moveElements(
        state,
        [id].filter((one) => state.order.includes(one)),
        behind === id ? null : behind,
      ),
    ),
  ),
  anId.map((id) =>
    step((state) =>
      removeElements(
        state,
        [id].filter((one) => state.order.includes(one)),
      ),
    ),
  ),
  anId.map((id) =>
    step((state) =>
      state.elements[id]?.value
        ? addStatement(state, id, emptyStatement(['No', 'Yes']), null)
        : moveElements(state, [], null),
    ),
  ),
  fc.tuple(anId, anId).map(([from, to]) =>
    step((state) => {
      const key = state.elements[from]?.value?.statements[0]?.key
      const isThere = key !== undefined && state.elements[to]?.value
      return isThere
        ? moveStatements(state, [{ elementId: from, key }], to, null)
        : moveElements(state, [], null)
    }),
  ),
  anId.map((elementId) =>
    step((state) => {
      const key = state.elements[elementId]?.value?.statements.at(-1)?.key
      return key === undefined
        ? moveElements(state, [], null)
        : removeStatements(state, [{ elementId, key }])
    }),
  ),
  anId.map((elementId) =>
    step((state) => {
      const key = state.elements[elementId]?.value?.statements[0]?.key
      return key === undefined
        ? moveElements(state, [], null)
        : duplicateStatements(state, [{ elementId, key }])
    }),
  ),
)

const what = ({ head, elements, order }: DraftState) => ({
  head: head.value,
  elements: Object.fromEntries(Object.entries(elements).map(([id, part]) => [id, part.value])),
  order: [...order],
})

// Each step on its own: not joined by typing.
const PAUSE = 10_000

test('undoing every step brings back the beginning, and redoing them the end', () => {
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

test('typing on and on in one field is one step', () => {
  const place = { ...WHOLE_SET, elementId: 11 }
  const typed = ['N', 'Ne', 'New'].reduce(
    (state, title, index) =>
      step((state) => fieldEdit(state, place, 'title', title))(state, index * 100),
    aDraft(),
  )
  expect(typed.past).toHaveLength(1)
  expect(undone(typed).elements[11]?.value?.title).toBe('Element 11')
})

test('undo takes back only what was done here, not what another author did meanwhile', () => {
  const place = { ...WHOLE_SET, elementId: 11 }
  const mine = step((state) => fieldEdit(state, place, 'title', 'Mine'))(aDraft(), 0)
  const base = mine.elements[11]?.base
  if (!base) throw new Error('It is open.')
  const theirs = { ...base, group: 'Theirs' }
  const both = rebased(mine, {
    saved_by: 'Ada',
    head: null,
    elements: [{ id: 11, version: 2, element: theirs }],
  })
  expect(both.clashes).toEqual([])
  expect(both.elements[11]?.value).toMatchObject({ title: 'Mine', group: 'Theirs' })
  expect(undone(both).elements[11]?.value).toMatchObject({ title: 'Element 11', group: 'Theirs' })
})

test('what was written while a save was on its way is still to be saved', () => {
  const place = { ...WHOLE_SET, elementId: 11 }
  const first = step((state) => fieldEdit(state, place, 'title', 'One'))(aDraft(), 0)
  const sent = unsaved(first)
  const second = step((state) => fieldEdit(state, place, 'title', 'Two'))(first, PAUSE)
  if (!sent) throw new Error('There is something to save.')
  const answer = { saved_at: '', head_version: 1, elements: [{ id: 11, version: 2 }], faults: [] }
  const after = saved(second, sent, answer)
  expect(unsaved(after)).toMatchObject({
    elements: [{ id: 11, version: 2, element: { title: 'Two' } }],
  })
  expect(isClean(saved(first, sent, answer))).toBe(true)
})

test('an element that another author added or removed comes and goes in the outline', () => {
  const state = aDraft()
  const others = {
    head_version: 1,
    saved_by: null,
    outline: [13, 11, 14].map((id) => ({ id, version: 1, title: '', statements: [] })),
  } as unknown as ContentSetDetails
  expect(refreshed(state, others).order).toEqual([13, 11, 14])
})
