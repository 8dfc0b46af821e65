import { expect, test } from 'vitest'
import { listGroups, type ListedElement, referencesFit } from './element-groups.ts'
import { findElements } from './find-elements.ts'

function elements(count: number, groupOf: (index: number) => string | null): ListedElement[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    key: `E${index + 1}`,
    number: index + 1,
    title: index === 2 ? 'Élan' : `Element ${index + 1}`,
    group: groupOf(index),
  }))
}

test('a short list without groups, or with one, has no headings', () => {
  for (const group of [null, 'All']) {
    const all = elements(24, () => group)
    expect(listGroups(all)).toEqual([{ name: null, range: null, elements: all }])
  }
})

test('a long list has groups of at most 50 elements, with their references where the name is not enough', () => {
  const groups = listGroups(elements(125, (index) => (index < 5 ? 'First' : null)))
  expect(groups.map(({ name, range, elements }) => [name, range, elements.length])).toEqual([
    ['First', null, 5],
    [null, { from: 'E6', to: 'E55' }, 50],
    [null, { from: 'E56', to: 'E105' }, 50],
    [null, { from: 'E106', to: 'E125' }, 20],
  ])
})

test('a search finds references, titles and groups without case and accents', () => {
  const all = elements(30, (index) => (index < 2 ? 'Governance' : 'Other'))
  const found = (text: string) => findElements(all, text).map(({ id }) => id)
  expect(found(' elan ')).toEqual([3])
  expect(found('e12')).toEqual([12])
  expect(found('GOVERN')).toEqual([1, 2])
  expect(found('none')).toEqual([])
})

test('references of up to three letters fit into a ring', () => {
  expect(referencesFit(elements(99, () => null))).toBe(true)
  expect(referencesFit(elements(100, () => null))).toBe(false)
})
