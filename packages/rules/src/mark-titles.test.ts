import type { ReportSnapshot } from 'contract/reports'
import { expect, test } from 'vitest'
import { markTitles, namesIn, titlesIn } from './mark-titles.ts'

test('titles in a sentence are marked, the longest first', () => {
  const text = 'The widest gaps are in Data and in Data protection.'
  expect(markTitles([{ text, strong: false }], ['Data', 'Data protection', 'People', ''])).toEqual([
    { text: 'The widest gaps are in ', strong: false, isTitle: false },
    { text: 'Data', strong: false, isTitle: true },
    { text: ' and in ', strong: false, isTitle: false },
    { text: 'Data protection', strong: false, isTitle: true },
    { text: '.', strong: false, isTitle: false },
  ])
})

test('a sentence that is a title has no other parts', () => {
  expect(markTitles([{ text: 'Data', strong: true }], ['Data'])).toEqual([
    { text: 'Data', strong: true, isTitle: true },
  ])
})

test('a report’s titles are of its elements, its names of its bands and levels', () => {
  const report = {
    elements: [{ title: 'People' }, { title: 'Data' }],
    band: 'Bronze',
    path: { band: 'Silver' },
    content_set: { scale: ['Low', 'High'] },
  } as unknown as ReportSnapshot
  expect(titlesIn(report)).toEqual(['People', 'Data'])
  expect(namesIn(report)).toEqual(['Bronze', 'Silver', 'Low', 'High'])
  const content_set = { ...report.content_set, scale: null }
  expect(namesIn({ ...report, band: null, path: null, content_set })).toEqual([])
})
