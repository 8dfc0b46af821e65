import { expect, test } from 'vitest'
import { makeFrozen } from './frozen.ts'

test('what is frozen is read once, by its key', async () => {
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

test('what is not frozen yet is read each time, and a failed reading is tried again', async () => {
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
