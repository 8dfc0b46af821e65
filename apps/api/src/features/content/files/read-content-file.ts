import type { ContentSetFile } from 'contract/content-format'
import { type Threads, type ThreadWork, ThreadLimit } from '#adapters/threads.ts'
import { refusal } from './content-faults.ts'
import type { FileRead, run } from './content-worker.ts'
import type { Given } from './read-other.ts'

const READ: ThreadWork<typeof run> = {
  module: new URL('content-worker.ts', import.meta.url),
  megabytes: 256,
  milliseconds: 30_000,
}

/** `before` is the edition whose next version it becomes. */
export type ImportedFile = {
  name: string
  file: Uint8Array<ArrayBuffer>
  before?: ContentSetFile | undefined
} & Pick<Given, 'choices' | 'other'>

/** Reads a file in a thread with limits of memory and time. Its bytes move there. */
export async function readContentFile(
  threads: Threads,
  { name, file, ...given }: ImportedFile,
  onProgress?: (percent: number) => void,
): Promise<FileRead> {
  try {
    const job = { name, bytes: file, ...given }
    return await threads.run(READ, job, { onReport: onProgress, moved: [file] })
  } catch (error) {
    // A text or a stack beyond what Node.js allows.
    if (error instanceof ThreadLimit || error instanceof RangeError) return UNREADABLE
    throw error
  }
}

const UNREADABLE: FileRead = {
  ...refusal(
    'The file is too large or too complex to read. Split the content set into smaller ones. In a workbook, you can also remove formulas and formatting.',
  ),
  count: 1,
}
