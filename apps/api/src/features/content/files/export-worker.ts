import { ContentSetFile } from 'contract/content-format'
import type { ExportFormat } from 'contract/content-exports'
import { writeContentFile } from './write-content-workbook.ts'

/** Runs in a thread. Throws if it is no content set. */
export async function run({ format, json }: { format: ExportFormat; json: string }) {
  return await writeContentFile(format, ContentSetFile.parse(JSON.parse(json)))
}
