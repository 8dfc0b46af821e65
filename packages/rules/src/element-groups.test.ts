import { expect, test } from 'vitest'
import { elementGroups, isLong } from './element-groups.ts'

function elements(count: number, groupOf: (index: number) => string | null) {
  return Array.from({ length: count }, (_, index) => ({
    key: `E${index + 1}`,
    number: index + 1,
    group: groupOf(index),
  }))
}

test('groups are in the order of their first elements, which need not be beside each other', () => {
  const groups = elementGroups(elements(6, (index) => (index % 2 === 0 ? 'Even' : null)))
  expect(groups.map(({ name, elements: of }) => [name, of.map(({ number }) => number)])).toEqual([
    ['Even', [1, 3, 5]],
    [null, [2, 4, 6]],
  ])
})

test('a group has at most 50 elements, with their references where the name is not enough', () => {
  const all = [
    ...elements(5, () => 'First'),
    ...elements(120, () => null),
    ...elements(51, () => 'Large'),
  ]
  const groups = elementGroups(all)
  expect(groups.map(({ name, range, elements: of }) => [name, range, of.length])).toEqual([
    ['First', null, 5],
    [null, { from: 'E1', to: 'E50' }, 50],
    [null, { from: 'E51', to: 'E100' }, 50],
    [null, { from: 'E101', to: 'E120' }, 20],
    ['Large', { from: 'E1', to: 'E50' }, 50],
    ['Large', { from: 'E51', to: 'E51' }, 1],
  ])
})

test('a list is long with more than 24 elements', () => {
  expect([24, 25].map((count) => isLong(elements(count, () => null)))).toEqual([false, true])
})

test('an element without a key of its author is referred to by its position', () => {
  const [group] = elementGroups([{ key: 'auto-ABCDEFGH', number: 7, group: null }])
  expect(group?.range).toEqual({ from: '7', to: '7' })
})
