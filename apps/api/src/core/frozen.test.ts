import { expect, test } from 'vitest'
import { makeFrozen } from './frozen.ts'

test('a frozen value is read once for each key', async () => {
  const frozen = makeFrozen()
  const reads: string[] = []
  const read = (key: string) =>
    frozen(key, async () => {
      reads.push(key)
      return { value: key.toUpperCase(), isFrozen: true }
    })
  expect([await read('a'), await read('b'), await read('a')]).toEqual(['A', 'B', 'A'])
  expect(reads).toEqual(['a', 'b'])
})

test('a value that isn’t frozen, or failed to be read, is read again', async () => {
  const frozen = makeFrozen()
  let count = 0
  const read = async () => {
    count += 1
    if (count === 2) throw new Error('The connection broke.')
    return { value: count, isFrozen: count > 2 }
  }
  expect(await frozen('draft', read)).toBe(1)
  await expect(frozen('draft', read)).rejects.toThrow('The connection broke.')
  expect([await frozen('draft', read), await frozen('draft', read)]).toEqual([3, 3])
})
