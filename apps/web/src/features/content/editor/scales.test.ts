import { expect, test } from 'vitest'
import { scalesWith } from './scales.ts'

test('a set with five levels offers only scales of five levels', () => {
  expect(scalesWith(5).map(({ name }) => name)).toEqual(['Five levels', 'Agreement'])
  expect(scalesWith(7)).toEqual([])
})

test('a set without levels offers every scale', () => {
  expect(scalesWith(undefined).map(({ labels }) => labels.length)).toEqual([4, 5, 5, 2, 3])
})
