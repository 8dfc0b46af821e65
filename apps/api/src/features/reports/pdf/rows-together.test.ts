import { expect, test } from 'vitest'
import { rowsTogether } from './rows-together.ts'

test.each([
  [0, []],
  [1, [1]],
  [2, [2, 0]],
  [5, [5, 0, 0, 0, 0]],
  [6, [3, 0, 0, 3, 0, 0]],
  [8, [3, 0, 0, 1, 1, 3, 0, 0]],
])('the first and the last three of %i short rows stay together', (count, kept) => {
  expect(rowsTogether(Array.from({ length: count }, () => 50))).toEqual(kept)
})

test.each([
  [[1700], [1]],
  [
    [1700, 20, 20, 20],
    [1, 3, 0, 0],
  ],
  [
    [900, 900, 900],
    [1, 1, 1],
  ],
  [
    [20, 20, 2000, 20, 20, 20, 20],
    [2, 0, 1, 1, 3, 0, 0],
  ],
  [
    [20, 20, 20, 20, 2000, 20],
    [3, 0, 0, 1, 1, 1],
  ],
])(
  'rows that might not fit on one page together, %j, are kept in smaller groups',
  (sizes, kept) => {
    expect(rowsTogether(sizes)).toEqual(kept)
  },
)
