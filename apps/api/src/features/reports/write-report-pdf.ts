import type { PdfPrinter } from '#adapters/pdf.ts'
import { reportPage, type ReportPrint } from './report-page.ts'
import { printable } from '#features/reports/page/printable.ts'

const TEMPLATE = new URL('./pdf/action-report.typ', import.meta.url)

/** A report as A4 pages, tagged for screen readers (PDF/UA-1). */
export function writeReportPdf(printer: PdfPrinter, report: ReportPrint): Promise<Buffer> {
  return printer.print(TEMPLATE, printable(reportPage(report)))
}
