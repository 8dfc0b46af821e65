import { expect, test } from 'vitest'
import { ignoredText } from './ignored-sheets.ts'

test('a further sheet is named', () => {
  expect(ignoredText(['Notes'])).toBe('Waymark doesn’t use the sheet “Notes”, so it was not read.')
})

test('of many further sheets, ten are named and the others counted', () => {
  expect(ignoredText(Array.from({ length: 12 }, (_, at) => `S${at}`))).toBe(
    'Waymark doesn’t use these sheets, so they were not read: “S0”, “S1”, “S2”, “S3”, “S4”, “S5”, “S6”, “S7”, “S8”, “S9” and 2 more.',
  )
})
