import type { ContentSetFile } from 'contract/content-format'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { expect, test } from 'vitest'
import { createPdfPrinter } from '#adapters/pdf.ts'
import { LANGUAGE_SETS } from '#testing/language-sets.ts'
import { pdfText } from '#testing/pdf-text.ts'
import { reportInput } from '#testing/report-input.ts'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { writeCertificatePdf, writeReportPdf } from '#features/reports/write-pdf.ts'
import { threads } from '#testing/threads.ts'

const BRAND = { colour: '#1c5c46', name: 'Northfield Trust' }
const printer = createPdfPrinter(threads, 60_000)

const reports = new Map<ContentSetFile, Promise<Buffer>>()
const printed = (name: keyof typeof LANGUAGE_SETS) => {
  const set = LANGUAGE_SETS[name]
  const report = reports.get(set) ?? print(set, 'Agreed in June.')
  reports.set(set, report)
  return report
}
/** With a note at every statement, so that none is left out. */
const print = (set: ContentSetFile, note: string) => {
  const input = reportInput(set)
  const notes = input.statements.map(({ id }) => ({ statement_id: id, note }))
  return writeReportPdf(printer, { snapshot: buildSnapshot({ ...input, notes }), brand: BRAND })
}
const certify = (set: ContentSetFile) => {
  const snapshot = buildSnapshot(reportInput(set))
  const bands = set.certificationBands.map(({ label }) => label)
  return writeCertificatePdf(printer, {
    snapshot: {
      ...snapshot,
      elements: snapshot.elements.map((each) => ({ ...each, certified: each.current })),
    },
    certified: {
      number: '2026-0417',
      code: '7QK4-M2XD-9HTP',
      holder: 'Northfield Trust',
      band: bands[1] ?? null,
      bands,
      valid_from: '2026-11-20',
      valid_until: '2027-11-19',
      certified_by: 'Ada Auditor',
    },
    brand: BRAND,
    verifyUrl: 'https://northfield.example.org/verify/7QK4-M2XD-9HTP',
  })
}

test.each([
  ['german', 'de'],
  ['arabic', 'ar'],
  ['hebrew', 'he'],
  ['japanese', 'ja'],
  ['simplifiedChinese', 'zh-CN'],
  ['traditionalChinese', 'zh-TW'],
  ['korean', 'ko'],
  ['bilingual', 'en-GB'],
] as const)(
  'the report and the certificate of the %s set are in %s, tagged, with bundled fonts',
  async (name, language) => {
    for (const pdf of [await printed(name), await certify(LANGUAGE_SETS[name])]) {
      const document = await getDocumentProxy(new Uint8Array(pdf))
      const { info } = await document.getMetadata()
      expect(info).toMatchObject({ Language: language })
      expect(pdf.toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>')
      expect(await foreignFonts(pdf)).toEqual([])
    }
  },
)

test.each([
  'german',
  'hebrew',
  'japanese',
  'simplifiedChinese',
  'traditionalChinese',
  'korean',
] as const)('every word of the %s set can be found in the PDF', async (name) => {
  const text = await found(await printed(name))
  expect(wordsOf(LANGUAGE_SETS[name]).filter((word) => !text.includes(word))).toEqual([])
})

// Readers that ignore ActualText don't find words with vowel marks, and can miss letters that first appeared with one
// (docs/decisions/082-fonts-in-pdfs.md).
test('94 of 100 Arabic words without vowel marks can be found in the PDF', async () => {
  const text = await found(await printed('arabic'))
  const words = wordsOf(LANGUAGE_SETS.arabic).filter((word) => !/\p{Mn}/u.test(word))
  const missing = words.filter((word) => !text.includes(word))
  expect(missing.length / words.length).toBeLessThan(0.06)
})

test('Chinese, Japanese and Korean letters have the shape of their region', async () => {
  const fonts = async (name: keyof typeof LANGUAGE_SETS) => {
    const used = await fontsOf(await printed(name))
    return [...used].filter((font) => !font.startsWith('Instrument')).toSorted()
  }
  expect(await fonts('japanese')).toEqual(['BIZUDPGothic-Bold', 'BIZUDPGothic-Regular'])
  expect(await fonts('simplifiedChinese')).toEqual(['NotoSansHans-Bold', 'NotoSansHans-Regular'])
  expect(await fonts('traditionalChinese')).toEqual(['NotoSansHant-Bold', 'NotoSansHant-Regular'])
  expect(await fonts('korean')).toContain('NanumGothic')
})

test('no letter is printed with a font of the host, and a script without a font is named', async () => {
  const note = 'Ωβ Жф हिन्दी ≥ ✓ ☐ ★ 👍 中文 かな 한글 العربية עברית สวัสดีครับ │'
  const pdf = await print(LANGUAGE_SETS.bilingual, note)
  expect(await foreignFonts(pdf)).toEqual([])
  const text = await found(pdf)
  expect(text).toContain('[Thai]')
  expect(text).not.toContain('สวัสดี')
})

test('long German words are hyphenated, not cut', async () => {
  const text = await found(await printed('german'))
  expect(text.match(/.*….*/)?.[0]).toBeUndefined()
})

test('Korean lines break between words', async () => {
  const set = LANGUAGE_SETS.korean
  const lines = (await pdfText(await certify(set))).join('\n').normalize('NFC')
  const words = set.title.normalize('NFC').split(' ')
  // The certificate has its title as a heading and in a sentence.
  expect(words.filter((word) => lines.split(word).length - 1 < 2)).toEqual([])
})

/** The text with hyphenated words joined. */
async function found(pdf: Buffer) {
  const pages = await pdfText(pdf)
  const joined = pages.join('\n').normalize('NFC')
  return `${joined} ${joined.replaceAll(/[-\u00ad\u2010]\s*\n\s*/g, '')} ${joined.replaceAll(/\s+/g, '')}`
}

function wordsOf({ title, introduction = '', elements }: ContentSetFile) {
  const texts = [
    title,
    introduction.replaceAll('*', ''),
    ...elements.flatMap((element) => [
      element.title,
      element.group ?? '',
      element.description ?? '',
      ...element.statements.map(({ text }) => text),
    ]),
  ]
  return texts.flatMap((text) =>
    text
      .normalize('NFC')
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(Boolean),
  )
}

const BUNDLED = /^(InstrumentSans|NotoSans|Amiri|NotoEmoji|BIZUDPGothic|NanumGothic)/

async function foreignFonts(pdf: Buffer) {
  return [...(await fontsOf(pdf))].filter((font) => !BUNDLED.test(font))
}

/** The names of all fonts, without the prefix of their subset. */
async function fontsOf(pdf: Buffer) {
  const { OPS } = await getResolvedPDFJS()
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const names = new Set<string>()
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { fnArray, argsArray } = await page.getOperatorList()
    fnArray.forEach((operation, index) => {
      if (operation !== OPS.setFont) return
      const font = page.commonObjs.get(argsArray[index][0]) as { name: string }
      names.add(font.name.replace(/^[A-Z]{6}\+/, '').replace(/-Identity-H$/, ''))
    })
  }
  return names
}
