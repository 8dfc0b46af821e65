import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPdfPrinter } from './pdf.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-pdf-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a template that does not compile fails alone, and says where', async () => {
  const printer = createPdfPrinter()
  await expect(printer.print(await template('#panic("no")'), {})).rejects.toThrow(
    'does not compile',
  )
  const pdf = await printer.print(await template('#set document(title: "T")\nHello'), {})
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await printer.close()
})

test('what takes longer than the deadline is given up, and the next job runs', async () => {
  const slow = await template(
    '#let n = 0\n#for i in range(100000) { for j in range(2000) { n += j } }',
  )
  const printer = createPdfPrinter({ deadline: 3000 })
  await expect(printer.print(slow, {})).rejects.toThrow('The task has been aborted')
  const pdf = await printer.print(await template('#set document(title: "T")\nHello'), {})
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await printer.close()
})

test('a closed printer takes no more jobs', async () => {
  const printer = createPdfPrinter()
  await printer.close()
  await expect(printer.print(await template('Hello'), {})).rejects.toThrow()
})

async function template(source: string) {
  const path = join(folder, `${crypto.randomUUID()}.typ`)
  await writeFile(path, source)
  return pathToFileURL(path)
}
