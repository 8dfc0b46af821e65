import { draftOfFile, inForceFrom } from '#features/content/draft-of-file.ts'
import { ContentSetFile } from 'contract/content-format'
import * as fc from 'fast-check'
import readWorkbook from 'read-excel-file/node'
import { expect, test, vi } from 'vitest'
import { aSetWithEvidence } from '#testing/certifying.ts'
import { longSet } from '#testing/long-set.ts'
import { aTinySet } from '#testing/respondent.ts'
import type { ContentRead } from './content-faults.ts'
import { readContentWorkbook } from './read-content-workbook.ts'
import { readContentJson } from './read-content.ts'
import { writeContentJson, writeContentWorkbook } from './write-content-workbook.ts'
import { writeInThread } from '#features/content/exchange/make-export.ts'
import { threads } from '#testing/threads.ts'

const word = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 })
/** Besides the texts of `hostile-text.test.ts`. */
const awkward = fc.constantFrom(
  "'quoted",
  'constructor',
  '__proto__',
  '1e5',
  '2026-11-21',
  '  > quoted',
  '\ttab',
  '007',
  'TRUE',
  '- item',
)
const line = fc.oneof(word, awkward).filter((text) => text.trim() !== '')
const passage = fc.oneof(line, fc.constantFrom('two\nlines', 'Cafe\u0301'))
const maybeLine = fc.option(line, { nil: undefined })
const maybe = fc.option(passage, { nil: undefined })
const weight = fc.constantFrom(1, 0.5, 3, 1 / 3, 12.25)
const maybeNone = fc.oneof(weight, fc.constant(0))
const MOST = 12
const oneToFive = fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined })

const response = fc.record({
  label: line,
  description: maybe,
  action: maybe,
  effort: oneToFive,
  benefit: oneToFive,
  asksForEvidence: fc.option(fc.boolean(), { nil: undefined }),
  asksForNote: fc.option(fc.boolean(), { nil: undefined }),
})
const statement = fc.record({
  text: passage,
  guidance: maybe,
  shortTitle: maybeLine,
  evidenceExample: maybe,
  weight: maybeNone,
  allowsNotApplicable: fc.boolean(),
  asksForEvidence: fc.option(fc.boolean(), { nil: undefined }),
  asksForNote: fc.option(fc.boolean(), { nil: undefined }),
  // The lowest value is used twice.
  values: fc.uniqueArray(fc.double({ min: -1000, max: 1000, noNaN: true }), {
    minLength: 2,
    maxLength: MOST - 1,
    comparator: (a, b) => a === b,
  }),
  responses: fc.array(response, { minLength: MOST, maxLength: MOST }),
})
const percent = fc.oneof(fc.integer({ min: 1, max: 99 }), fc.constantFrom(0.5, 1 / 3, 66.7))
const cuts = fc.uniqueArray(percent, { maxLength: 4 })
const element = fc.record({
  title: line,
  description: maybe,
  group: maybeLine,
  path: fc.option(fc.array(line, { minLength: 1, maxLength: 4 }), { nil: undefined }),
  required: fc.boolean(),
  weight,
  cuts: fc.option(cuts, { nil: undefined }),
  text: passage,
  statements: fc.array(statement, { minLength: 1, maxLength: 3 }),
})
const root = fc.record({
  title: line,
  description: maybe,
  language: fc.constantFrom(undefined, 'en', 'pt-BR', 'ar'),
  source: maybeLine,
  licence: maybe,
  introduction: maybe,
  scaleFrom: fc.constantFrom(null, 0, 1),
  certification: cuts,
  elements: fc.array(element, { minLength: 1, maxLength: 3 }),
})

/** Any valid content set, with texts that a spreadsheet or XML could misread. */
const aContentSet = root.map(({ scaleFrom, certification, elements, ...fields }) =>
  ContentSetFile.parse({
    ...fields,
    format: 'content-set/1',
    ...(scaleFrom !== null && { scale: ['Low', 'Middle', 'High'] }),
    certificationBands: ascending(certification).map((cut) => ({
      label: `From ${cut}`,
      minOverall: cut,
      minElement: cut / 2,
    })),
    elements: elements.map(({ cuts: own, text, group, ...rest }, e) => ({
      ...rest,
      ...(!rest.path && { group }),
      key: `E${e}`,
      ...(own && { reportBands: bandsAt(own, text) }),
      statements: rest.statements.map(({ values, responses, ...each }, s) => ({
        ...each,
        key: `E${e}-${s}`,
        ...(e + s === 0 && { weight: 1 }),
        responses: (scaleFrom === null
          ? ascending([...values, Math.min(...values)])
          : [0, 1, 2].map((level) => level + scaleFrom)
        ).map((value, r) => Object.assign({ key: `L${r}`, value }, responses[r])),
      })),
    })),
  }),
)

test('any content set is read unchanged from its JSON file', () => {
  fc.assert(
    fc.property(aContentSet, (set) => {
      const json = writeContentJson(set)
      expect(writeContentJson(setOf(readContentJson(json)))).toBe(json)
    }),
    { numRuns: 50, endOnFailure: true },
  )
})

test('any content set is read unchanged from its workbook', async () => {
  await fc.assert(
    fc.asyncProperty(aContentSet, async (set) => {
      const read = await readContentWorkbook(await writeContentWorkbook(set))
      expect(writeContentJson(setOf(read))).toBe(writeContentJson(set))
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

test('a set gives the same workbook at any time and in any thread', async () => {
  const set = longSet({ elements: 12, statements: 2 })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2020-01-01') })
  const workbook = await writeContentWorkbook(set).finally(() => vi.useRealTimers())
  const { head, elements } = draftOfFile(set, inForceFrom(2026))
  const stored = elements.map((element, index) => ({ id: index + 1, element }))
  const content = { draft: { head, elements: JSON.stringify(stored) } }
  const { file } = await writeInThread(threads, { format: 'xlsx', content })
  expect(file?.equals(workbook)).toBe(true)
  const read = setOf(await readContentWorkbook(workbook))
  expect((await writeContentWorkbook(read)).equals(workbook)).toBe(true)
})

test('a request for evidence is in both files, and without one its field and column are left out', async () => {
  const none = aTinySet()
  const asking = aSetWithEvidence('A1')
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
  const no = json.replace('"asksForEvidence": true', '"asksForEvidence": false')
  expect(writeContentJson(setOf(readContentJson(no)))).toBe(writeContentJson(none))
})

test('a path is written without the group that it ends in, and another group beside it is a fault', () => {
  const set = aTinySet()
  const [first] = set.elements
  if (first) first.path = ['Part A', 'Access']
  const json = writeContentJson(set)
  const withGroup = (group: string) =>
    readContentJson(json.replace('"path":', `"group": "${group}", "path":`))
  expect(json).toMatch(/"title": "Element A",\s*"path": \[\s*"Part A",\s*"Access"\s*\]/)
  expect(writeContentJson(setOf(withGroup('Access')))).toBe(json)
  const place = 'elements[0].group'
  const message = 'group must be the last heading of path, or left out'
  expect(withGroup('Audit')).toEqual({ faults: [{ place, message }] })
})

test('the first sheet has a row for each field with a value, and no empty rows', async () => {
  const set = { ...aTinySet(), source: 'A standard', scale: ['Low', 'Middle', 'High'] }
  expect(await rowsOf(await writeContentWorkbook(set), 'Content set')).toEqual([
    ['field', 'value'],
    ['title', 'Tiny'],
    ['source', 'A standard'],
    ['scale', 'Low > Middle > High'],
  ])
})

test('the longest texts, keys and lists of a set are read unchanged from both files', async () => {
  const set = longSet({ elements: 2, statements: 1, responses: 250 })
  const key = (part: string) => `${part}-${'k'.repeat(199 - part.length)}`
  const long = 'A licence can be long. '.repeat(2000).slice(0, 32_000).trim()
  const file = ContentSetFile.parse({
    ...set,
    licence: long,
    introduction: long,
    elements: set.elements.map((element) => ({
      ...element,
      key: key(element.key),
      statements: element.statements.map((statement) => ({
        ...statement,
        key: key(statement.key),
        responses: statement.responses.map((one) => ({ ...one, key: key(one.key) })),
      })),
    })),
  })
  const json = writeContentJson(file)
  expect(writeContentJson(setOf(readContentJson(json)))).toBe(json)
  const read = setOf(await readContentWorkbook(await writeContentWorkbook(file)))
  expect(writeContentJson(read)).toBe(json)
})

async function rowsOf(workbook: Buffer, name = 'Responses') {
  const sheets = await readWorkbook(workbook)
  return sheets.find(({ sheet }) => sheet === name)?.data ?? []
}

function setOf(read: ContentRead) {
  if ('faults' in read) throw new Error(JSON.stringify(read.faults, null, 1))
  return read.set
}

function bandsAt(cuts: number[], text: string) {
  const edges = [0, ...ascending(cuts), 100]
  return edges.slice(1).map((to, index) => ({ from: edges[index], to, title: `Up to ${to}`, text }))
}

function ascending(values: number[]) {
  return values.toSorted((one, other) => one - other)
}
