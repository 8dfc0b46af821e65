import { expect, test } from 'vitest'
import { numberOfText, readingsOf } from './number-text.ts'

test.each([
  ['2', 2],
  [' 12 ', 12],
  ['-2', -2],
  ['+2', 2],
  ['−2', -2],
  ['2.5', 2.5],
  ['2,25', 2.25],
  ['.25', 0.25],
  [',25', 0.25],
  ['2.', 2],
  ['1e3', 1000],
  ['1E-12', 1e-12],
  ['1e+12', 1e12],
  ['1 000', 1000],
  ['10 000 000,5', 10_000_000.5],
  ['١٬٠٠٠', 1000],
  ['٢٫٥', 2.5],
  ['１２', 12],
  ['९', 9],
  ['2½', 2.5],
  ['½', 0.5],
  ['-2 ¾', -2.75],
  ['٢⅓', 2.333],
])('“%s” is the number %d', (text, number) => {
  expect(numberOfText(text)).toBe(number)
})

test.each(
  '|.|x|2x|x2|a 000|1 00|1 0000|1 000x|1 2|1e|1e−3|e3|1.2.3|--2|0x10|1e400|Infinity'.split('|'),
)('“%s” is no number', (text) => {
  expect(numberOfText(text)).toBeUndefined()
})

test.each([
  ['2,000', [2000, 2]],
  ['2.000', [2000, 2]],
  [' 12.345 ', [12_345, 12.345]],
  ['-2.500', [-2500, -2.5]],
  ['−2.500', [-2500, -2.5]],
  ['+1,234', [1234, 1.234]],
  ['２．０００', [2000, 2]],
  ['0,500', undefined],
  ['2,00', undefined],
  ['2,0000', undefined],
  ['1234,567', undefined],
  ['a2,000', undefined],
  ['2,000x', undefined],
  ['2', undefined],
])('“%s” can be read as %j', (text, readings) => {
  expect(readingsOf(text)).toEqual(readings)
})
