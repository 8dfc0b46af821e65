import { expect, test } from 'vitest'
import { digitKeys, responseNumbers, responseOfDigit, responsesOfText } from './response-numbers.ts'

const NONE = null

test.each([
  [['Low', 'Middle', 'High'], 1, [1, 2, 3]],
  [['Low', 'Middle', 'High'], 0, [0, 1, 2]],
  [['1', '2', '3'], 1, [1, 2, 3]],
  [['Level 0', 'Level 1'], 0, [0, 1]],
  [['Meets ISO 27001', 'Within 24 hours'], 1, [1, 2]],
  [['0', '1', '2'], 1, [0, 1, 2]],
  [['Level 0', 'Level 1', 'Level 2'], 1, [0, 1, 2]],
  [['Level 0: None', 'Level 1: some', 'Level 2: all'], 1, [0, 1, 2]],
  [['Stufe 0 – keine', 'Stufe 1 – manche'], 1, [0, 1]],
  [['Level 0: none', 'Level 1: up to 3'], 1, [NONE, NONE]],
  [['Within 24 hours', 'Top 10 of 20 teams', 'Over 1,000'], 1, [1, 2, 3]],
  [['0 – None', '1. Some', '2) All'], 1, [0, 1, 2]],
  [['０', '１'], 1, [0, 1]],
  [['0%', '50%', '100%'], 1, [0, 50, 100]],
  [['-1', '0', '1'], 1, [-1, 0, 1]],
  [['0', '1–2', 'More than 2'], 1, [NONE, NONE, NONE]],
  [['None', '1', '2'], 1, [NONE, NONE, NONE]],
  [['2 a', '2 b'], 1, [NONE, NONE]],
])('the responses %j from %d have the numbers %j', (labels, lowest, numbers) => {
  expect(responseNumbers(labels, lowest).numbers).toEqual(numbers)
})

test.each([
  ['2', ['Low', 'High'], [1]],
  ['high', ['Low', 'High'], [1]],
  ['2 high', ['Low', 'High'], [1]],
  ['2 low', ['Low', 'High'], []],
  ['3', ['Low', 'High'], []],
  ['1', ['0', '1'], [1]],
  ['2', ['0', '1'], []],
  ['1', ['None', '1'], [1]],
  ['50 %', ['0%', '50%'], [1]],
  ['same', ['Same', 'SAME'], [0, 1]],
])('%j means, of %j, the responses at %j', (text, labels, found) => {
  expect(responsesOfText(text, labels, 1)).toEqual(found)
})

test('a digit key chooses what has its number, and 0 the tenth', () => {
  const ten = Array.from({ length: 10 }, (_, index) => index + 1)
  expect([1, 9, 0].map((digit) => responseOfDigit(ten, digit))).toEqual([0, 8, 9])
  expect(responseOfDigit([0, 1], 0)).toBe(0)
  expect([1, 0].map((digit) => responseOfDigit([NONE, NONE], digit))).toEqual([-1, -1])
  expect(responseOfDigit([1, 2], 3)).toBe(-1)
  expect(responseOfDigit([10, 20], 0)).toBe(-1)
})

test.each([
  [
    [1, 2, 3],
    [1, 2, 3],
  ],
  [
    [0, 1, 2],
    [0, 1, 2],
  ],
  [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 0],
  ],
  [[0, 50, 100], [0]],
  [[NONE, NONE], []],
])('with the numbers %j the keys are %j', (numbers, keys) => {
  expect(digitKeys(numbers)).toEqual(keys)
})
