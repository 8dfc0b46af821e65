import { expect, test } from 'vitest'
import type { ProfileElement } from '#features/charts/profile.ts'
import { wheelSectors } from './wheel-sectors.ts'

function someElements(count: number, groupOf?: (index: number) => string): ProfileElement[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    key: index === 1 ? 'auto-A9A9HEJK' : `E.${index + 1}`,
    number: index + 1,
    title: `Element ${index + 1}`,
    name: `Element ${index + 1}`,
    answered: index < 20 ? 4 : 0,
    total: 4,
    isComplete: index < 20,
    isNext: index === 20,
    current: index < 20 ? 0.5 : null,
    future: index < 20 ? 0.75 : null,
    certified: null,
    to: `/elements/${index + 1}`,
    ...(groupOf && { group: groupOf(index) }),
  }))
}

test('up to 24 elements have a sector each', () => {
  expect(wheelSectors(someElements(24))).toHaveLength(24)
})

test('a sector has its reference, and the first one of a group the name of the group', () => {
  const sectors = wheelSectors(someElements(4, (index) => (index < 2 ? 'Prevent' : 'Respond')))
  expect(sectors?.map(({ reference, startOf }) => [reference, startOf])).toEqual([
    ['E.1', 'Prevent'],
    ['2', undefined],
    ['E.3', 'Respond'],
    ['E.4', undefined],
  ])
})

test('over 24 elements have one sector per group, which links to its first open element', () => {
  const groups = wheelSectors(someElements(30, (index) => (index < 15 ? 'Prevent' : 'Respond')))
  expect(groups).toMatchObject([
    {
      title: 'Prevent',
      reference: '',
      answered: 60,
      total: 60,
      isComplete: true,
      to: '/elements/1',
    },
    {
      title: 'Respond',
      reference: '',
      answered: 20,
      isNext: true,
      current: 0.5,
      to: '/elements/21',
    },
  ])
})

test('over 24 elements without groups have no wheel, only the list', () => {
  expect(wheelSectors(someElements(25))).toBeNull()
  expect(wheelSectors([])).toBeNull()
})
