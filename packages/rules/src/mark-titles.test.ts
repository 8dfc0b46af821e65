import { expect, test } from 'vitest'
import { markTitles } from './mark-titles.ts'

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
