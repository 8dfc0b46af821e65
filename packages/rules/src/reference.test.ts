import { expect, test } from 'vitest'
import { generatedKey, isGeneratedKey, referenceOf, statementReference } from './reference.ts'

const BYTES = Uint8Array.from([0, 31, 32, 255, 7, 100, 200, 9])

test('a generated key is recognised as such', () => {
  expect(generatedKey(BYTES)).toBe('auto-A9A9HEJK')
  expect(isGeneratedKey(generatedKey(BYTES))).toBe(true)
})

test.for([
  'GV.OC-01',
  'A9A9HEJK',
  'auto-1',
  'auto-a9a9hejk',
  'auto-A9A9HEJK-2',
  'my-auto-A9A9HEJK',
  '164.1',
  'و-١',
])('an author’s key %s is the reference', (key) => {
  expect(referenceOf({ key, number: 3 })).toBe(key)
  expect(statementReference({ key, number: 2 }, { number: 3 })).toBe(key)
})

test('without an author’s key, the position is the reference', () => {
  const key = generatedKey(BYTES)
  expect(referenceOf({ key, number: 164 })).toBe('164')
  expect(referenceOf({ key, number: '164.1' })).toBe('164.1')
  expect(statementReference({ key, number: 1 }, { number: 164 })).toBe('164.1')
})
