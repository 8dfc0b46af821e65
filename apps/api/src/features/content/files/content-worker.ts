import { parentPort, workerData } from 'node:worker_threads'
import type { Fault } from 'contract/content-format'
import type { Message, WorkerData } from './read-content-file.ts'
import { readNamedFile } from './read-content.ts'
import { summaryOf } from '#features/content/sets/summary.ts'

/** `json` is text because an object would be copied part by part. `count` is the number of all faults. */
export type FileRead =
  | { json: string; summary: ReturnType<typeof summaryOf> }
  | { faults: Fault[]; count: number }

const MOST_FAULTS = 1000

const { name, bytes } = workerData as WorkerData
const read = await readNamedFile(name, Buffer.from(bytes), (progress) => post({ progress }))
post({
  read:
    'set' in read
      ? { json: JSON.stringify(read.set), summary: summaryOf(read.set) }
      : { faults: read.faults.slice(0, MOST_FAULTS), count: read.faults.length },
})

function post(message: Message) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
  parentPort?.postMessage(message)
}
