import { describe, expect, test } from 'vitest'
import {
  bandNames,
  bandValue,
  describeElement,
  describeProfile,
  gapOf,
  formatStatus,
  pointNames,
  type ProfileElement,
  scalePoints,
} from './profile.ts'

const levels = { names: ['Starting', 'Developing', 'Established', 'Leading'], lowest: 1 }
const percent = null

const suppliers: ProfileElement = {
  id: 5,
  key: 'SUP',
  number: 5,
  title: 'Suppliers and partners',
  name: 'Suppliers and partners',
  answered: 3,
  total: 6,
  isComplete: false,
  isNext: false,
  current: 0.7 / 3,
  future: 2 / 3,
  certified: null,
}

test('a gap is in levels or points', () => {
  expect(gapOf({ current: 1.1 / 3, future: 2.7 / 3 }, levels)).toBe('1.6')
  expect(gapOf({ current: 0.45, future: 0.7 }, percent)).toBe('25 points')
})

describe('labels', () => {
  test('show next, not started, in progress and complete', () => {
    expect(formatStatus({ ...suppliers, isNext: true }, levels)).toBe('Next: 4 of 6')
    expect(formatStatus({ ...suppliers, answered: 0 }, levels)).toBe('Not started')
    expect(formatStatus({ ...suppliers, isNext: true, nextStatement: 6 }, levels)).toBe(
      'Next: 6 of 6',
    )
    expect(formatStatus({ ...suppliers, answered: 0, isOptional: true }, levels)).toBe('Optional')
    expect(formatStatus(suppliers, levels)).toBe('3 of 6 answered')
    expect(formatStatus({ ...suppliers, isComplete: true }, levels)).toBe('1.7 → 3.0')
  })

  test('name an element with its progress and figures', () => {
    expect(describeElement(suppliers, levels)).toBe(
      'Suppliers and partners, 3 of 6 answered, current 1.7, future 3.0',
    )
    const untouched = { ...suppliers, answered: 0, current: null, future: null }
    expect(describeElement(untouched, levels)).toBe('Suppliers and partners, not started')
    expect(describeElement({ ...untouched, isOptional: true }, levels)).toBe(
      'Suppliers and partners, optional, not started',
    )
    expect(describeElement({ ...suppliers, group: 'Operations' }, levels)).toMatch(
      /^Suppliers and partners, Operations, 3 of 6 answered/,
    )
    expect(describeElement({ ...suppliers, certified: 0.5 }, percent)).toContain('certified 50%')
  })

  test('ask to confirm a copied element, which has figures already', () => {
    const carried = { ...suppliers, answered: 0, toConfirm: 6 }
    expect(formatStatus(carried, levels)).toBe('6 to confirm')
    expect(describeElement(carried, levels)).toBe(
      'Suppliers and partners, 6 to confirm, current 1.7, future 3.0',
    )
  })

  test('name the widest gap of a profile', () => {
    const other = { ...suppliers, id: 6, title: 'Testing', name: 'Testing', current: 0.5 }
    expect(describeProfile([other, suppliers], levels)).toBe(
      '2 elements. The widest gap is 1.3 in Suppliers and partners: 1.7 → 3.0.',
    )
    const shown = { ...other, current: 0.2149, future: 0.5654 }
    expect(
      describeProfile([{ ...suppliers, current: 0.2051, future: 0.5649 }, shown], percent),
    ).toBe('2 elements. The widest gap is 36 points in Testing: 21% → 57%.')
    expect(describeProfile([{ ...suppliers, future: null }], levels)).toBe(
      '1 element. No results yet.',
    )
    expect(describeProfile([{ ...suppliers, future: suppliers.current }], levels)).toBe(
      '1 element. No gaps.',
    )
  })
})

describe('bands', () => {
  test('are the levels, or quarters of a hundred', () => {
    expect(bandNames(levels)).toEqual(['1', '2', '3', '4'])
    expect(bandNames(percent)).toEqual(['25', '50', '75', '100'])
    expect(bandNames({ ...levels, lowest: 0 })).toEqual(['0', '1', '2', '3'])
  })

  test('count level 2.4 as 2.4 and 60 percent as 2.4', () => {
    expect(bandValue(1.4 / 3, levels)).toBeCloseTo(2.4)
    expect(bandValue(0.6, percent)).toBeCloseTo(2.4)
  })

  test('lie on a line from the lowest to the highest value', () => {
    expect(scalePoints({ names: ['No', 'Partly', 'Yes'], lowest: 1 })).toEqual([0, 0.5, 1])
    expect(scalePoints(percent)).toEqual([0, 0.25, 0.5, 0.75, 1])
  })

  test('are quarters of a scale with more than ten levels', () => {
    const ten = { names: Array.from({ length: 11 }, (_, level) => `Level ${level}`), lowest: 0 }
    expect(bandNames(ten)).toEqual(['2.5', '5', '7.5', '10'])
    expect(pointNames(ten)).toEqual(['0', '2.5', '5', '7.5', '10'])
    expect(bandValue(0.6, ten)).toBeCloseTo(2.4)
  })
})
