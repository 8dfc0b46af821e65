import type { ReportElement } from 'contract/reports'
import { expect, test } from 'vitest'
import { findElements } from '#features/assessments/find-elements.ts'
import { anchorsToOpen, reportParts, splitByGap } from './report-parts.ts'

test('a short report is one part without a title', () => {
  const elements = some(50)
  expect(reportParts(elements)).toEqual([{ anchor: 'part-1', name: null, range: null, elements }])
})

test('a long report has a part for each group, whose elements need not be beside each other', () => {
  const parts = reportParts(some(60, (number) => (number % 2 ? 'Odd' : 'Even')))
  expect(parts.map(({ name, elements }) => [name, elements.length])).toEqual([
    ['Odd', 30],
    ['Even', 30],
  ])
})

test('a part has at most 50 elements, without groups and in large groups', () => {
  const parts = reportParts([
    ...some(120),
    ...some(60, () => 'Supply', 121),
    ...some(2, () => 'Care', 181),
  ])
  expect(parts.map((part) => [part.anchor, part.name, part.range, part.elements.length])).toEqual([
    ['part-1', null, { from: '1', to: '50' }, 50],
    ['part-2', null, { from: '51', to: '100' }, 50],
    ['part-3', null, { from: 'E-101', to: 'E-120' }, 20],
    ['part-4', 'Supply', { from: '121', to: '170' }, 50],
    ['part-5', 'Supply', { from: '171', to: '180' }, 10],
    ['part-6', 'Care', null, 2],
  ])
})

test('showing an anchor opens its part, and the collapsed rows if the element has no gap', () => {
  const parts = reportParts(some(60))
  expect(anchorsToOpen(parts, 'part-2')).toEqual(['part-2'])
  expect(anchorsToOpen(parts, 'element-51')).toEqual(['part-2', 'element-51'])
  expect(anchorsToOpen(parts, 'element-60')).toEqual(['part-2', 'part-2-rest', 'element-60'])
  expect(anchorsToOpen(parts, 'profile')).toEqual([])
})

test('elements are found by reference, title and group, and by their statements on request', () => {
  const [first, second] = some(2, () => 'Übersicht')
  if (!first || !second) throw new Error('There are two.')
  const statements = [{ key: 'GV.OC-01', text: 'Someone leads.' }]
  const elements = [
    { ...first, key: 'GV', title: 'Leadership', statements },
    { ...second, title: 'Suppliers', statements: [] },
  ] as unknown as ReportElement[]
  const ids = (text: string, inStatements = false) =>
    findElements(elements, text, { inStatements }).map(({ id }) => id)
  expect([ids('gv'), ids(' lead '), ids('ubersicht'), ids('2')]).toEqual([[1], [1], [1, 2], [2]])
  expect([ids('gv.oc'), ids('gv.oc', true), ids('someone', true)]).toEqual([[], [1], [1]])
})

test('a long list collapses rows without a gap, unless no row has a gap', () => {
  const rows = some(20)
  const ids = (found: ReturnType<typeof splitByGap<ReportElement>>) => [
    found.shown.length,
    found.collapsed.map(({ id }) => id),
  ]
  expect(ids(splitByGap(rows, true, (row) => row))).toEqual([18, [10, 20]])
  expect(ids(splitByGap(rows, false, (row) => row))).toEqual([20, []])
  const withoutGaps = rows.map((row) => ({ ...row, future: row.current }))
  expect(ids(splitByGap(withoutGaps, true, (row) => row))).toEqual([20, []])
})

/** Every tenth has no gap. */
function some(count: number, groupOf: (number: number) => string | null = () => null, first = 1) {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index
    const future = number % 10 === 0 ? 0.5 : 0.75
    const key = number > 100 && number <= 120 ? `E-${number}` : 'auto-A9A9HEJK'
    return {
      id: number,
      key,
      number,
      group: groupOf(number),
      current: 0.5,
      future,
    } as ReportElement
  })
}
