import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSmallSet } from '#testing/factories.ts'
import { type HostileWorkbook, hostileWorkbooks } from '#testing/hostile-workbooks.ts'
import { writeContentWorkbook } from './write-content-workbook.ts'

type Reading = { ms: number; growth: number; size: number; said: string }

let folder: string
let workbooks: HostileWorkbook[]
let good: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waymark-workbooks-'))
  workbooks = await hostileWorkbooks()
  good = save('good', await writeContentWorkbook(aSmallSet()))
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

test('hostile workbooks are refused within a second of work and 64 MB, a good one beside them is read', () => {
  const files = workbooks.map(({ bytes }, index) => save(String(index), bytes))
  const [first, ...readings] = readingsOf([good, ...files, good])
  expect(first?.said).toBe('')
  expect(readings.pop()?.said).toBe('')
  const wrong = readings.flatMap((reading, index) => {
    const { name, says } = workbooks[index] ?? { name: '', says: /never/ }
    const isRefused = says.test(reading.said) && reading.ms < 1000 && reading.growth < 64
    return isRefused ? [] : [{ name, ...reading }]
  })
  expect(wrong).toEqual([])
  expect(workbooks.length).toBeGreaterThanOrEqual(20)
}, 120_000)

function save(name: string, bytes: Buffer) {
  const file = join(folder, `${name}.xlsx`)
  writeFileSync(file, bytes)
  return file
}

function readingsOf(files: readonly string[]): Reading[] {
  const script = join(import.meta.dirname, '../../../testing/read-files.ts')
  const lines = execFileSync(process.execPath, [script, ...files], { encoding: 'utf8' })
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reading)
}
