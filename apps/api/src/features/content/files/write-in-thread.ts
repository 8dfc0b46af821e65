import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ExportFormat } from 'contract/content-exports'

export type WorkerData = { format: ExportFormat; json: string }

/** As `writeContentFile`, in a thread of its own: a large set is seconds of work. What is no content set is refused. */
export async function writeInThread(format: ExportFormat, set: unknown): Promise<Buffer> {
  const workerData: WorkerData = { format, json: JSON.stringify(set) }
  const worker = new Worker(new URL('export-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  try {
    const [bytes] = (await once(worker, 'message')) as [Uint8Array]
    return Buffer.from(bytes)
  } finally {
    await worker.terminate()
  }
}
