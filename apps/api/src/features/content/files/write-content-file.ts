import type { ExportFormat } from 'contract/content-exports'
import type { ContentSetFile } from 'contract/content-format'
import { writeContentJson } from './write-content-json.ts'
import { writeContentWorkbook } from './write-content-workbook.ts'

/** The file of exchange of either kind. */
export async function writeContentFile(format: ExportFormat, set: ContentSetFile): Promise<Buffer> {
  if (format === 'json') return Buffer.from(writeContentJson(set))
  return await writeContentWorkbook(set)
}
