import { cleanText } from 'contract/clean-text'
import { asOneLine } from 'contract/fields'
import readWorkbook from 'read-excel-file/node'
import { extractText } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { createPdfPrinter } from '#adapters/pdf.ts'
import { readContent } from '#features/content/files/read-content.ts'
import {
  writeContentJson,
  writeContentWorkbook,
} from '#features/content/files/write-content-workbook.ts'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { writeReportCsv, writeReportWorkbook } from '#features/reports/files/report-files.ts'
import { writeReportPdf } from '#features/reports/write-pdf.ts'
import { partsOf } from '#testing/archive.ts'
import { HOSTILE_TEXTS, hostileSet } from '#testing/hostile-texts.ts'
import { reportInput } from '#testing/report-input.ts'
import { rounds } from '#testing/rounds.ts'
import { threads } from '#testing/threads.ts'

// e2e/hostile.spec.ts covers the browser.

/** Markdown formatting removes some signs; all other letters stay. */
const OF_ELEMENT = ['Band ', 'Element ', 'Group ', 'Label ', 'Action ', 'Says ']
const PLAIN = ['end', ...OF_ELEMENT, 'Set ']

const printer = createPdfPrinter(threads, 60_000)

/** Each text has elements of its own; the first of a group is also in the fields of the set and of the report. */
const GROUP = rounds(10, 1)
const groups = Array.from({ length: Math.ceil(HOSTILE_TEXTS.length / GROUP) }, (_, index) =>
  HOSTILE_TEXTS.slice(index * GROUP, (index + 1) * GROUP),
)

describe.each(groups.map((texts) => [texts, hostileSet(texts)] as const))('%j', (texts, set) => {
  const [first = ''] = texts
  const input = reportInput(set)
  const textOf = (elementId: number) => texts[elementId - 1] ?? ''
  const notes = input.statements.map(({ id, element_id }) => ({
    statement_id: id,
    note: textOf(element_id),
  }))
  const snapshot = buildSnapshot({ ...input, organisation: first, respondent: first, notes })

  test('are unchanged in JSON', async () => {
    expect(await readContent(Buffer.from(writeContentJson(set)))).toEqual({ set })
  })

  test('are unchanged in the workbook, and not formulas', async () => {
    const workbook = await writeContentWorkbook(set)
    expect(await readContent(workbook)).toEqual({ set, ignored: [] })
    expect(await formulasOf(workbook)).toEqual([])
  })

  test('are complete in the CSV of a report, and not formulas', () => {
    const cells = cellsOf(writeReportCsv(snapshot))
    for (const text of texts)
      for (const expected of [...linesWith(text), ...passagesWith(text)])
        expect(cells).toContain(expected)
    expect(cells.filter((cell) => /^\s*[=+@＝-]/u.test(cell))).toEqual([])
  })

  test('are complete in the workbook of a report, and not formulas', async () => {
    const workbook = await writeReportWorkbook(snapshot)
    expect(await formulasOf(workbook)).toEqual([])
    const cells = (await readWorkbook(workbook)).flatMap(({ data }) => data.flat())
    for (const expected of [asOneLine(`Set ${first}`), cleanText(`Introduction ${first}`)])
      expect(cells).toContain(expected)
    for (const text of texts)
      for (const expected of [...linesWith(text), ...passagesWith(text)])
        expect(cells).toContain(expected)
  })

  test('are plain text in the PDF of a report', async () => {
    const pdf = await writeReportPdf(printer, {
      snapshot,
      brand: { colour: '#1c5c46', name: first },
    })
    const { text: printed } = await extractText(new Uint8Array(pdf), { mergePages: true })
    expect(printed).not.toContain('root:')
    const letters = squeezed(printed)
    // Right-to-left, joined or missing letters and broken words are extracted differently.
    const isPlain = /^[\x20-\x7e]+$/.test(first) && !/\S{30}/.test(first)
    for (const word of PLAIN)
      expect(letters).toContain(squeezed(isPlain && word !== 'end' ? word + first : endOf(first)))
    // A page may end within any other text, but not within its last word.
    for (const end of texts.map(endOf))
      expect(letters.split(end).length, end).toBeGreaterThan(OF_ELEMENT.length)
  })
})

function linesWith(text: string) {
  return ['Element ', 'Label '].map((word) => asOneLine(word + text))
}

function passagesWith(text: string) {
  return ['Says ', 'Action '].map((word) => cleanText(word + text))
}

async function formulasOf(workbook: Buffer) {
  const parts = Object.entries(await partsOf(workbook))
  return parts
    .filter(([path]) => path.startsWith('xl/worksheets/'))
    .filter(([, xml]) => /<f[\s/>]/.test(xml.toString()))
    .map(([path]) => path)
}

/** The cells of a CSV file (RFC 4180). */
function cellsOf(csv: string) {
  return [...csv.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

function endOf(text: string) {
  return text.slice(text.lastIndexOf(' ') + 1)
}

/** The page may break lines anywhere. */
function squeezed(text: string) {
  return text.replaceAll(/[\s\u200b]+/g, '')
}
