import { fileURLToPath } from 'node:url'
import { needsCjkFonts } from './pdf-fonts.ts'
import type { run } from './pdf-worker.ts'
import type { Threads, ThreadWork } from './threads.ts'

export type PdfPrinter = ReturnType<typeof createPdfPrinter>

/** Prints Typst templates in threads. */
export function createPdfPrinter(threads: Threads, milliseconds = 20_000) {
  const work: ThreadWork<typeof run> = {
    module: new URL('pdf-worker.ts', import.meta.url),
    megabytes: 512,
    milliseconds,
  }
  return { print }

  /** The data reaches the template as JSON in `sys.inputs.data`, never as source. */
  async function print(template: URL, data: unknown, within = milliseconds) {
    const json = JSON.stringify(data)
    const job = { template: fileURLToPath(template), data: json, cjk: needsCjkFonts(json) }
    const pdf = await threads.run({ ...work, milliseconds: within }, job)
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  }
}
