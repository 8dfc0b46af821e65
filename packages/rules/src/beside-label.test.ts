import { expect, test } from 'vitest'
import { besideText } from './beside-label.ts'

test('the sets that stay in force are named with their versions', () => {
  expect(besideText([{ title: 'Care #1', version: 2 }])).toBe(
    '“Care #1” (version 2) stays in force too, so users choose between the two. If users should see only the new content set, retire the other one.',
  )
  const sets = ['Care', 'Safety'].map((title) => ({ title, version: 1 }))
  expect(besideText(sets)).toBe(
    '“Care” (version 1) and “Safety” (version 1) stay in force too, so users choose between them. If the new content set replaces one, retire that one.',
  )
})
