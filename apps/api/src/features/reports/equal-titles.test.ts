import { expect, test } from 'vitest'
import { createPdfPrinter } from '#adapters/pdf.ts'
import { partsOf } from '#testing/archive.ts'
import { aSmallSet } from '#testing/factories.ts'
import { pdfText } from '#testing/pdf-text.ts'
import { reportInput } from '#testing/report-input.ts'
import { threads } from '#testing/threads.ts'
import { buildSnapshot } from './build-snapshot.ts'
import { createReportWord } from './word/create-report-word.ts'
import { writeReportPdf } from './write-pdf.ts'

const { elements, ...set } = aSmallSet(3, 2)
/** The first two elements have the same title, and the second one no key of its author. */
const snapshot = buildSnapshot(
  reportInput({
    ...set,
    elements: elements.map((element, index) => ({
      ...element,
      key: ['ONE', 'auto-ABCDEFGH', 'OTHER'][index] ?? '',
      title: index < 2 ? 'Same title' : 'Other title',
      statements: element.statements.map((one, at) => ({ ...one, key: `S${index + 1}${at + 1}` })),
    })),
  }),
)
const print = { snapshot, brand: { colour: '#1c5c46', name: 'Northfield Trust' } }
/** The reference of an action's statement, then the element. */
const elementsIn = (text: string) =>
  [...new Set(text.match(/\bS\d\d (?:\w+ )?\w+ title/g))].toSorted()
const NAMED = [
  'S11 ONE Same title',
  'S12 ONE Same title',
  'S22 2 Same title',
  'S31 Other title',
  'S32 Other title',
]

test('actions name elements with equal titles by their references in the PDF', async () => {
  const text = (await pdfText(await writeReportPdf(createPdfPrinter(threads), print))).join('\n')
  expect(elementsIn(text)).toEqual(NAMED)
})

test('actions name elements with equal titles by their references in the Word document', async () => {
  const document = (await partsOf(await createReportWord(threads, print)))['word/document.xml']
  const text = document?.toString().replaceAll(/<[^>]+>/g, '') ?? ''
  expect(elementsIn(text)).toEqual(NAMED)
})
