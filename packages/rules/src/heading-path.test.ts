import { expect, test } from 'vitest'
import { groupOf, headingsOf } from './heading-path.ts'

test.each([
  [{}, ''],
  [{ group: null, path: null }, ''],
  [{ group: 'Access' }, 'Access'],
  [{ group: 'Access', path: ['Part A', 'Access'] }, 'Part A › Access'],
  [{ group: '', path: [' Part A', ''] }, 'Part A'],
])('an element with %j is listed under "%s"', (element, name) => {
  expect(groupOf(element)).toBe(name)
  expect(headingsOf(element).join(' › ')).toBe(name)
})
