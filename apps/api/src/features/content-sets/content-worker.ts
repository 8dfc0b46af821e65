import { parentPort, workerData } from 'node:worker_threads'
import type { ContentSetFile, Fault } from 'contract/content-format'
import { readContent } from './read-content.ts'
import type { Message } from './read-content-file.ts'

/** `count`: of all faults; no more than the first are passed on. */
export type FileRead = { set: ContentSetFile } | { faults: Fault[]; count: number }

const MOST_FAULTS = 1000

const read = await readContent(Buffer.from(workerData as ArrayBuffer), (progress) =>
  post({ progress }),
)
post({
  read:
    'set' in read ? read : { faults: read.faults.slice(0, MOST_FAULTS), count: read.faults.length },
})

function post(message: Message) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
  parentPort?.postMessage(message)
}
