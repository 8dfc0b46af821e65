import { expect, test } from 'vitest'
import { createCache } from './cache.ts'

test('an immutable value is read once for each key', async () => {
  const cache = createCache()
  const reads: string[] = []
  const read = (key: string) =>
    cache(key, async () => {
      reads.push(key)
      return { value: key.toUpperCase(), isImmutable: true }
    })
  expect([await read('a'), await read('b'), await read('a')]).toEqual(['A', 'B', 'A'])
  expect(reads).toEqual(['a', 'b'])
})

test('a value that isn’t immutable, or failed to be read, is read again', async () => {
  const cache = createCache()
  let count = 0
  const read = async () => {
    count += 1
    if (count === 2) throw new Error('The connection broke.')
    return { value: count, isImmutable: count > 2 }
  }
  expect(await cache('draft', read)).toBe(1)
  await expect(cache('draft', read)).rejects.toThrow('The connection broke.')
  expect([await cache('draft', read), await cache('draft', read)]).toEqual([3, 3])
})
