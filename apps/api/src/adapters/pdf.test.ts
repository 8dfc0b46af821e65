import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createPdfPrinter } from './pdf.ts'
import { openThreads } from './threads.ts'

const folder = await mkdtemp(join(tmpdir(), 'waymark-pdf-'))
afterAll(() => rm(folder, { recursive: true }))

test('a faulty template and one that takes too long fail, and the next job runs', async () => {
  const threads = openThreads()
  const printer = createPdfPrinter(threads, 20_000)
  const faulty = await template('#panic("no")')
  await expect(printer.print(faulty, {})).rejects.toThrow('The PDF template has an error')
  const slow = await template(
    '#let n = 0\n#for i in range(15000) { for j in range(400) { n += j } }',
  )
  const hasty = createPdfPrinter(threads, 500)
  await expect(hasty.print(slow, {})).rejects.toThrow('The background task took too long.')
  const pdf = await printer.print(await template('#set document(title: "T")\nHello'), {})
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await threads.close()
  await expect(printer.print(await template('Hello'), {})).rejects.toThrow()
})

async function template(source: string) {
  const path = join(folder, `${crypto.randomUUID()}.typ`)
  await writeFile(path, source)
  return pathToFileURL(path)
}
