import { Worker } from 'node:worker_threads'
import { refusal } from './content-faults.ts'
import type { FileRead } from './content-worker.ts'

const DEADLINE_MS = 30_000

export type Message = { progress: number } | { read: FileRead }

export type WorkerData = { name: string; bytes: ArrayBuffer }

/** Reads a file in a thread with limits of memory and time. */
export async function readContentFile(
  name: string,
  bytes: Uint8Array,
  onProgress: (percent: number) => void = () => {},
): Promise<FileRead> {
  const workerData: WorkerData = { name, bytes: Uint8Array.from(bytes).buffer }
  const worker = new Worker(new URL('content-worker.ts', import.meta.url), {
    workerData,
    transferList: [workerData.bytes],
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  })
  const timer = setTimeout(() => void worker.terminate(), DEADLINE_MS)
  try {
    return await new Promise((resolve) => {
      worker.on('message', (message: Message) => {
        if ('read' in message) resolve(message.read)
        else onProgress(message.progress)
      })
      worker.on('error', () => resolve(UNREADABLE))
      worker.on('exit', () => resolve(UNREADABLE))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

const UNREADABLE: FileRead = {
  ...refusal(
    'The file is too large or too complex to read. Split the content set, or save the workbook again as .xlsx with values only.',
  ),
  count: 1,
}
