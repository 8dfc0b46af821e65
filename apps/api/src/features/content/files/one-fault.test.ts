import { describe, expect, test } from 'vitest'
import { numeric, type RawCell, rawWorkbook, smallSheets } from '#testing/sheet-xml.ts'
import { readContent } from './read-content.ts'

const DATE = 1

const WRONG: [what: string, cell: RawCell][] = [
  ['a formula', { inside: '<f>A1</f><v>3</v>' }],
  ['an error', { attributes: 't="e"', inside: '<v>#N/A</v>' }],
  ['a date', numeric(46_112, DATE)],
  ['a number that is too long', numeric('1234567890123456789')],
  ['a text', 'Q'],
]
/** Columns of sentences, which may be anything that a cell shows. */
const ANYTHING = new Set(['text'])

const titleOf = (cell: RawCell | undefined) => (typeof cell === 'string' ? cell : '')
const sheets = smallSheets()
const places = sheets.flatMap(({ name, rows: [head = [], ...rows] }, sheet) =>
  rows.flatMap((row, at) =>
    row.map((_, column) => ({ name, sheet, row: at + 1, column, title: titleOf(head[column]) })),
  ),
)

async function faultsOf(place: (typeof places)[number], wrong: RawCell) {
  const changed = sheets.map((sheet, s) => ({
    ...sheet,
    rows: sheet.rows.map((row, r) =>
      row.map((cell, c) =>
        s === place.sheet && r === place.row && c === place.column ? wrong : cell,
      ),
    ),
  }))
  const read = await readContent(await rawWorkbook({ sheets: changed, formats: [14] }))
  return 'faults' in read ? read.faults : []
}

describe.each(places)('in $name row $row, $title', (place) => {
  // A key that nothing refers to any more is told at each row that did.
  const all = WRONG.filter(([what]) => what !== 'a text' || place.title !== 'key')
  test.each(all)('%s has one fault at most', async (_, wrong) => {
    const faults = await faultsOf(place, wrong)
    expect(faults.length, JSON.stringify(faults)).toBeLessThan(2)
  })
})

const strict = places.filter(({ title }) => !ANYTHING.has(title))
describe.each(strict)('in $name row $row, $title', (place) => {
  test.each(WRONG.slice(0, -1))('%s is named with its row and column', async (_, wrong) => {
    const message = expect.stringMatching(new RegExp(`^${place.title} (shows|contains)`))
    expect(await faultsOf(place, wrong)).toEqual([
      { place: `${place.name} row ${place.row + 1}`, message },
    ])
  })
})
