import { parentPort, workerData } from 'node:worker_threads'
import { CONTENT_LIMITS } from 'contract/content-checks'
import readExcelFile from 'read-excel-file/web-worker'
import type { Sheet } from './workbook-sheets.ts'

// This variant reads the archive by its directory, as the scan did, and starts no thread of its own.
const sheets = (await readExcelFile(workerData as ArrayBuffer)) as unknown as Sheet[]

// Many cells may share one long text; it is copied for each on the way out of this thread.
const size = sheets
  .flatMap(({ data }) => data)
  .reduce(
    (sum, row) => sum + row.reduce((chars: number, cell) => chars + String(cell ?? '').length, 0),
    0,
  )
if (size > CONTENT_LIMITS.unpackedBytes) throw new Error('more text than the limit')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
parentPort?.postMessage(sheets)
