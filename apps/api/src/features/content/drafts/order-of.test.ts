import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderOf } from './save-draft.ts'

test('who is missing in an order follows the one that it followed', () => {
  expect(orderOf([1, 2, 3, 4], [3, 1])).toEqual([3, 4, 1, 2])
  expect(orderOf([1, 2, 3], [3])).toEqual([1, 2, 3])
  expect(orderOf([1, 2, 3], [3, 3, 9, 2])).toEqual([1, 3, 2])
})

test('nothing is lost or doubled, whatever order is wished', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30)), fc.array(fc.nat(40)), (current, wish) => {
      const ordered = orderOf(current, wish)
      expect(ascending(ordered)).toEqual(ascending(current))
      const named = [...new Set(wish)].filter((id) => current.includes(id))
      expect(ordered.filter((id) => named.includes(id))).toEqual(named)
    }),
  )
})

function ascending(ids: readonly number[]) {
  return ids.toSorted((one, other) => one - other)
}
