import { parentPort, workerData } from 'node:worker_threads'
import type { ContentSetFile } from 'contract/content-format'
import { writeContentWorkbook } from './write-content-workbook.ts'

const workbook = await writeContentWorkbook(JSON.parse(String(workerData)) as ContentSetFile)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
parentPort?.postMessage(workbook)
