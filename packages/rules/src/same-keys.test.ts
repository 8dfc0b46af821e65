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

test('a response keeps the key that its own statement had, whatever other statements have', () => {
  const statements = (first: string, second: string) => ({
    elements: [
      {
        key: 'E',
        statements: [
          { key: 'S1', responses: [{ key: first }] },
          { key: 'S2', responses: [{ key: second }] },
        ],
      },
    ],
  })
  const after = statements('R\u200D', 'R')
  keepKeys(statements('R', 'R\u200D'), after)
  expect(after).toEqual(statements('R', 'R\u200D'))
})
