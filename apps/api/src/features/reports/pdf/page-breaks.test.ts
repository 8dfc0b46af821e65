import type { ContentSetFile } from 'contract/content-format'
import { REPORT_TITLES } from 'rules/report-titles'
import { expect, test } from 'vitest'
import { createPdfPrinter } from '#adapters/pdf.ts'
import { longSet } from '#testing/long-set.ts'
import { pdfText } from '#testing/pdf-text.ts'
import { reportInput } from '#testing/report-input.ts'
import { rounds } from '#testing/rounds.ts'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { writeReportPdf } from '#features/reports/write-pdf.ts'
import { threads } from '#testing/threads.ts'

const BRAND = { colour: '#1c5c46', name: 'Northfield Trust' }
const printer = createPdfPrinter(threads, 60_000)

/** The lines of each page, without its foot. */
async function pagesOf(set: ContentSetFile, note = 'Agreed in June.') {
  const input = reportInput(set)
  const notes = input.statements.map(({ id }) => ({ statement_id: id, note }))
  const snapshot = buildSnapshot({ ...input, notes })
  const pages = await pdfText(await writeReportPdf(printer, { snapshot, brand: BRAND }))
  return pages.map((page) => page.split('\n').filter((line) => !/^Waymark|^Page \d/.test(line)))
}

const count = (lines: readonly string[], pattern: RegExp) =>
  lines.filter((line) => pattern.test(line)).length

test('a continued page repeats the heads of its table and says what it continues', async () => {
  const pages = await pagesOf(longSet({ elements: 1, statements: 60, responses: 4 }))
  const continued = pages.filter((lines) => lines[0]?.endsWith(', continued'))
  expect(new Set(continued.map(([first]) => first))).toEqual(
    new Set([
      'Actions, continued',
      'E1 Element 1 of many, continued',
      `${REPORT_TITLES.appendix}, continued`,
    ]),
  )
  const heads = [/^# Action/, /^Statement Current to future/, /^Statement Current Future/]
  for (const lines of continued) {
    const place = ['Actions', 'E1', 'Appendix'].findIndex((name) => lines[0]?.startsWith(name))
    expect(count(lines.slice(0, 3), heads[place] ?? /^$/)).toBe(1)
  }
})

test('a note of many short lines continues on the next page', async () => {
  const lines = Array.from({ length: 200 }, (_, index) => `N${index}`)
  const pages = await pagesOf(longSet({ elements: 1, statements: 1 }), lines.join('\n'))
  const printed = new Set(pages.flat())
  expect(lines.filter((line) => !printed.has(line))).toEqual([])
})

test('what an element is about is printed as Markdown', async () => {
  const { elements, ...set } = longSet({ elements: 1, statements: 3 })
  const described = elements.map((element) => ({ ...element, description: 'Who **comes**.' }))
  const pages = await pagesOf({ ...set, elements: described })
  expect(pages.flat()).toContain('Who comes.')
})

const HEAD = /^(# Action|Statement Current to future)/
const ROW = /^E\d+-\d+ (We know|Element)/
// A row of the profile ends with a number of points.
const HEADING = /^(Elements|Actions|Profile|Group|What this part|E\d+ Element \d+ of many(?! \d+$))/

// Each number of statements breaks its tables at another place. A proof tries all.
const NUMBERS = [2, 5, 8, 11, 1, 3, 4, 6, 7, 9]
test.each(NUMBERS.slice(0, rounds(4, NUMBERS.length)))(
  'with %i statements an element, no page ends with a heading or has fewer than three rows of a longer table',
  async (statements) => {
    const pages = (await pagesOf(longSet({ elements: 6, statements, responses: 4 }))).map((lines) =>
      lines.filter((line) => !line.endsWith(', continued')),
    )
    const ends = pages.map((lines) => lines.at(-1) ?? '')
    expect(ends.filter((line) => HEADING.test(line) || HEAD.test(line))).toEqual([])
    expect(pages.flatMap(fewRows)).toEqual([])
  },
)

/** The page, if it starts or ends within a table and has fewer than three of its rows. */
function fewRows(lines: string[], index: number, pages: string[][]) {
  const next = lines.findIndex((line, at) => at > 0 && HEADING.test(line))
  const first = next === -1 ? lines : lines.slice(0, next)
  const last = lines.slice(lines.findLastIndex((line) => HEAD.test(line)))
  const startsWithin = HEAD.test(lines[0] ?? '')
  const goesOn = HEAD.test(pages[index + 1]?.[0] ?? '')
  const isFew = (startsWithin && count(first, ROW) < 3) || (goesOn && count(last, ROW) < 3)
  return isFew ? [`page ${index + 1}: ${lines.join(' / ')}`] : []
}
