import type { PdfPrinter } from '#adapters/pdf.ts'
import { printable } from '#features/reports/page/printable.ts'
import { type CertificatePrint, certificatePage } from '#features/reports/pdf/certificate-page.ts'

const TEMPLATE = new URL('./pdf/certificate.typ', import.meta.url)

/** A certificate as one A4 page, tagged for screen readers (PDF/UA-1). */
export function writeCertificatePdf(
  printer: PdfPrinter,
  certificate: CertificatePrint,
): Promise<Buffer> {
  const { qr, verifyUrl, ...page } = certificatePage(certificate)
  return printer.print(TEMPLATE, { ...printable(page), qr, verifyUrl })
}
