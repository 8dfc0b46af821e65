import { expect, test } from 'vitest'
import {
  NO_SELECTION,
  extendTo,
  focusOn,
  nextFocus,
  outlineKey,
  subjects,
  toggle,
} from './outline-keys.ts'
import type { GroupRow, Row } from '#features/content/outline-rows.ts'

const group = (isOpen: boolean): GroupRow => ({
  kind: 'group',
  id: 'group A',
  name: 'A',
  elements: 1,
  isOpen,
})
const SAME = { reference: '', of: 2, isGrouped: true }
const element = (elementId: number, isOpen: boolean): Row => ({
  ...SAME,
  kind: 'element',
  id: `element ${elementId}`,
  elementId,
  isOpen,
  number: 1,
  title: '',
  statements: 2,
})
const statement = (elementId: number, key: string): Row => ({
  ...SAME,
  kind: 'statement',
  id: `statement ${elementId} ${key}`,
  elementId,
  key,
  position: 1,
  text: '',
  differs: false,
})
const ROWS: Row[] = [
  { kind: 'set', id: 'set' },
  group(true),
  element(1, true),
  statement(1, 'A'),
  statement(1, 'B'),
  { kind: 'add', id: 'add 1', elementId: 1, isGrouped: true },
  element(2, false),
  element(3, true),
]

const PLAIN = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }
const press = (pressed: Partial<KeyboardEvent> & { key: string }, focused: string, rows = ROWS) =>
  outlineKey({ ...PLAIN, ...pressed }, rows, focused, 'ltr')
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

test.for([
  ['ltr', 'ArrowRight', 'ArrowLeft'],
  ['rtl', 'ArrowLeft', 'ArrowRight'],
] as const)('in an outline that runs %s, %s opens and %s closes', ([direction, open, close]) => {
  const press = (key: string, isOpen: boolean) =>
    outlineKey({ ...PLAIN, key }, [group(isOpen)], 'group A', direction)
  expect(press(open, false)).toEqual({ act: 'open-group', name: 'A' })
  expect(press(close, true)).toEqual({ act: 'close-group', name: 'A' })
  expect(press(close, false)).toBeNull()
  expect(press(open, true)).toBeNull()
  expect(press('Enter', false)).toEqual({ act: 'edit' })
})

test.for([
  ['ArrowDown', 'element 1', 'statement 1 A'],
  ['ArrowUp', 'element 1', 'group A'],
  ['Home', 'statement 1 B', 'set'],
  ['End', 'set', 'element 3'],
  // At the ends the focus stays.
  ['ArrowUp', 'set', 'set'],
  ['ArrowDown', 'element 3', 'element 3'],
  ['ArrowRight', 'group A', 'element 1'],
  ['ArrowRight', 'element 1', 'statement 1 A'],
  ['ArrowLeft', 'statement 1 B', 'element 1'],
  ['ArrowLeft', 'add 1', 'element 1'],
] as const)('%s on "%s" leads to "%s"', ([key, from, to]) => {
  expect(press({ key }, from)).toEqual({ act: 'focus', to })
})

test('Shift with up, down, Home and End extends the choice', () => {
  const extend = (key: string) => press({ key, shiftKey: true }, 'statement 1 A')
  expect(extend('ArrowDown')).toEqual({ act: 'extend', to: 'statement 1 B' })
  expect(extend('ArrowUp')).toEqual({ act: 'extend', to: 'element 1' })
  expect(extend('End')).toEqual({ act: 'extend', to: 'element 3' })
})

test('right opens an element, left closes it, and neither leads past it', () => {
  expect(press({ key: 'ArrowRight' }, 'element 2')).toEqual({ act: 'open', elementId: 2 })
  expect(press({ key: 'ArrowLeft' }, 'element 1')).toEqual({ act: 'close', elementId: 1 })
  expect(press({ key: 'ArrowLeft' }, 'element 2')).toBeNull()
  expect(press({ key: 'ArrowRight' }, 'element 3')).toBeNull()
  expect(press({ key: 'ArrowRight' }, 'element 1', [element(1, true), element(2, true)])).toBeNull()
  expect(press({ key: 'ArrowRight' }, 'statement 1 A')).toBeNull()
  expect(press({ key: 'ArrowLeft' }, 'set')).toBeNull()
  expect(press({ key: 'ArrowRight' }, 'set')).toBeNull()
})

test.for([
  [{ key: 'Enter' }, { act: 'edit' }],
  [{ key: ' ' }, { act: 'toggle' }],
  [{ key: 'Delete' }, { act: 'remove' }],
  [{ key: 'd', ctrlKey: true }, { act: 'duplicate' }],
  [{ key: 'd', metaKey: true }, { act: 'duplicate' }],
  [
    { key: 'ArrowUp', altKey: true },
    { act: 'move', by: -1 },
  ],
  [
    { key: 'ArrowDown', altKey: true },
    { act: 'move', by: 1 },
  ],
  [{ key: 'd' }, null],
  [{ key: 'd', ctrlKey: true, altKey: true }, null],
  [{ key: 'Delete', metaKey: true }, null],
  [{ key: 'Enter', ctrlKey: true }, null],
  [{ key: 'Enter', altKey: true }, null],
  [{ key: 'Tab' }, null],
] as const)('in an outline %j does %j', ([pressed, expected]) => {
  expect(press(pressed, 'statement 1 A')).toEqual(expected)
})

test('the choice is extended over rows of one kind, back and forth', () => {
  const down = extendTo(focusOn('element 1'), ROWS, 'element 3')
  expect(down).toMatchObject({ anchor: 'element 1', focused: 'element 3' })
  expect([...down.chosen]).toEqual(['element 1', 'element 2', 'element 3'])
  const back = extendTo(down, ROWS, 'element 2')
  expect([...back.chosen]).toEqual(['element 1', 'element 2'])
  const up = extendTo(focusOn('statement 1 B'), ROWS, 'element 1')
  expect([...up.chosen]).toEqual(['statement 1 A', 'statement 1 B'])
  expect(up.focused).toBe('element 1')
})

test.for([
  ['set', 'element 2'],
  ['group A', 'element 2'],
  ['a removed row', 'element 2'],
  ['element 1', 'a removed row'],
] as const)('a choice from "%s" to "%s" is none', ([from, to]) => {
  expect(extendTo(focusOn(from), ROWS, to)).toEqual(focusOn(to))
})

test('single rows are chosen, of one kind, beside the focused one', () => {
  const two = toggle(focusOn('element 1'), ROWS, 'element 3')
  expect(two).toMatchObject({ focused: 'element 3', anchor: 'element 3' })
  expect([...two.chosen]).toEqual(['element 1', 'element 3'])
  expect([...toggle(two, ROWS, 'element 1').chosen]).toEqual(['element 3'])
  expect([...toggle(two, ROWS, 'statement 1 A').chosen]).toEqual(['statement 1 A'])
  expect(toggle(two, ROWS, 'group A')).toEqual(focusOn('group A'))
  expect(toggle(two, ROWS, 'a removed row')).toEqual(focusOn('a removed row'))
})

test('an action is for the chosen rows, or for the focused one if none is chosen', () => {
  const two = toggle(focusOn('element 1'), ROWS, 'element 3')
  expect(idsOf(subjects(two, ROWS))).toEqual(['element 1', 'element 3'])
  expect(idsOf(subjects(focusOn('statement 1 A'), ROWS))).toEqual(['statement 1 A'])
  const left = toggle(two, ROWS, 'element 3')
  expect(idsOf(subjects(left, ROWS)), 'not the row that was taken out').toEqual(['element 1'])
  const beyond = extendTo(focusOn('statement 1 B'), ROWS, 'element 2')
  expect(idsOf(subjects(beyond, ROWS))).toEqual(['statement 1 B'])
  expect(subjects(NO_SELECTION, ROWS)).toEqual([])
})

test.for([
  [['statement 1 A'], 'statement 1 B'],
  // The button that adds a statement is no row to stay at.
  [['statement 1 B'], 'element 2'],
  [['element 1'], 'element 2'],
  [['element 2', 'element 3'], 'statement 1 B'],
  [['element 1', 'element 2', 'element 3'], 'set'],
])('after the removal of %j the focus is at "%s"', ([ids, next]) => {
  const removed = ROWS.filter(({ id }) => ids?.includes(id))
  expect(nextFocus(ROWS, removed)?.id).toBe(next)
})
