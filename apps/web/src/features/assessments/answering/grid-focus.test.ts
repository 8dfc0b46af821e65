import { expect, test } from 'vitest'
import { logicalArrowKey, type Cell, clampCell, moveCell } from './grid-focus.ts'

const current = (row: number): Cell => ({ row, column: 'current' })
const future = (row: number): Cell => ({ row, column: 'future' })
const ALL = [0, 1, 2, 3]
/** The rows that a search has left. */
const FOUND = [1, 4, 7]

test('arrow keys stay within the rows, and in the future column above the current response', () => {
  expect(moveCell(current(0), 'ArrowUp', ALL, 2)).toEqual(current(0))
  expect(moveCell(current(3), 'ArrowDown', ALL, 2)).toEqual(current(3))
  expect(moveCell(future(2), 'ArrowUp', ALL, 2)).toEqual(future(2))
  expect(moveCell(current(0), 'ArrowRight', ALL, 2)).toEqual(future(2))
  expect(moveCell(future(3), 'ArrowLeft', ALL, 2)).toEqual(current(3))
  expect(moveCell(current(0), 'Tab', ALL, 2)).toBeNull()
})

test('arrow keys skip the rows that a search has hidden', () => {
  expect(moveCell(current(1), 'ArrowDown', FOUND, 0)).toEqual(current(4))
  expect(moveCell(current(7), 'ArrowUp', FOUND, 0)).toEqual(current(4))
  expect(moveCell(current(1), 'ArrowRight', FOUND, 5)).toEqual(future(7))
  expect(moveCell(current(4), 'ArrowRight', [1, 4], 5)).toEqual(current(4))
})

test('a hidden cell is replaced by the nearest one above', () => {
  expect(clampCell(current(6), FOUND, 0)).toEqual(current(4))
  expect(clampCell(current(0), FOUND, 0)).toEqual(current(1))
  expect(clampCell(future(2), FOUND, 4)).toEqual(future(4))
})

test('in right-to-left content, the left and right arrow keys are swapped', () => {
  expect(logicalArrowKey('ArrowLeft', 'rtl')).toBe('ArrowRight')
  expect(logicalArrowKey('ArrowRight', 'rtl')).toBe('ArrowLeft')
  expect(logicalArrowKey('ArrowLeft', 'ltr')).toBe('ArrowLeft')
  expect(logicalArrowKey('ArrowUp', 'rtl')).toBe('ArrowUp')
})
