import * as fc from 'fast-check'
import type { ContentSetDetails } from 'contract/content-sets'
import { expect, test } from 'vitest'
import {
  fieldEdit,
  moveElements,
  removeElements,
  removeStatements,
} from '#features/content/saving/draft-edits.ts'
import { emptyElement, emptyStatement } from '#features/content/saving/new-parts.ts'
import {
  applied,
  startDraft,
  undone,
  withStored,
  type DraftState,
} from '#features/content/saving/draft-state.ts'
import { outlineOf } from './outline-groups.ts'
import { outlineRows, type OutlineView } from '#features/content/outline-rows.ts'

const IDS = [11, 12, 13, 14]

/** A set whose first two elements are open. */
function aDraft(): DraftState {
  const elements = IDS.map((id) => {
    const statements = ['A', 'B', 'C'].map((letter) => ({
      ...emptyStatement(['Low', 'High']),
      key: `${id}${letter}`,
      text: `Statement ${id}${letter}`,
    }))
    const group = id < 13 ? 'One' : ''
    return { ...emptyElement(`Element ${id}`), key: String(id), group, statements, id, version: 1 }
  })
  const details = {
    head: { title: 'Set' },
    head_version: 1,
    outline: elements.map((element) => ({ ...element, quiz_id: element.id })),
  } as unknown as ContentSetDetails
  return elements
    .slice(0, 2)
    .map(({ id, version, ...element }) => ({ id, version, element }))
    .reduce(withStored, startDraft(details))
}

const place = (elementId: number, statement: string | null = null) => ({
  elementId,
  statement,
  response: null,
})
const anOpenOne = fc.constantFrom(11, 12)
const aStep = fc.oneof(
  fc.record({ id: anOpenOne, text: fc.string() }).map(({ id, text }) => (state: DraftState) => {
    const edit = fieldEdit(state, place(id, `${id}A`), 'text', text)
    return applied(state, { ...edit, at: 0 })
  }),
  fc.record({ id: anOpenOne, text: fc.string() }).map(({ id, text }) => (state: DraftState) => {
    const edit = fieldEdit(state, place(id), 'title', text)
    return applied(state, { ...edit, at: 0 })
  }),
  fc.record({ id: anOpenOne, group: fc.constantFrom('', 'One', 'Two') }).map(
    ({ id, group }) =>
      (state: DraftState) =>
        applied(state, { ...fieldEdit(state, place(id), 'group', group), at: 0 }),
  ),
  anOpenOne.map((id) => (state: DraftState) => {
    const key = state.elements[id]?.value?.statements.at(-1)?.key
    if (key === undefined) return state
    return applied(state, { ...removeStatements(state, [{ elementId: id, key }]), at: 0 })
  }),
  anOpenOne.map((id) => (state: DraftState) => {
    if (!state.order.includes(id)) return state
    return applied(state, { ...removeElements(state, [id]), at: 0 })
  }),
  fc.constantFrom(...IDS).map((id) => (state: DraftState) => {
    return applied(state, { ...moveElements(state, [id], null), at: 0 })
  }),
  fc.constant(undone),
)
const aView: fc.Arbitrary<OutlineView> = fc.record({
  open: fc.subarray(IDS).map((ids) => new Set(ids)),
  closed: fc.subarray(['One', 'Two']).map((names) => new Set(names)),
  find: fc.constantFrom('', 'a', '12', 'nowhere'),
  canEdit: fc.boolean(),
})

test('after any edit the outline equals one built from scratch', () => {
  fc.assert(
    fc.property(aView, fc.array(aStep, { maxLength: 12 }), (view, steps) => {
      const outline = outlineOf(new Map(), view)
      let state = aDraft()
      for (const step of steps) {
        state = step(state)
        const { rows, ids } = outline(state)
        expect(rows).toEqual(outlineRows(state, view))
        expect(ids).toEqual(rows.map(({ id }) => id))
      }
    }),
  )
})

test('a keystroke changes only its own row', () => {
  const outline = outlineOf(new Map(), {
    open: new Set(IDS),
    closed: new Set(),
    find: '',
    canEdit: true,
  })
  const state = aDraft()
  const typed = (field: string) =>
    applied(state, { ...fieldEdit(state, place(11, '11B'), field, 'New'), at: 0 })
  const before = outline(state)
  const after = outline(typed('text'))
  expect(after.ids).toBe(before.ids)
  const changed = after.rows.filter((row, index) => row !== before.rows[index])
  expect(changed).toMatchObject([{ id: 'statement 11B', text: 'New' }])
  outline(state)
  expect(outline(typed('guidance'))).toBe(outline(state))
})

test('consecutive elements of a group follow its name, and are hidden while it is collapsed', () => {
  const view = { open: new Set<number>(), closed: new Set<string>(), find: '', canEdit: true }
  const idsOf = (shown: OutlineView) => outlineRows(aDraft(), shown).map(({ id }) => id)
  const elements = ['element 13', 'element 14']
  expect(idsOf(view)).toEqual(['set', 'group 11', 'element 11', 'element 12', ...elements])
  expect(outlineRows(aDraft(), view)[1]).toMatchObject({ name: 'One', elements: 2, isOpen: true })
  expect(idsOf({ ...view, closed: new Set(['One']) })).toEqual(['set', 'group 11', ...elements])
  // A search finds elements by the name of their group, too.
  expect(idsOf({ ...view, find: 'one', closed: new Set(['One']) })).toEqual(
    expect.arrayContaining(['element 11', 'element 12']),
  )
})
