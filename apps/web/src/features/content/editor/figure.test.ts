import { expect, test } from 'vitest'
import { parseNumber } from './draft-fields.tsx'

test.each([
  ['0,5', 0.5],
  ['.5', 0.5],
  [' 2 ', 2],
  ['1 000', 1000],
  ['12\u00a0500,5', 12_500.5],
  ['\u22123', -3],
  ['1e9', 1e9],
  ['1.', 1],
  ['１', 1],
  ['－１．５', -1.5],
  ['٢', 2],
  ['٢٫٥', 2.5],
  ['۱٬۲۰۰٫۵', 1200.5],
  ['٫٥', 0.5],
  ['½', 0.5],
])('%j is the figure %d', (typed, figure) => {
  expect(parseNumber(typed)).toBe(figure)
})

test.each(['abc', '0x10', '1.000,5', '50%', '1 2', 'Infinity', 'NaN', '-', '1e999'])(
  '%j is not a number, and stays as typed',
  (typed) => {
    expect(parseNumber(typed)).toBe(typed)
  },
)

test('an empty field is null', () => {
  expect([parseNumber(''), parseNumber('  ')]).toEqual([null, null])
})
