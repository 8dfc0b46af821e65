import { expect, test } from 'vitest'
import { labelLines, outlineOf } from './radar-geometry.ts'

test('a whole outline is closed', () => {
  expect(outlineOf([5, 10, 5, 5])).toBe('M0,-5L10,0L0,5L-5,0Z')
})

test('an element without a score is a gap in the line, never a zero', () => {
  expect(outlineOf([5, null, 5, 5])).toBe('M0,5L-5,0L0,-5')
  expect(outlineOf([null, null, 5, 5])).toBe('M0,5L-5,0')
  expect(outlineOf([5, null, 5, null])).not.toContain('L')
})

test('a label takes the lines that it needs', () => {
  expect(labelLines('People', 75, 3)).toEqual(['People'])
  expect(labelLines('Important services and customers', 75, 3)).toEqual([
    'Important',
    'services and',
    'customers',
  ])
})

test('a Japanese label breaks between letters, which are wide', () => {
  expect(labelLines('取引先との連携の骨組み', 75, 3)).toEqual(['取引先との', '連携の骨組', 'み'])
})

test('a label that is too long ends in an ellipsis, even without a space', () => {
  expect(labelLines('Continuity of everything that we do', 75, 2)).toEqual([
    'Continuity of',
    'everything…',
  ])
  expect(labelLines('Nordostwasserversorgungsgenossenschaft', 75, 3)).toEqual(['Nordostwas…'])
})
