import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeOrder } from './order.ts'

test('the order keeps common items, and added items follow their neighbour', () => {
  expect(mergeOrder([1, 2, 3], [3, 1, 2], [1, 2, 9, 3])).toEqual([3, 1, 2, 9])
  expect(mergeOrder([1, 2, 3], [1, 3], [1, 2, 3, 4])).toEqual([1, 3, 4])
  const ids = fc.uniqueArray(fc.nat(20))
  fc.assert(
    fc.property(ids, ids, ids, (base, mine, theirs) => {
      const order = mergeOrder(base, mine, theirs)
      expect(new Set(order).size).toBe(order.length)
      const isIn = (id: number) =>
        base.includes(id)
          ? mine.includes(id) && theirs.includes(id)
          : mine.includes(id) || theirs.includes(id)
      for (let id = 0; id <= 20; id++) expect(order.includes(id)).toBe(isIn(id))
    }),
  )
})
