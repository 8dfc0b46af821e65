import type { PdfPrinter } from '#adapters/pdf.ts'
import { printable } from '#features/reports/page/printable.ts'
import { type CertificatePrint, certificatePage } from '#features/reports/pdf/certificate-page.ts'
import { type ReportPrint, reportPage } from './report-page.ts'

const REPORT = new URL('./pdf/action-report.typ', import.meta.url)
const CERTIFICATE = new URL('./pdf/certificate.typ', import.meta.url)

/** A report as A4 pages, tagged for screen readers (PDF/UA-1). */
export function writeReportPdf(printer: PdfPrinter, report: ReportPrint): Promise<Buffer> {
  return printer.print(REPORT, printable(reportPage(report)))
}

/** A certificate as one A4 page, tagged for screen readers (PDF/UA-1). */
export function writeCertificatePdf(printer: PdfPrinter, print: CertificatePrint): Promise<Buffer> {
  const { qr, verifyUrl, ...page } = certificatePage(print)
  return printer.print(CERTIFICATE, { ...printable(page), qr, verifyUrl })
}
