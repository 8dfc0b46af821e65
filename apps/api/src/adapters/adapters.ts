import type { IsBreached } from './breached.ts'
import type { ScanForViruses } from './virus-scan.ts'
import type { Files } from './files.ts'
import type { SendMail } from './mail.ts'
import type { PdfPrinter } from './pdf.ts'
import type { Threads } from './threads.ts'

/** What the app uses from outside. Tests replace these. */
export type Adapters = {
  now: () => Date
  /** Undefined without SMTP_URL. Mails then appear on the development outbox page only, or wait with MAIL=off. */
  sendMail: SendMail | undefined
  /** Connects and signs in. Undefined without SMTP_URL. */
  checkMail: (() => Promise<void>) | undefined
  threads: Threads
  printer: PdfPrinter
  isBreached: IsBreached
  files: Files
  /** Undefined without CLAMAV_URL. Files are then not scanned. */
  scanForViruses: ScanForViruses | undefined
}
