import type { DraftFault } from 'contract/draft'
import type { ExportFormat } from 'contract/content-exports'
import { type ContentText, fileOfText } from '#features/content/read-draft.ts'
import { summaryOf } from '#features/content/sets/set-summary.ts'
import { writeContentFile } from '#features/content/files/write-content-workbook.ts'

/** A set with more responses is only checked. */
type Job = { format: ExportFormat; content: ContentText; maxResponses: number }
type Written = { title: string; file: Uint8Array | undefined } | { faults: DraftFault[] }

/** Writes the file of a content set, in a thread. */
export async function run({ format, content, maxResponses }: Job): Promise<Written> {
  const read = fileOfText(content)
  if ('faults' in read) return read
  const { file } = read
  const isWritten = summaryOf(file).responses <= maxResponses
  return { title: file.title, file: isWritten ? await writeContentFile(format, file) : undefined }
}
