import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test('a text with letters from right to left is isolated from the sentence around it', () => {
  expect(isolated('استمرارية الأعمال وفق ISO 22301')).toBe(
    '\u2068استمرارية الأعمال وفق ISO 22301\u2069',
  )
  expect(isolated('1 התחלה')).toBe('\u20681 התחלה\u2069')
})

test('other texts stay as they are', () => {
  expect(isolated('Größe / 规模')).toBe('Größe / 规模')
})
