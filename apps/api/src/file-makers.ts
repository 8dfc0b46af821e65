import { makeExport } from '#features/content/exchange/make-export.ts'
import { makeDownload } from '#features/insight/downloads/make-download.ts'
import { makePdf } from '#features/reports/pdf/make-pdf.ts'
import type { FileMakers } from '#support/create-file.ts'

/** How a job creates a file, by its kind. */
export const fileMakers: FileMakers = {
  'content-export': makeExport,
  'report-pdf': makePdf,
  'own-data': makeDownload,
  'whole-data': makeDownload,
}
