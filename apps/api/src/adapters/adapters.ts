import type { IsBreached } from './breached.ts'
import type { ScanForViruses } from './virus-scan.ts'
import type { Files } from './files.ts'
import type { SendMail } from './mail.ts'
import type { PdfPrinter } from './pdf.ts'

/** The outside, replaceable at the edge: tests bring their own clock, nothing else. */
export type Adapters = {
  now: () => Date
  /** Undefined without SMTP_URL: mails stay on the development outbox page. */
  sendMail: SendMail | undefined
  printer: PdfPrinter
  isBreached: IsBreached
  files: Files
  /** Undefined without CLAMAV_URL: files are taken as they are. */
  scanForViruses: ScanForViruses | undefined
}
