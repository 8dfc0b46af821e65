import { expect, test } from 'vitest'
import { lineChanges, wordChanges } from './text-changes.ts'

test('the changes between two texts are found by line and by word', () => {
  expect(lineChanges('a\nb\n', 'a\nc\n')).toMatchObject([
    { value: 'a\n' },
    { value: 'b\n', removed: true },
    { value: 'c\n', added: true },
  ])
  expect(wordChanges('one two', 'one three')).toMatchObject([
    { value: 'one ' },
    { value: 'two', removed: true },
    { value: 'three', added: true },
  ])
})

const manyOf = (word: string) => Array.from({ length: 7500 }, (_, n) => `${word}${n}`).join('\n')

test.each([
  ['lines', lineChanges],
  ['words', wordChanges],
])('two long texts without common %s are shown one after the other', (_, changes) => {
  const [before, after] = [manyOf('a'), manyOf('b')]
  expect(changes(before, after)).toEqual([
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ])
})
