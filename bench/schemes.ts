import { ContentSetFile } from 'contract/content-format'
import { compareEditions } from 'rules/compare-editions'
import { mayBeMinor } from 'api/features/content/edition-changes'
import { readNamedFile } from 'api/features/content/files/read-content'
import {
  writeContentJson,
  writeContentWorkbook,
} from 'api/features/content/files/write-content-workbook'
import { machine } from './parts/cpu.ts'

// `node bench/schemes.ts`: files and editions of 2,000 elements and 50,000 responses that use groups, headings, key
// statements, responses of the set and conditions of bands, and frameworks in other formats of the same size.
const ELEMENTS = Number(process.env.BENCH_ELEMENTS ?? 2000)
const STATEMENTS = 5
/** Seconds of CPU: reading as for any import, comparing as the check before publication. */
const MOST = { read: 30, compare: 10 }
const LEVELS = ['one', 'two', 'three']

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const set = ContentSetFile.parse(aSet('There is a rule'))
const changed = ContentSetFile.parse(aSet('There is a written rule'))
const json = writeContentJson(set)

console.log(
  `Schemes: ${ELEMENTS} elements, ${ELEMENTS * STATEMENTS} statements, ${ELEMENTS * STATEMENTS * 5} responses; ${machine()}`,
)
await measure('content-set/1, JSON', MOST.read, () => read('set.json', json))
const workbook = await measure('writing it as a workbook', MOST.read, () =>
  writeContentWorkbook(set),
)
await measure('content-set/1, workbook', MOST.read, () => read('set.xlsx', workbook))
await measure('table, CSV', MOST.read, () => read('table.csv', aTable()))
await measure('OSCAL catalogue', MOST.read, () => read('catalogue.json', aCatalogue()))
await measure('library of CISO Assistant, YAML', MOST.read, () => read('library.yaml', aLibrary()))
await measure('comparing two versions', MOST.compare, () => {
  if (compareEditions(set, changed).changed.length !== ELEMENTS * STATEMENTS)
    throw new Error('Not every statement changed.')
  return mayBeMinor(set, changed)
})

async function measure<T>(name: string, most: number, work: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  const seconds = (user + system) / 1e6
  console.log(`  ${name}  ${seconds.toFixed(1)} s (at most ${most})`)
  return result
}

async function read(name: string, content: string | Uint8Array) {
  const result = await readNamedFile(name, Buffer.from(content))
  if ('faults' in result) throw new Error(`${name}: ${JSON.stringify(result.faults[0])}`)
  const count = result.set.elements.reduce((sum, { statements }) => sum + statements.length, 0)
  if (count !== ELEMENTS * STATEMENTS) throw new Error(`${name} has ${count} statements.`)
}

function aSet(text: string) {
  return {
    format: 'content-set/1',
    title: 'A long scheme',
    scoreFrom: 'zero',
    responses: numbers(5).map((value) => ({ key: `r${value}`, label: `Step ${value}`, value })),
    groups: [
      ...LEVELS.map((key, index) => ({ key, label: `Level ${key}`, kind: 'level', order: index })),
      { key: 'large', label: 'Large', kind: 'profile' },
    ],
    elementBands: LEVELS.map((of) => ({ label: `Domain ${of}`, minStatement: 75, of })),
    certificationBands: LEVELS.map((of) => ({ label: `Stage ${of}`, minStatement: 75, of })),
    elements: numbers(ELEMENTS).map((e) => ({
      key: `E${e}`,
      title: `Element ${e}`,
      path: [`Part ${Math.floor(e / 500)}`, `Chapter ${Math.floor(e / 50)}`],
      statements: numbers(STATEMENTS).map((s) => ({
        key: `E${e}.${s}`,
        text: `${text} about ${e} and ${s}.`,
        guidance: 'Look for **who** does it, and when.',
        groups: [LEVELS[s % LEVELS.length], ...(s === 0 ? ['large'] : [])],
        ...(s === 0 && { isKey: true }),
      })),
    })),
  }
}

function aTable() {
  const rows = numbers(ELEMENTS * STATEMENTS).map((row) => {
    const element = row % STATEMENTS === 0 ? `Element ${row / STATEMENTS}` : ''
    return `R${row},${element},"There is a rule, number ${row}.",Look for who does it.,${LEVELS[row % LEVELS.length]}`
  })
  return ['Ref,Area,Requirement,Guidance,Level', ...rows].join('\r\n')
}

function aCatalogue() {
  const groups = numbers(ELEMENTS).map((g) => ({
    id: `g${g}`,
    title: `Group ${g}`,
    controls: numbers(STATEMENTS).map((c) => ({
      id: `g${g}-${c}`,
      title: `Control ${c}`,
      params: [{ id: `g${g}-${c}_p`, label: 'how often' }],
      parts: [
        { name: 'statement', prose: `Do it {{ insert: param, g${g}-${c}_p }}.` },
        { name: 'guidance', prose: 'Look for who does it.' },
      ],
    })),
  }))
  return JSON.stringify({ catalog: { metadata: { title: 'A long catalogue' }, groups } })
}

function aLibrary() {
  const nodes = numbers(ELEMENTS).flatMap((e) => [
    `      - { urn: e${e}, assessable: false, ref_id: E${e}, name: Element ${e} }`,
    ...numbers(STATEMENTS).map(
      (s) =>
        `      - { urn: e${e}s${s}, parent_urn: e${e}, assessable: true, ref_id: E${e}.${s}, description: There is a rule, implementation_groups: [${LEVELS[s % LEVELS.length]}] }`,
    ),
  ])
  const groups = LEVELS.map((key) => `      - { ref_id: ${key}, name: Level ${key} }`)
  return `name: A long library
locale: en
objects:
  framework:
    name: A long framework
    implementation_groups_definition:
${groups.join('\n')}
    requirement_nodes:
${nodes.join('\n')}
`
}
