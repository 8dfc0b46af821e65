import { afterAll, expect, test } from 'vitest'
import { openThreads } from 'api/adapters/threads'
import type { run } from 'api/features/assessments/workbook/read-answers'
import { ANSWERS_BYTES } from 'contract/questions'
import { archive } from 'api/testing/archive'
import { printTable } from './longest-block.ts'
import { MB, filled, worst, worstOf } from './hostile-shapes.ts'

// The workbook in which respondents fill in their answers, at its largest size.

const threads = openThreads()
afterAll(async () => {
  printTable('workbooks of answers', worst.splice(0))
  await threads.close()
})

const READ = {
  module: new URL(
    '../../apps/api/src/features/assessments/workbook/read-answers.ts',
    import.meta.url,
  ),
  megabytes: 256,
  milliseconds: 30_000,
}
const read = (bytes: Buffer) =>
  threads.run<typeof run>(READ, Uint8Array.from(bytes)).catch((error: unknown) => error)

const SHAPES = ['<', '<c r="A1"/>', '<c><f>', '<row>', '<!--', '&', ' a="', '<c t="s"><v>0</v></c>']

test('workbooks of answers', async () => {
  const workbooks: (readonly [string, Buffer])[] = [
    ['5 MB of "PK"', Buffer.from(filled('PK\x03\x04', ANSWERS_BYTES), 'latin1')],
  ]
  for (const shape of SHAPES)
    workbooks.push([
      `19 MB of ${JSON.stringify(shape)}`,
      await archive({
        '[Content_Types].xml': Buffer.from('<Types></Types>'),
        'xl/workbook.xml': Buffer.from('<workbook></workbook>'),
        'xl/worksheets/sheet1.xml': Buffer.from(`<sheetData>${filled(shape, 19 * MB)}`),
      }),
    ])
  for (const [shape, file] of workbooks)
    expect(file.length, shape).toBeLessThanOrEqual(ANSWERS_BYTES)
  await worstOf('a workbook of answers (thread)', workbooks, read)
}, 1_200_000)
