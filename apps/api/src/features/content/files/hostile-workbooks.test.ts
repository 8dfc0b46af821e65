import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { archive, type Parts, partsOf } from '#testing/archive.ts'
import { aSmallSet } from '#testing/factories.ts'
import { writeContentWorkbook } from './write-content-workbook.ts'

type HostileWorkbook = {
  name: string
  bytes: Buffer
  /** What the refusal must say. */
  says: RegExp
}

const SHEET = 'xl/worksheets/sheet2.xml'
const STRINGS = 'xl/sharedStrings.xml'
const BOOK = 'xl/workbook.xml'
const TYPES = '[Content_Types].xml'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const A_MEGABYTE = 1024 * 1024

const LARGE = /larger than 20 MB when unpacked/
const DAMAGED = /damaged/
const FAR = /sheet is too large/
const ENTITIES = /can’t read this workbook/
const UNREADABLE = /can’t read this workbook/
const FORMULA = /contains a formula/
const NO_BOOK = /not an Excel workbook/

const ENTRY = Buffer.from('PK\u0001\u0002')

type Reading = { ms: number; growth: number; size: number; said: string }

const folder = mkdtempSync(join(tmpdir(), 'waymark-workbooks-'))
const workbooks = await hostileWorkbooks()
const good = save('good', await writeContentWorkbook(aSmallSet()))
afterAll(() => rmSync(folder, { recursive: true }))

test('hostile workbooks are refused within a second and 64 MB, and valid ones are read', () => {
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

async function hostileWorkbooks(): Promise<HostileWorkbook[]> {
  const good = await writeContentWorkbook(aSmallSet())
  const parts = await partsOf(good)
  const text = (path: string) => parts[path]?.toString() ?? ''
  const withPart = (path: string, xml: string | Buffer) =>
    archive({ ...parts, [path]: Buffer.from(xml) })
  const withSheet = (content: string) =>
    withPart(SHEET, `<worksheet xmlns="${MAIN}"><sheetData>${content}</sheetData></worksheet>`)
  const entity = (declaration: string) => `<!DOCTYPE x [${declaration}]><x>&a;</x>`
  const spaces = (megabytes: number) => Buffer.alloc(megabytes * A_MEGABYTE, 0x20)
  const cells = (count: number, cell: string) => `<row r="2">${cell.repeat(count)}</row>`

  const merged = '</sheetData><mergeCells count="1"><mergeCell ref="A2:A4"/></mergeCells>'
  const macros = text(TYPES).replace('openxmlformats-officedocument', 'ms-excel.sheet.macroEnabled')
  const binary = macros.replace('sheet.macroEnabled', 'sheet.binary.macroEnabled.main')
  const duplicate = await withPart('xl/worksheets/sheet9.xml', text(SHEET))

  const variants: [name: string, bytes: Buffer | Promise<Buffer>, says: RegExp][] = [
    ['300 MB in one part', withPart(STRINGS, spaces(300)), LARGE],
    ['30 parts of 1 MB', archive({ ...parts, ...manyParts(30, spaces(1)) }), LARGE],
    ['2,000 parts', archive({ ...parts, ...manyParts(2000, Buffer.alloc(1)) }), /internal files/],
    ['a part larger than declared', lying(await withPart(STRINGS, spaces(30))), DAMAGED],
    ['an entity', withPart(BOOK, entity('<!ENTITY a "b">')), ENTITIES],
    ['a billion laughs', withPart(STRINGS, entity(laughs())), ENTITIES],
    ['a local file', withPart(SHEET, entity('<!ENTITY a SYSTEM "file:///etc/passwd">')), ENTITIES],
    ['an entity in lower case', withPart(SHEET, '<!doctype x [<!entity a "b">]>'), ENTITIES],
    ['an archive in an archive', archive({ 'xl/book.xlsx': good }), NO_BOOK],
    ['a path that climbs', renamed(good, BOOK, '../workbook.xml'), DAMAGED],
    ['a path from the root', renamed(good, BOOK, '/l/workbook.xml'), DAMAGED],
    ['a column far out', withSheet('<row r="2"><c r="XFD2"><v>1</v></c></row>'), FAR],
    ['a row far out', withSheet('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'), FAR],
    ['an address behind an escape', withSheet('<row r="2"><c r="&#65;2000000"/></row>'), DAMAGED],
    ['a long text shared by all cells', sharing(parts), UNREADABLE],
    ['50,000 formulas', withSheet(cells(50_000, '<c r="A2"><f>1+1</f></c>')), FORMULA],
    ['a prefixed formula', withSheet(cells(1, '<c r="A2"><x:f xmlns:x="x">1</x:f></c>')), FORMULA],
    [
      'merged cells',
      withPart(SHEET, text(SHEET).replace('</sheetData>', merged)),
      /A2:A4 are merged/,
    ],
    [
      'a million attributes',
      withSheet(`<row r="2"><c ${'x="1" '.repeat(1_000_000)}r="A2"/></row>`),
      DAMAGED,
    ],
    ['rows in rows', withSheet('<row r="2">'.repeat(300_000)), DAMAGED],
    ['a tag without an end', withSheet(`<row r="2"><c r="${' '.repeat(10_000_000)}`), DAMAGED],
    ['a missing text', withSheet('<row r="1"><c r="A1" t="s"><v>999999</v></c></row>'), /./],
    ['macros', withPart(TYPES, macros), /contains macros/],
    ['binary parts', withPart(TYPES, binary), /binary workbook \(\.xlsb\)/],
    ['a word about macros', withPart(TYPES, `<Types><!-- macroEnabled -->`), UNREADABLE],
    ['one part twice', renamed(duplicate, 'xl/worksheets/sheet9.xml', SHEET), /file twice/],
    ['half an archive', good.subarray(0, good.length / 2), NO_BOOK],
    ['only its first bytes', Buffer.from('PK\u0003\u0004'), NO_BOOK],
    ['a password', encrypted(good), DAMAGED],
    ['an unknown compression', packed(good, 99), DAMAGED],
  ]
  return await Promise.all(
    variants.map(async ([name, bytes, says]) => ({ name, bytes: await bytes, says })),
  )
}

function manyParts(count: number, bytes: Buffer): Parts {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`xl/more/${n}.xml`, bytes]))
}

function laughs() {
  const level = (n: number) => `<!ENTITY a${n} "${`&a${n - 1};`.repeat(10)}">`
  return `<!ENTITY a0 "ha">${[1, 2, 3, 4, 5, 6, 7, 8, 9].map(level).join('')}<!ENTITY a "&a9;">`
}

/** One text of half a megabyte, in a hundred cells. */
async function sharing(parts: Parts) {
  const rows = Array.from(
    { length: 100 },
    (_, n) => `<row r="${n + 1}"><c r="A${n + 1}" t="s"><v>0</v></c></row>`,
  )
  const sheet = `<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`
  const strings = `<sst xmlns="${MAIN}"><si><t>${'x'.repeat(A_MEGABYTE / 2)}</t></si></sst>`
  return await archive({
    ...parts,
    [SHEET]: Buffer.from(sheet),
    [STRINGS]: Buffer.from(strings),
  })
}

/** Changes every entry of the archive's directory. */
function inDirectory(bytes: Buffer, change: (entry: number) => void) {
  for (let at = bytes.indexOf(ENTRY); at >= 0; at = bytes.indexOf(ENTRY, at + 4)) change(at)
  return bytes
}

function lying(bytes: Buffer) {
  return inDirectory(bytes, (at) => bytes.writeUInt32LE(100, at + 24))
}

function encrypted(good: Buffer) {
  const bytes = Buffer.from(good)
  return inDirectory(bytes, (at) => bytes.writeUInt16LE(bytes.readUInt16LE(at + 8) | 1, at + 8))
}

function packed(good: Buffer, method: number) {
  const bytes = Buffer.from(good)
  return inDirectory(bytes, (at) => bytes.writeUInt16LE(method, at + 10))
}

/** The same archive with another path of the same length. */
function renamed(bytes: Buffer, from: string, to: string) {
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
}
