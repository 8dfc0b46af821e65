import type { GeneratedFile } from 'contract/generated-files'
import { api } from '#core/api.ts'
import type { CallInit } from '#core/transport.ts'
import { useGeneratedFile } from '#support/use-generated-file.ts'

/** Downloads a report as PDF. */
export function useReportPdf(start: (init: CallInit) => Promise<GeneratedFile>) {
  return useGeneratedFile(
    api.reportPdfs,
    (_: void, init) => start(init),
    'The PDF could not be created',
  )
}
