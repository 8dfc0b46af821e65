import { expect, test } from 'vitest'
import { labelLines, outlineOf } from './radar-geometry.ts'

const at = (x: number, y: number) => ({ x, y })

test('a whole outline is closed', () => {
  expect(outlineOf([at(0, -5), at(5, 0), at(0, 5)])).toBe('M0,-5L5,0L0,5Z')
})

test('an element without a score is a gap in the line, never a zero', () => {
  expect(outlineOf([at(0, -5), null, at(0, 5), at(-5, 0)])).toBe('M0,5L-5,0M-5,0L0,-5')
  expect(outlineOf([at(0, -5), null, at(0, 5), null])).toBe('')
})

test('a label takes the lines that it needs', () => {
  expect(labelLines('People', 75, 3)).toEqual(['People'])
  expect(labelLines('Important services and customers', 75, 3)).toEqual([
    'Important',
    'services and',
    'customers',
  ])
})

test('what does not fit its room ends in an ellipsis, also without a place to break', () => {
  expect(labelLines('Continuity of everything that we do', 75, 2)).toEqual([
    'Continuity of',
    'everything…',
  ])
  expect(labelLines('Nordostwasserversorgungsgenossenschaft', 75, 3)).toEqual(['Nordostwas…'])
})
