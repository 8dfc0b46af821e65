import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Sheet } from './workbook-sheets.ts'

const DEADLINE_MS = 20_000

/** The values of all sheets, parsed in a thread that may use up neither memory nor time. */
export async function parseWorkbook(bytes: Uint8Array): Promise<Sheet[] | undefined> {
  const worker = new Worker(new URL('workbook-worker.ts', import.meta.url), {
    workerData: Uint8Array.from(bytes).buffer,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  })
  try {
    const [sheets] = await once(worker, 'message', { signal: AbortSignal.timeout(DEADLINE_MS) })
    return sheets
  } catch {
    return undefined
  } finally {
    await worker.terminate()
  }
}
