import { parentPort, workerData } from 'node:worker_threads'
import { ContentSetFile } from 'contract/content-format'
import { writeContentFile } from './write-content-workbook.ts'
import type { WorkerData } from '#features/content/exchange/make-export.ts'

const { format, json } = workerData as WorkerData
const file = await writeContentFile(format, ContentSetFile.parse(JSON.parse(json)))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
parentPort?.postMessage(file)
