import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as fc from 'fast-check'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { demoSet } from '#demo/demo-set.ts'
import { aProvingSet } from '#testing/certifying.ts'
import { aContentSet } from '#testing/content-arbitrary.ts'
import { longSet } from '#testing/long-set.ts'
import { aTinySet } from '#testing/respondent.ts'
import type { ContentRead } from './content-faults.ts'
import { readContentJson } from './read-content.ts'
import { readContentWorkbook } from './read-content-workbook.ts'
import { writeContentJson } from './write-content-json.ts'
import { writeContentWorkbook } from './write-content-workbook.ts'
import { writeInThread } from './write-in-thread.ts'

const samples =
  process.env['WAYMARK_SAMPLE_DATA'] ??
  resolve(import.meta.dirname, '../../../../../../../shared/data')

test('export → import → export of the demo set is byte-identical, by either file', async () => {
  const json = writeContentJson(demoSet())
  expect(writeContentJson(setOf(readContentJson(json)))).toBe(json)
  expect(
    writeContentJson(setOf(await readContentWorkbook(await writeContentWorkbook(demoSet())))),
  ).toBe(json)
})

test('every content set survives its JSON file unchanged', () => {
  fc.assert(
    fc.property(aContentSet, (set) => {
      const json = writeContentJson(set)
      expect(writeContentJson(setOf(readContentJson(json)))).toBe(json)
    }),
  )
})

test('every content set survives its workbook unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(aContentSet, async (set) => {
      const read = await readContentWorkbook(await writeContentWorkbook(set))
      expect(writeContentJson(setOf(read))).toBe(writeContentJson(set))
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 60_000)

test('a set gives the same workbook byte for byte, whenever and in whichever thread it is written', async () => {
  const set = longSet({ elements: 600, statements: 2 })
  const workbook = await writeContentWorkbook(set)
  // An archive tells its time in steps of two seconds.
  await new Promise((done) => setTimeout(done, 2100))
  expect((await writeInThread('xlsx', set)).equals(workbook)).toBe(true)
  const read = setOf(await readContentWorkbook(workbook))
  expect((await writeContentWorkbook(read)).equals(workbook)).toBe(true)
}, 60_000)

test('evidence that is asked for is in either file; where none is, neither file says a word of it', async () => {
  const none = aTinySet()
  const asking = aProvingSet('A1')
  const [first, second] = asking.elements[0]?.statements[0]?.responses ?? []
  if (second) second.asksForEvidence = undefined
  expect(first?.asksForEvidence).toBe(true)
  const json = writeContentJson(asking)
  expect(json.match(/asksForEvidence/g)).toHaveLength(1)
  expect(json.replace(/,\s*"asksForEvidence": true/, '')).toBe(writeContentJson(none))
  const workbook = await writeContentWorkbook(asking)
  expect(setOf(await readContentWorkbook(workbook))).toEqual(setOf(readContentJson(json)))
  const [head] = await rowsOf(workbook)
  expect(head?.at(-1)).toBe('asks for evidence')
  const [bare] = await rowsOf(await writeContentWorkbook(none))
  expect(bare?.at(-1)).toBe('benefit')
})

test('no is the same as nothing said of evidence', () => {
  const bare = writeContentJson(aTinySet())
  const said = JSON.parse(bare) as { elements: { statements: { responses: object[] }[] }[] }
  Object.assign(said.elements[0]?.statements[0]?.responses[0] ?? {}, { asksForEvidence: false })
  expect(writeContentJson(setOf(readContentJson(JSON.stringify(said))))).toBe(bare)
})

async function rowsOf(workbook: Buffer) {
  const sheets = await readWorkbook(workbook)
  return sheets.find(({ sheet }) => sheet === 'Responses')?.data ?? []
}

test.runIf(existsSync(samples))('the two sample files are the same set', async () => {
  const json = readFileSync(resolve(samples, 'owasp-samm-2.json'), 'utf8')
  const workbook = readFileSync(resolve(samples, 'owasp-samm-2.xlsx'))
  expect(writeContentJson(setOf(readContentJson(json)))).toBe(json)
  expect(writeContentJson(setOf(await readContentWorkbook(workbook)))).toBe(json)
})

function setOf(read: ContentRead) {
  if ('faults' in read) throw new Error(JSON.stringify(read.faults, null, 1))
  return read.set
}
