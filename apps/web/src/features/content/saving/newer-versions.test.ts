import type { ContentSetDetails } from 'contract/content-sets'
import type { DraftElement } from 'contract/draft'
import { expect, test } from 'vitest'
import { fieldEdit, moveStatements, removeElements } from './draft-edits.ts'
import { discarded, sending, unsaved } from './draft-saving.ts'
import {
  applied,
  redone,
  startDraft,
  undone,
  withCreated,
  withStored,
  WHOLE_SET,
  type DraftState,
} from './draft-state.ts'
import { emptyElement, emptyStatement } from './new-parts.ts'
import { rebased, refreshed, resolved, withNewer } from './newer-versions.ts'
import { placeLabel } from '#features/content/outline-rows.ts'

const ADA = { saved_by: 'Ada', is_own: false }
const DETAILS = {
  head: { title: 'Set', scale: [], certificationBands: [] },
  head_version: 1,
  head_saved: ADA,
  outline: [11, 12, 13].map((id) => ({ id, version: 1, title: '', statements: [] })),
} as unknown as ContentSetDetails

const STATEMENT = emptyStatement(['Low', 'High'])

function anElement(id: number): DraftElement {
  const statement = { ...STATEMENT, key: `${id}A` }
  return { ...emptyElement(`Element ${id}`), key: String(id), statements: [statement] }
}

function aDraft() {
  const stored = [11, 12, 13].map((id) => ({ id, version: 1, element: anElement(id) }))
  return stored.reduce(withStored, startDraft(DETAILS))
}

function typed(title: string, id: number | null = 11, state = aDraft()) {
  const edit = fieldEdit(state, { ...WHOLE_SET, elementId: id }, 'title', title)
  return applied(state, { ...edit, at: state.past.length * 10_000 })
}

/** The draft after Ada has saved an element. */
function withAdas(state: DraftState, id: number, element: DraftElement | null, version = 2) {
  return rebased(state, { ...ADA, head: null, elements: [{ id, version, element, ...ADA }] })
}

/** The draft after all its changes were saved. */
function saved(state: DraftState) {
  const parts = Object.entries(state.elements).map(([id, part]) => [
    id,
    { ...part, base: part.value },
  ])
  return { ...state, elements: Object.fromEntries(parts) as DraftState['elements'] }
}

function onlyConflictIn({ conflicts }: DraftState) {
  const [conflict, ...others] = conflicts
  if (!conflict || others.length > 0) throw new Error(`${conflicts.length} conflicts.`)
  return conflict
}

const titleIn = (state: DraftState, id = 11) => state.elements[id]?.value?.title
const adas = (id: number, change: Partial<DraftElement> = { group: 'Ada’s' }) => ({
  ...anElement(id),
  ...change,
})

test('an element that only the other author changed is theirs, without a conflict', () => {
  const both = withAdas(typed('Mine'), 12, adas(12))
  expect(both.conflicts).toEqual([])
  expect(both.elements[12]?.value).toEqual(adas(12))
  expect(titleIn(both)).toBe('Mine')
})

test('two versions of an element wait for the author’s choice, and other elements are saved', () => {
  const both = withAdas(typed('Also mine', 12, typed('Mine')), 11, adas(11))
  const conflict = onlyConflictIn(both)
  expect(conflict).toEqual({ elementId: 11, theirs: adas(11), by: 'Ada', isOwn: false })
  expect(both.elements[11]?.value).toEqual({ ...anElement(11), title: 'Mine' })
  expect(unsaved(both)).toEqual({
    elements: [{ id: 12, version: 1, element: { ...anElement(12), title: 'Also mine' } }],
  })
  expect(unsaved(resolved(both, conflict, 'mine'))?.elements).toMatchObject([
    { id: 11, version: 2, element: { title: 'Mine', group: '' } },
    { id: 12 },
  ])
  const theirs = resolved(both, conflict, 'theirs')
  expect(theirs.elements[11]?.value).toEqual(adas(11))
  expect(unsaved(theirs)?.elements).toMatchObject([{ id: 12 }])
})

test('two versions of the head wait for the author’s choice', () => {
  const head = { ...DETAILS.head, title: 'Ada’s' }
  const both = refreshed(typed('Mine', null), { ...DETAILS, head, head_version: 2 })
  const conflict = onlyConflictIn(both)
  expect(conflict).toMatchObject({ elementId: null, theirs: head, by: 'Ada' })
  expect(unsaved(both)).toBeNull()
  expect(unsaved(resolved(both, conflict, 'mine'))).toMatchObject({
    head: { version: 2, head: { title: 'Mine' } },
  })
  expect(resolved(both, conflict, 'theirs').head.value).toEqual(head)
})

test('a newer version by the same author replaces the one to choose', () => {
  const both = withAdas(withAdas(typed('Mine'), 11, adas(11)), 11, adas(11, { weight: 3 }), 3)
  expect(onlyConflictIn(both).theirs).toEqual(adas(11, { weight: 3 }))
})

test('there is nothing to choose once both versions are equal', () => {
  const both = withAdas(typed('Mine'), 11, adas(11))
  expect(withAdas(both, 11, adas(11, { title: 'Mine' }), 3).conflicts).toEqual([])
  const mine = typed('Element 11', 11, withAdas(typed('Mine'), 11, adas(11, { title: 'Ada’s' })))
  expect(onlyConflictIn(mine).by).toBe('Ada')
  expect(typed('Ada’s', 11, mine).conflicts).toEqual([])
  expect(discarded(both).elements[11]?.value).toEqual(adas(11))
})

test('undoing a choice brings the own version back and asks again', () => {
  const both = withAdas(typed('Mine'), 11, adas(11))
  const chosen = resolved(both, onlyConflictIn(both), 'theirs')
  const again = undone(chosen)
  expect(titleIn(again)).toBe('Mine')
  expect(again.conflicts).toEqual(both.conflicts)
  expect(unsaved(again)).toBeNull()
  expect(redone(again)).toMatchObject({ conflicts: [], elements: { 11: { value: adas(11) } } })
})

test('undo leaves another author’s version, and reverts steps in other elements', () => {
  const back = undone(undone(withAdas(saved(typed('Mine', 13, typed('Mine', 12))), 12, adas(12))))
  expect(back.elements[12]?.value).toEqual(adas(12))
  expect(titleIn(back, 13)).toBe('Element 13')
})

test('undo leaves an element removed that another author removed', () => {
  const outline = DETAILS.outline.filter(({ id }) => id !== 12)
  const mine = saved(typed('Mine', 12, typed('Mine', 13)))
  const back = undone(refreshed(mine, { ...DETAILS, outline }))
  expect(unsaved(back)?.elements).toMatchObject([{ id: 13, element: { title: 'Element 13' } }])
  expect(back.order).toEqual([11, 13])
})

test('undoing a new element keeps it if another author has written in it', () => {
  const created = withCreated(aDraft(), { id: 14, version: 1, element: anElement(14) }, 11, 0)
  const after = undone(withAdas(created, 14, adas(14)))
  expect(after.elements[14]?.value).toEqual(adas(14))
  expect(after.order).toEqual([11, 14, 12, 13])
  expect(undone(created).order).toEqual([11, 12, 13])
})

test('a moved statement stays once, whichever version of its former element is chosen', () => {
  const before = aDraft()
  const which = [{ elementId: 11, key: '11A' }]
  const moved = applied(before, { ...moveStatements(before, which, 12, null), at: 0 })
  const both = withAdas(moved, 11, adas(11))
  const keysIn = ({ elements }: DraftState) =>
    [11, 12].map((id) => elements[id]?.value?.statements.map(({ key }) => key))
  const theirs = resolved(both, onlyConflictIn(both), 'theirs')
  expect(keysIn(theirs)).toEqual([['11A'], ['12A']])
  expect(keysIn(undone(theirs))).toEqual([[], ['11A', '12A']])
  expect(keysIn(resolved(both, onlyConflictIn(both), 'mine'))).toEqual([[], ['11A', '12A']])
})

test('a statement that another author moved stays once if the own version is kept', () => {
  const gained = [...anElement(12).statements, ...anElement(11).statements]
  const there = withAdas(typed('Mine'), 12, adas(12, { statements: gained }))
  const both = withAdas(there, 11, adas(11, { statements: [] }))
  const kept = resolved(both, onlyConflictIn(both), 'mine')
  expect(kept.elements[11]?.value?.statements).toMatchObject([{ key: '11A' }])
  expect(kept.elements[12]?.value?.statements).toMatchObject([{ key: '12A' }])
})

test('an element that another author adds or removes is added to or removed from the outline', () => {
  const outline = [13, 11, 14].map((id) => ({ id, version: 1, title: '', statements: [] }))
  const others = { ...DETAILS, outline } as unknown as ContentSetDetails
  expect(refreshed(aDraft(), others).order).toEqual([13, 11, 14])
})

test('an element that was removed there and changed here stays until the author chooses', () => {
  const outline = DETAILS.outline.filter(({ id }) => id !== 11)
  const there = refreshed(typed('Mine'), { ...DETAILS, outline })
  expect(there.order).toEqual([12, 13, 11])
  const both = withAdas(there, 11, null)
  expect(both.order).toEqual([12, 13, 11])
  const conflict = onlyConflictIn(both)
  expect(resolved(both, conflict, 'theirs').order).toEqual([12, 13])
  expect(unsaved(resolved(both, conflict, 'mine'))).toMatchObject({
    elements: [{ id: 11, version: 2, element: { title: 'Mine' } }],
  })
})

test('an element that was removed here and is restored by a choice returns to its place', () => {
  const removed = applied(aDraft(), { ...removeElements(aDraft(), [12]), at: 0 })
  const both = withAdas(removed, 12, adas(12))
  expect(placeLabel(both, 12, null)).toBe('Removed element')
  const theirs = resolved(both, onlyConflictIn(both), 'theirs')
  expect(theirs.order).toEqual([11, 12, 13])
  expect(undone(theirs).order).toEqual([11, 13])
})

test('a value that the server returns as sent is no conflict after its response was lost', () => {
  const first = typed('One')
  const body = unsaved(first)
  const sent = body?.elements?.[0]?.element
  if (!body || !sent) throw new Error('There is something to save.')
  const after = withAdas(typed('One two', 11, sending(first, body)), 11, structuredClone(sent))
  expect(after.conflicts).toEqual([])
  expect(unsaved(after)).toMatchObject({
    elements: [{ id: 11, version: 2, element: { title: 'One two' } }],
  })
  expect(titleIn(undone(after))).toBe('One')
})

test('a conflict after a reload names the author of that part, not the last author', () => {
  const mine = typed('Mine', 11, typed('Mine', null))
  const head = { ...DETAILS.head, title: 'Ada’s' }
  const now = { ...DETAILS, head, head_version: 2, saved_by: 'Grace', is_own: true }
  const read = { id: 11, version: 2, element: adas(11), ...ADA }
  expect(withNewer(refreshed(mine, now), read).conflicts).toMatchObject([
    { elementId: null, by: 'Ada', isOwn: false },
    { elementId: 11, by: 'Ada', isOwn: false },
  ])
})
