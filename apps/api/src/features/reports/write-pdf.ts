import type { PdfPrinter } from '#adapters/pdf.ts'
import { withoutControls } from '#core/csv.ts'
import { type CertificatePrint, certificatePage } from '#features/reports/pdf/certificate-page.ts'
import { type ReportPrint, reportPage } from './report-page.ts'

const REPORT = new URL('./pdf/action-report.typ', import.meta.url)
const CERTIFICATE = new URL('./pdf/certificate.typ', import.meta.url)

/** Words this long get zero-width spaces, because they would overflow their column. */
const LONG_WORD = /\S{30,}/gu
const ZERO_WIDTH_SPACE = '\u200b'

/** A report as A4 pages, tagged for screen readers (PDF/UA-1). */
export function writeReportPdf(printer: PdfPrinter, report: ReportPrint): Promise<Buffer> {
  return printer.print(REPORT, printable(reportPage(report)))
}

/** A certificate as one A4 page, tagged for screen readers (PDF/UA-1). */
export function writeCertificatePdf(printer: PdfPrinter, print: CertificatePrint): Promise<Buffer> {
  const { qr, verifyUrl, ...page } = certificatePage(print)
  return printer.print(CERTIFICATE, { ...printable(page), qr, verifyUrl })
}

/** A copy for printing, without control characters and with breaks in long words. */
function printable<Data>(data: Data): Data {
  const json = JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'string' ? withBreaks(withoutControls(value)) : value,
  )
  return JSON.parse(json) as Data
}

function withBreaks(text: string) {
  return text.replaceAll(LONG_WORD, (word) =>
    (word.match(/.{1,20}/gsu) ?? []).join(ZERO_WIDTH_SPACE),
  )
}
