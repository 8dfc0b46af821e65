import { asOneLine } from 'contract/fields'
import readWorkbook from 'read-excel-file/node'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PdfPrinter, createPdfPrinter } from '#adapters/pdf.ts'
import { openThreads } from '#adapters/threads.ts'
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

// e2e/hostile.spec.ts covers the browser.

/** Markdown formatting removes some signs; all other letters stay. */
const PLAIN = ['end', 'Band ', 'Element ', 'Group ', 'Label ', 'Action ', 'Says ', 'Set ']

const threads = openThreads()
let printer: PdfPrinter
beforeAll(() => {
  printer = createPdfPrinter(threads)
})
afterAll(() => threads.close())

describe.each(HOSTILE_TEXTS.map((text) => [text, hostileSet([text])] as const))(
  '%j',
  (text, set) => {
    const input = reportInput(set)
    const notes = input.statements.map(({ id }) => ({ statement_id: id, note: text }))
    const snapshot = buildSnapshot({ ...input, organisation: text, respondent: text, notes })

    test('is unchanged in JSON', async () => {
      expect(await readContent(Buffer.from(writeContentJson(set)))).toEqual({ set })
    })

    test('is unchanged in the workbook, and not a formula', async () => {
      const workbook = await writeContentWorkbook(set)
      expect(await readContent(workbook)).toEqual({ set })
      expect(await formulasOf(workbook)).toEqual([])
    })

    test('is complete in the CSV of a report, and not a formula', () => {
      const cells = cellsOf(writeReportCsv(snapshot))
      for (const expected of [...linesWith(text), `Says ${text}`, `Action ${text}`])
        expect(cells).toContain(expected)
      expect(cells.filter((cell) => /^\s*[=+@＝-]/u.test(cell))).toEqual([])
    })

    test('is complete in the workbook of a report, and not a formula', async () => {
      const workbook = await writeReportWorkbook(snapshot)
      expect(await formulasOf(workbook)).toEqual([])
      const cells = (await readWorkbook(workbook)).flatMap(({ data }) => data.flat())
      const passages = ['Says ', 'Action ', 'Introduction '].map((word) => word + text)
      for (const expected of [...linesWith(text), asOneLine(`Set ${text}`), ...passages])
        expect(cells).toContain(expected)
    })

    test('is plain text in the PDF of a report', async () => {
      const pdf = await writeReportPdf(printer, {
        snapshot,
        brand: { colour: '#1c5c46', name: text },
      })
      const { text: printed } = await extractText(new Uint8Array(pdf), { mergePages: true })
      expect(printed).not.toContain('root:')
      const letters = squeezed(printed)
      // Right-to-left, joined or missing letters and broken words are extracted differently.
      const isPlain = /^[\x20-\x7e]+$/.test(text) && !/\S{30}/.test(text)
      for (const word of PLAIN)
        expect(letters).toContain(squeezed(isPlain && word !== 'end' ? word + text : endOf(text)))
    })
  },
)

function linesWith(text: string) {
  return ['Element ', 'Label '].map((word) => asOneLine(word + text))
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
