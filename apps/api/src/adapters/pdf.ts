import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { needsCjkFonts } from './pdf-fonts.ts'
import type { PdfJob } from './pdf-worker.ts'

export type PdfPrinter = ReturnType<typeof createPdfPrinter>

/** Prints Typst templates on worker threads, which end when idle. */
export function createPdfPrinter({ deadline = 20_000, threads = availableParallelism() } = {}) {
  const pool = new Piscina<PdfJob, Uint8Array>({
    filename: new URL('./pdf-worker.ts', import.meta.url).href,
    name: 'printPdf',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    maxQueue: 100,
    closeTimeout: deadline,
  })
  return { print, close: () => pool.close({ force: true }) }

  /** The data reaches the template as JSON in `sys.inputs.data`, never as source. */
  async function print(template: URL, data: unknown) {
    const json = JSON.stringify(data)
    const job = { template: fileURLToPath(template), data: json, cjk: needsCjkFonts(json) }
    const pdf = await pool.run(job, { signal: AbortSignal.timeout(deadline) })
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  }
}
