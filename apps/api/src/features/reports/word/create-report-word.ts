import type { Threads, ThreadWork } from '#adapters/threads.ts'
import type { ReportPrint } from '#features/reports/report-page.ts'
import type { run } from './word-worker.ts'

const WORD: ThreadWork<typeof run> = {
  module: new URL('word-worker.ts', import.meta.url),
  megabytes: 1024,
  milliseconds: 60_000,
}

/** Writes the Word document in a thread. */
export async function createReportWord(threads: Threads, print: ReportPrint): Promise<Buffer> {
  const { buffer, byteOffset, byteLength } = await threads.run(WORD, print)
  return Buffer.from(buffer, byteOffset, byteLength)
}
