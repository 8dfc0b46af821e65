import { expect, test } from 'vitest'
import { levelNames } from './level-names.ts'

test('levels of a scale are named with the number that the content set gives them', () => {
  expect(levelNames({ names: ['Never', 'Always'], lowest: 0 })).toEqual(['0 Never', '1 Always'])
  expect(levelNames({ names: ['Never', 'Always'], lowest: 1 })).toEqual(['1 Never', '2 Always'])
})

test('levels without names are named by their place, whatever number the lowest has', () => {
  expect(levelNames(4)).toEqual([
    '1st of 4 levels',
    '2nd of 4 levels',
    '3rd of 4 levels',
    '4th of 4 levels',
  ])
  expect(levelNames(22)[11]).toBe('12th of 22 levels')
  expect(levelNames(22).at(-1)).toBe('22nd of 22 levels')
})
