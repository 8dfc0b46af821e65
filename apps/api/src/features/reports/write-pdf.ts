import { titleWithScope } from 'rules/scope'
import { scaleOf } from 'rules/scores'
import type { PdfPrinter } from '#adapters/pdf.ts'
import { nameScriptsWithoutFont } from '#adapters/pdf-fonts.ts'
import { stripControls } from '#core/csv.ts'
import { longDate } from './long-date.ts'
import { type ReportPrint, type Brand, reportPage, initialOf } from './report-page.ts'
import { isHyphenated, printLanguage } from './pdf/print-language.ts'
import { breakable } from './pdf/breakable.ts'
import { brandTokens } from 'brand/brand-tokens'
import { capMarks } from 'contract/clean-text'
import type { CertifiedPart, ReportSnapshot } from 'contract/reports'
import { referenceOf } from 'rules/reference'
import { formatScore } from 'rules/report-labels'
import encodeQr from 'qr'
import { scoreContours } from 'brand/score-contours'

const REPORT = new URL('./pdf/action-report.typ', import.meta.url)
const CERTIFICATE = new URL('./pdf/certificate.typ', import.meta.url)

/** Words this long get zero-width spaces, because they would overflow their column. Chinese breaks anywhere. */
const LONG_WORD =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]{30,}/gu
/** The typesetter hyphenates these. */
const LONG_LETTERS = /^\p{P}*[\p{L}\p{M}]{1,100}\p{P}*$/u
const ZERO_WIDTH_SPACE = '\u200b'

/** A report as A4 pages, tagged for screen readers (PDF/UA-1). */
export function writeReportPdf(
  printer: PdfPrinter,
  report: ReportPrint,
  within?: number,
): Promise<Buffer> {
  const { language } = report.snapshot.content_set
  const page = { ...printable(reportPage(report), language), logo: report.brand.logo ?? null }
  return printer.print(REPORT, page, within)
}

/** A certificate as one A4 page, tagged for screen readers (PDF/UA-1). */
export function writeCertificatePdf(printer: PdfPrinter, print: CertificatePrint): Promise<Buffer> {
  const { qr, verifyUrl, ...page } = certificatePage(print)
  const { language } = print.snapshot.content_set
  const logo = print.brand.logo ?? null
  return printer.print(CERTIFICATE, { ...printable(page, language), qr, verifyUrl, logo })
}

/** A copy for printing: without control characters and heaps of accents, with breaks in long words, and with names of scripts without a font. */
export function printable<Data>(data: Data, language: string | undefined): Data {
  const hyphenates = isHyphenated(language)
  const json = JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'string'
      ? withBreaks(nameScriptsWithoutFont(capMarks(stripControls(value))), hyphenates)
      : value,
  )
  return JSON.parse(json) as Data
}

function withBreaks(text: string, hyphenates: boolean) {
  return text.replaceAll(LONG_WORD, (word) =>
    hyphenates && LONG_LETTERS.test(word)
      ? word
      : (word.match(/(?:.\p{M}*){1,20}/gsu) ?? []).join(ZERO_WIDTH_SPACE),
  )
}

type CertificatePrint = {
  snapshot: ReportSnapshot
  certified: CertifiedPart
  brand: Brand
  /** The public verification page. */
  verifyUrl: string
}

/** With more elements they are only in the report, because a certificate is one page. */
const MAX_ELEMENTS = 24

/** The data of the certificate's template, in points of a page of 595 by 842. */
function certificatePage({ snapshot, certified, brand, verifyUrl }: CertificatePrint) {
  const { light } = brandTokens(brand.colour)
  const title = titleWithScope(snapshot.content_set.title, snapshot.scope)
  const scale = scaleOf(snapshot.content_set)
  const scored = snapshot.elements.filter((element) => element.certified !== null)
  const reached = certified.bands.findIndex((label) => label === certified.band)
  const half = Math.ceil(scored.length / 2)
  const rows = scored.map((element) => ({
    reference: breakable(referenceOf(element)),
    title: element.title,
    value: formatScore(element.certified, scale),
  }))
  return {
    language: printLanguage(snapshot.content_set.language),
    tenant: brand.name,
    initial: initialOf(brand.name),
    colours: { primary: light.primary, onPrimary: light['primary-foreground'] },
    title,
    holder: certified.holder,
    scope: `${title} ${snapshot.year}`,
    year: String(snapshot.year),
    band: certified.band,
    overall: `${formatScore(snapshot.certified, scale)} overall`,
    rungs: certified.bands.map((label, index) => ({
      label: `${index + 1} ${label}`,
      isReached: index <= reached,
      isBand: index === reached,
    })),
    elementsTitle: scale
      ? `Certified level by element, from ${scale.lowest} to ${scale.lowest + scale.names.length - 1}`
      : 'Certified result by element',
    columns: rows.length > MAX_ELEMENTS ? [] : [rows.slice(0, half), rows.slice(half)],
    isDense: rows.length > 12,
    issued: longDate(certified.valid_from),
    validUntil: longDate(certified.valid_until),
    number: certified.number,
    auditor: certified.certified_by,
    check: new URL(verifyUrl).host,
    code: certified.code.replaceAll('-', ' '),
    verifyUrl,
    qr: encodeQr(verifyUrl, 'svg', { ecc: 'medium', border: 1 }),
    contours: scoreContours(
      scored.map((element) => element.certified ?? 0),
      { x: 457, y: 247, lines: 27, step: 12.2 },
    ),
  }
}
