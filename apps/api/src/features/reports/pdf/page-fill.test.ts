import { readFile } from 'node:fs/promises'
import { ContentSetFile } from 'contract/content-format'
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { createPdfPrinter } from '#adapters/pdf.ts'
import { longSet } from '#testing/long-set.ts'
import { reportInput } from '#testing/report-input.ts'
import { rounds } from '#testing/rounds.ts'
import { threads } from '#testing/threads.ts'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { writeReportPdf } from '#features/reports/write-pdf.ts'

const DEMO_FILE = new URL('../../../demo/operational-resilience.json', import.meta.url)
const DEMO = ContentSetFile.parse(JSON.parse(await readFile(DEMO_FILE, 'utf8')))
const printer = createPdfPrinter(threads, 60_000)

/** Of an A4 page in points, from the bottom: texts lie between the foot and the head. */
const FOOT = 65
const HEAD = 799

/** How much of each page is empty below its last line. */
async function emptyShares(set: ContentSetFile, note?: string) {
  const input = reportInput(set)
  const notes = input.statements.map(({ id }) => ({ statement_id: id, note: note ?? '' }))
  const snapshot = buildSnapshot(note === undefined ? input : { ...input, notes })
  const brand = { colour: '#1c5c46', name: 'Northfield Trust' }
  const pdf = await writeReportPdf(printer, { snapshot, brand })
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const shares: number[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    const heights = items.flatMap((item) =>
      'str' in item && item.str.trim() !== '' ? Number(item.transform[5]) : [],
    )
    const lowest = Math.min(HEAD, ...heights.filter((height) => height > FOOT))
    shares.push((lowest - FOOT) / (HEAD - FOOT))
  }
  return shares
}

const TWO_THIRDS = 2 / 3

test('no page of the demo’s report is two-thirds empty', async () => {
  expect(Math.max(...(await emptyShares(DEMO)))).toBeLessThan(TWO_THIRDS)
})

// The appendix ends at another place of its page with each number. A proof tries all.
const SIZES = [
  [1, 1],
  [2, 4],
  [7, 5],
  [1, 3],
  [3, 3],
  [5, 4],
  [6, 6],
  [12, 4],
] as const
test.each(SIZES.slice(0, rounds(3, SIZES.length)))(
  'with %i elements of %i statements, with and without notes, no page is left two-thirds empty',
  async (elements, statements) => {
    const set = longSet({ elements, statements, responses: 4 })
    const note = 'Agreed with the board in June and to be looked at again next spring.'
    const shares = [...(await emptyShares(set)), ...(await emptyShares(set, note))]
    expect(Math.max(...shares)).toBeLessThan(TWO_THIRDS)
  },
)

const LENGTHS = [300, 900, 1900, 600, 1200, 1500]
test.each(LENGTHS.slice(0, rounds(3, LENGTHS.length)))(
  'with notes, descriptions and results of %i characters, no page is left two-thirds empty',
  async (length) => {
    const text = 'Agreed with those whom it concerns. '.repeat(60).slice(0, length)
    const { elements, ...set } = longSet({ elements: 6, statements: 4, responses: 4 })
    const described = elements.map((element) => ({
      ...element,
      description: text,
      reportBands: [{ from: 0, to: 100, title: 'What this means', text }],
    }))
    const shares = await emptyShares({ ...set, elements: described }, text)
    expect(Math.max(...shares)).toBeLessThan(TWO_THIRDS)
  },
)
