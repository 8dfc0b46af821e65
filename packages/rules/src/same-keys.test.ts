import { expect, test } from 'vitest'
import { keepKeys, sameKeys } from './same-keys.ts'

test.each([
  ['A1', 'A1'],
  ['A\u200D1', 'A1'],
  [' A1\u00A0', 'A1'],
  ['a1', 'a1'],
  ['A2', 'A2'],
  ['B', 'B'],
  ['B\u2062', 'B\u2062'],
])('%j is, of A1, B and a B with a hidden character, the key %j', (key, found) => {
  expect(sameKeys([{ key: 'A1' }, { key: 'B' }, { key: 'B\u2062' }])(key)).toBe(found)
})

/** A set of one element with one statement, which has one response. */
const setOf = (element: string, statement: string, response: string) => ({
  elements: [{ key: element, statements: [{ key: statement, responses: [{ key: response }] }] }],
})

test('elements, statements and responses keep the keys of the edition before, each of its own kind', () => {
  const after = setOf('E\u200D', 'S\u200D', 'R\u200D')
  keepKeys(setOf('E', 'S', 'R'), after)
  expect(after).toEqual(setOf('E', 'S', 'R'))
  const others = setOf('S\u200D', 'R\u200D', 'E\u200D')
  keepKeys(setOf('E', 'S', 'R'), others)
  expect(others).toEqual(setOf('S\u200D', 'R\u200D', 'E\u200D'))
})
