import type { CertifiedPart, ReportSnapshot } from 'contract/reports'
import sharp from 'sharp'
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { expect, test } from 'vitest'
import { printLogo } from '#adapters/logo.ts'
import { createPdfPrinter } from '#adapters/pdf.ts'
import { workedExample } from '#testing/worked-example.ts'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { scoreContours } from 'brand/score-contours'
import type { Brand } from '#features/reports/report-page.ts'
import { writeCertificatePdf, writeReportPdf } from '#features/reports/write-pdf.ts'
import { threads } from '#testing/threads.ts'

const BRAND = { colour: '#1c5c46', name: 'Northfield Trust' }
const CERTIFIED: CertifiedPart = {
  number: '2026-0417',
  code: '7QK4-M2XD-9HTP',
  holder: 'Northfield Trust',
  band: 'Established',
  bands: ['Foundation', 'Established', 'Leading'],
  valid_from: '2026-11-20',
  valid_until: '2027-11-19',
  certified_by: 'Ada Auditor',
}
const VERIFY = 'https://northfield.example.org/verify/7QK4-M2XD-9HTP'

const printer = createPdfPrinter(threads)

const declared = buildSnapshot(workedExample())
const certifiedReport: ReportSnapshot = {
  ...declared,
  kind: 'certification',
  title: `Certification report ${declared.year}`,
  certified: declared.current,
  band: 'Established',
  certification: CERTIFIED,
  elements: declared.elements.map((element) => ({
    ...element,
    certified: element.current,
    statements: element.statements.map((statement) => ({
      ...statement,
      certified: statement.current,
      certified_score: statement.current_score,
      remark: `Seen for ${statement.key}.`,
    })),
  })),
}

const print = (change: Partial<CertifiedPart> = {}, title = declared.content_set.title) =>
  writeCertificatePdf(printer, {
    snapshot: { ...certifiedReport, content_set: { ...declared.content_set, title } },
    certified: { ...CERTIFIED, ...change },
    brand: BRAND,
    verifyUrl: VERIFY,
  })

async function read(pdf: Buffer) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { text } = await extractText(document, { mergePages: true })
  return { text: text.replaceAll(/\s/g, ''), pages: document.numPages, document }
}

test('a certificate has all its details on one tagged page', async () => {
  const pdf = await print()
  const { text, pages, document } = await read(pdf)
  expect(pages).toBe(1)
  for (const words of [
    'NorthfieldTrusthasbeenindependentlyassessed',
    'andhasreachedEstablished',
    '20November2026',
    '19November2027',
    '2026-0417',
    'AdaAuditor',
    '7QK4M2XD9HTP',
    'northfield.example.org/verify',
    ...certifiedReport.elements.map(({ title }) => title.replaceAll(/\s/g, '')),
  ])
    expect(text).toContain(words)
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  expect(pdf.toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>')
  const { info } = await document.getMetadata()
  expect(info).toMatchObject({ Language: 'en-GB' })
})

test('a certificate with long names, many or no bands is one page', async () => {
  const long = 'A framework of responsibilities, safeguards and continual improvement for all'
  const bands = Array.from({ length: 10 }, (_, index) => `Band ${index + 1}`)
  for (const pdf of [
    await print({ holder: `${long} ${long}` }, long),
    await print({ band: 'Band 7', bands }),
    await print({ band: null, bands: [] }),
  ])
    expect((await read(pdf)).pages).toBe(1)
})

test('the logo is printed instead of the first letter, on certificates and reports', async () => {
  const picture = sharp({ create: { width: 80, height: 40, channels: 4, background: '#1C5C46' } })
  const logo = await printLogo(await picture.png().toBuffer())
  const { OPS } = await getResolvedPDFJS()
  for (const write of [
    (brand: Brand) =>
      writeCertificatePdf(printer, {
        snapshot: certifiedReport,
        certified: CERTIFIED,
        brand,
        verifyUrl: VERIFY,
      }),
    (brand: Brand) => writeReportPdf(printer, { snapshot: certifiedReport, brand }),
  ]) {
    const plain = await read(await write(BRAND))
    const branded = await read(await write({ ...BRAND, logo }))
    expect(plain.text).toMatch(/^NNorthfieldTrust/)
    expect(branded.text).toMatch(/^NorthfieldTrust/)
    const { fnArray } = await (await branded.document.getPage(1)).getOperatorList()
    expect(fnArray).toContain(OPS.paintImageXObject)
  }
})

test('equal scores draw equal contours, whose lines never touch', () => {
  const hill = { x: 0, y: 0, lines: 27, step: 10 }
  const scores = [0.2, 0.9, 0.4, 0.4, 1, 0, 0.7, 0.3]
  expect(scoreContours(scores, hill)).toEqual(scoreContours(scores, hill))
  expect(scoreContours(scores, hill)).not.toEqual(scoreContours(scores.toReversed(), hill))
  for (const shape of [scores, [1], [], Array.from({ length: 40 }, (_, index) => index % 2)]) {
    const lines = scoreContours(shape, hill).map(({ points }) =>
      points.map(([x, y]) => Math.hypot(x, y)),
    )
    const gaps = lines
      .slice(1)
      .flatMap((line, index) => line.map((radius, at) => radius - (lines[index]?.[at] ?? 0)))
    expect(Math.min(...gaps)).toBeGreaterThan(0)
  }
})

test('a certification report has three states, remarks and certificate, without actions', async () => {
  const snapshot = certifiedReport
  const { text } = await read(await writeReportPdf(printer, { snapshot, brand: BRAND }))
  expect(text).toContain('Whattheauditorcertified')
  expect(text).toContain('Certificate2026-0417,certifiedbyAdaAuditor,validuntil19November2027.')
  for (const { statements } of snapshot.elements)
    for (const { key } of statements) expect(text).toContain(`Seenfor${key}.`)
  expect(text).not.toContain('Widestgapfirst')
})
