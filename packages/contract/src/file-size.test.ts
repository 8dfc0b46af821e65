import { expect, test } from 'vitest'
import { formatSize } from './file-size.ts'

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [655_360, '640 KB'],
  [2_516_582, '2.4 MB'],
  [2 * 1024 * 1024, '2 MB'],
  [26_214_400, '25 MB'],
  [1_288_490_189, '1.2 GB'],
  [5_368_709_120, '5 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words)
})
