import type { ContentSetDetails } from 'contract/content-sets'
import type { DraftGroup } from 'contract/draft'
import { expect, test } from 'vitest'
import { fieldEdit, partEdit, renameElementBand } from './draft-edits.ts'
import { unsaved } from './draft-saving.ts'
import { applied, startDraft, undone, withStored, WHOLE_SET } from './draft-state.ts'
import {
  addGroup,
  choosing,
  groupsIn,
  groupsOfKind,
  moveGroup,
  removeGroup,
  renameGroup,
  usesOfGroup,
} from './group-edits.ts'
import { emptyElement, emptyStatement } from './new-parts.ts'

const group = (key: string, kind: DraftGroup['kind'], order?: number): DraftGroup => ({
  key,
  label: key,
  description: '',
  kind,
  ...(order !== undefined && { order }),
})
const GROUPS = [group('two', 'level', 2), group('own', 'profile'), group('one', 'level', 1)]

function aDraft(groups = GROUPS) {
  const statements = [['one', 'own'], ['two'], undefined].map((named, index) => ({
    ...emptyStatement(['No', 'Yes']),
    key: `S${index}`,
    ...(named && { groups: named }),
  }))
  const element = { ...emptyElement('Controls'), key: 'E', statements }
  const bands = [{ label: 'Gold', minOverall: 0, minElement: 0, minStatement: 100, of: 'two' }]
  const details = {
    head: { title: 'Set', scale: [], groups, certificationBands: bands },
    head_version: 1,
    outline: [{ id: 11, quiz_id: 11, version: 1, ...element }],
  } as unknown as ContentSetDetails
  return withStored(startDraft(details), { id: 11, version: 1, element })
}

type State = ReturnType<typeof aDraft>
const after = (state: State, edit: Parameters<typeof applied>[1] | ReturnType<typeof partEdit>) =>
  applied(state, { ...edit, at: 0 })
const namedIn = (state: State) => state.elements[11]?.value?.statements.map((one) => one.groups)
const levelsIn = (state: State) =>
  groupsOfKind(groupsIn(state), 'level').map(({ key, order }) => [key, order])

test('levels are listed lowest first, and moving one changes the ladder alone', () => {
  const state = aDraft()
  expect(levelsIn(state)).toEqual([
    ['one', 1],
    ['two', 2],
  ])
  const moved = after(state, moveGroup(state, 'two', 0))
  expect(levelsIn(moved)).toEqual([
    ['two', 1],
    ['one', 2],
  ])
  expect(groupsIn(moved).map(({ kind }) => kind)).toEqual(['level', 'profile', 'level'])
  expect(after(state, moveGroup(state, 'one', -1)).head.value).toBe(state.head.value)
})

test('a new level is the highest, with an order only where the others have one', () => {
  const state = aDraft()
  expect(groupsIn(after(state, addGroup(state, 'three', 'level'))).at(-1)?.order).toBe(3)
  const plain = aDraft([group('one', 'level')])
  expect(groupsIn(after(plain, addGroup(plain, 'two', 'level'))).at(-1)).not.toHaveProperty('order')
})

test('removing a group takes it from its statements in one step', () => {
  const state = aDraft()
  expect(usesOfGroup(state, 'two')).toEqual({ statements: ['S1'], bands: ['Gold'] })
  const gone = after(state, removeGroup(state, 'own'))
  expect([groupsIn(gone).length, namedIn(gone)]).toEqual([2, [['one'], ['two'], undefined]])
  const none = after(gone, removeGroup(gone, 'two'))
  expect(namedIn(none)).toEqual([['one'], undefined, undefined])
  expect(unsaved(undone(undone(none)))).toBeNull()
  const last = aDraft([group('one', 'level')])
  expect(after(last, removeGroup(last, 'one')).head.value).not.toHaveProperty('groups')
})

test('another key of a group goes to its statements and bands', () => {
  const state = aDraft()
  const next = after(state, renameGroup(state, 'two', 'ML2'))
  expect(namedIn(next)).toEqual([['one', 'own'], ['ML2'], undefined])
  expect(next.head.value.certificationBands[0]?.of).toBe('ML2')
})

test('a field of a group is found by its position, even if a key is a number', () => {
  const state = aDraft([group('1', 'level'), group('0', 'level')])
  const next = after(state, fieldEdit(state, WHOLE_SET, 'groups.0.label', 'First'))
  expect(groupsIn(next).map(({ label }) => label)).toEqual(['First', '0'])
})

test('a statement has one level, and its groups in the order of the set', () => {
  const named = ['own', 'one']
  expect(choosing(GROUPS, named, { add: 'two', remove: ['one', 'two'] })).toEqual(['two', 'own'])
  expect(choosing(GROUPS, ['own'], { remove: ['own'] })).toBeUndefined()
})

test('certification bands follow the name of an element band', () => {
  const state = aDraft()
  const bands = [{ label: 'Stage', minOverall: 0, minElement: 0, minElementBand: 'Basic' }]
  const asking = after(state, partEdit(state, WHOLE_SET, ['certificationBands'], bands))
  const listed = after(
    asking,
    partEdit(asking, WHOLE_SET, ['elementBands'], [{ label: 'Basic', minOverall: 0 }]),
  )
  const renamed = after(listed, renameElementBand(listed, 0, 'Basics'))
  expect(renamed.head.value.certificationBands[0]?.minElementBand).toBe('Basics')
})
