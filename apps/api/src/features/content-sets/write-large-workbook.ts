import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ContentSetFile } from 'contract/content-format'
import { writeContentWorkbook } from './write-content-workbook.ts'

/** Responses that a workbook is written with while others wait: some tenths of a second. */
const AT_ONCE = 2000

/** As `writeContentWorkbook`, a large one in a thread of its own: its cells are seconds of work. */
export async function writeLargeWorkbook(set: ContentSetFile): Promise<Buffer> {
  const statements = set.elements.flatMap((element) => element.statements)
  const responses = statements.reduce((sum, statement) => sum + statement.responses.length, 0)
  if (responses <= AT_ONCE) return await writeContentWorkbook(set)
  const worker = new Worker(new URL('workbook-worker.ts', import.meta.url), {
    workerData: JSON.stringify(set),
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  try {
    const [bytes] = (await once(worker, 'message')) as [Uint8Array]
    return Buffer.from(bytes)
  } finally {
    await worker.terminate()
  }
}
