import { expect, test } from 'vitest'
import { findSheetFaults } from './scan-sheet.ts'

test.each([
  ['behind a ">"', '<c x=">" r="XFD1">', /too far/],
  ['behind an escape', '<c r="&#65;1000000">', /damaged/],
  ['behind a "<"', '<c x="<" r="A1000000">', /damaged/],
  ['in a row alone', '<row r="1048576">', /too far/],
])('a far-away cell is found %s', (_, tags, message) => {
  expect(findSheetFaults(sheet(tags))[0]?.message).toMatch(message)
})

test.each([['<c '], ['<c r="'], ['<c \'"'], [' x="1"']])(
  'a hostile sheet costs no more than its length: %s',
  (part) => {
    expect(findSheetFaults(sheet(`<c ${part.repeat(2_000_000)}`))).toHaveLength(1)
  },
)

function sheet(tags: string): [string, string][] {
  return [['xl/worksheets/sheet1.xml', `<worksheet><sheetData>${tags}`]]
}
