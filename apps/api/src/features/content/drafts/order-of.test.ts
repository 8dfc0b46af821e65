import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderOf } from './save-draft.ts'

test('an element that is missing in an order follows the one it followed before', () => {
  expect(orderOf([1, 2, 3, 4], [3, 1])).toEqual([3, 4, 1, 2])
  expect(orderOf([1, 2, 3], [3])).toEqual([1, 2, 3])
  expect(orderOf([1, 2, 3], [3, 3, 9, 2])).toEqual([1, 3, 2])
})

test('any order keeps each element once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(30)), fc.array(fc.nat(40)), (current, order) => {
      const ordered = orderOf(current, order)
      expect(ordered).toHaveLength(current.length)
      expect(new Set(ordered)).toEqual(new Set(current))
      const named = [...new Set(order)].filter((id) => current.includes(id))
      expect(ordered.filter((id) => named.includes(id))).toEqual(named)
    }),
  )
})
