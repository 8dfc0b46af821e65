import { expect, test } from 'vitest'
import { archive, partsOf } from '#testing/archive.ts'
import { numeric, type RawSheet, rawWorkbook, smallSheets } from '#testing/sheet-xml.ts'
import { readContent } from './read-content.ts'

const DROP_DOWN =
  '<extLst><ext xmlns:x14="x"><x14:dataValidation type="list"><x14:formula1><xm:f xmlns:xm="y">Statements!$B$2:$B$9</xm:f></x14:formula1></x14:dataValidation></ext></extLst>'
const CONDITIONAL =
  '<conditionalFormatting sqref="A1"><cfRule type="expression"><formula>A1=1</formula></cfRule></conditionalFormatting>'

async function read(given: RawSheet[]) {
  return await readContent(await rawWorkbook({ sheets: given }))
}

/** Changes the XML of the sheet of responses. */
const ofResponses = (change: Partial<RawSheet>) =>
  smallSheets().map((sheet) => (sheet.name === 'Responses' ? { ...sheet, ...change } : sheet))
const more = (rows: RawSheet['rows']) =>
  ofResponses({ rows: [...(smallSheets()[3]?.rows ?? []), ...rows] })

const formula = { inside: '<f>1+1</f><v>2</v>' }

const ORDINARY: [what: string, sheets: RawSheet[]][] = [
  ['drop-downs and rules with formulas', ofResponses({ after: CONDITIONAL + DROP_DOWN })],
  ['empty cells with a format', more([[null, { attributes: 's="0"' }, { inside: '<v/>' }]])],
  ['texts that are empty', more([['', ' ', { attributes: 't="str"', inside: '<v></v>' }]])],
  [
    'merged cells without a value',
    ofResponses({ after: '<mergeCells><mergeCell ref="A40:D41"/></mergeCells>' }),
  ],
  [
    'hidden and further sheets with formulas and merged cells',
    [
      {
        name: 'Notes',
        rows: [[formula, 'x']],
        after: '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>',
      },
      ...smallSheets(),
      { name: 'Lists', rows: [['a'], [formula]], state: 'state="veryHidden"' },
      { name: 'Chart', rows: [], kind: 'chartsheet' },
      { name: 'Dialog', rows: [], kind: 'dialogsheet' },
    ],
  ],
]

test.each(ORDINARY)('a workbook with %s is read', async (_, given) => {
  expect(await read(given)).toMatchObject({ set: { title: 'A set' } })
})

test('formatted rows and cells at the end of a sheet are no reason to refuse it', async () => {
  const empty = '<row r="1048576" ht="12.8"/><row r="2"><c r="XFD2" s="0"/></row>'
  const bytes = await rawWorkbook({ sheets: smallSheets() })
  const changed = await withXml(bytes, (xml) => xml.replace('</sheetData>', `${empty}</sheetData>`))
  expect(await readContent(changed)).toMatchObject({ set: { title: 'A set' } })
})

test('places without an address, and parts in other folders, are read', async () => {
  const bytes = await rawWorkbook({ sheets: smallSheets() })
  const bare = await withXml(bytes, (xml) => xml.replaceAll(/ r="[A-Z]*\d+"/g, ''))
  expect(await readContent(bare)).toMatchObject({ set: { title: 'A set' } })
})

/** The sheet of responses with titles above the names of its columns, and further cells. */
const RESPONSES = smallSheets()[3]?.rows ?? []
const AT = { head: ['statement', 'key', 'label', 'value'], first: ['A1', 'r1', 'Low', numeric(1)] }
const [, , second = []] = RESPONSES
const titled = (above: RawSheet['rows'], after?: string) =>
  ofResponses({ rows: [...above, AT.head, AT.first, second], ...(after && { after }) })

test.each([
  ['a title above the names of the columns', titled([['Our responses']])],
  [
    'a title in merged cells, an empty row and a remark',
    titled(
      [['Responses'], [], [null, 'of 2026']],
      '<mergeCells><mergeCell ref="A1:D1"/></mergeCells>',
    ),
  ],
])('a workbook with %s is read', async (_, given) => {
  expect(await read(given)).toMatchObject({ set: { title: 'A set' } })
})

const sum = { inside: '<f>SUM(D2:D3)</f><v>3</v>' }
const ofElements = (rows: RawSheet['rows']) =>
  smallSheets().map((sheet) => (sheet.name === 'Elements' ? { ...sheet, rows } : sheet))

test.each([
  ['a total below a column', more([[], [null, null, null, sum]])],
  ['a total with a word beside it', more([['Total', null, null, sum]])],
  [
    'a total of weights',
    ofElements([
      ['key', 'title', 'weight'],
      ['A', 'First'],
      ['Total', null, sum],
    ]),
  ],
  ['totals beside the columns', more([[null, null, null, null, sum]])],
  ['a total above the columns', titled([['Responses', null, null, sum]])],
])('a workbook with %s is read, because totals are no content', async (_, given) => {
  expect(await read(given)).toMatchObject({ set: { title: 'A set', elements: { length: 1 } } })
})

test.each([
  ['of a row with a key', more([['A1', 'r3', 'Highest', sum]]), 'Responses row 4: value contains'],
  [
    'of a text',
    ofElements([
      ['key', 'title'],
      ['A', sum],
    ]),
    'Elements row 2: title contains',
  ],
])('a formula %s is refused', async (_, given, fault) => {
  const result = await read(given)
  const faults = 'faults' in result ? result.faults : []
  expect(faults.map(({ place, message }) => `${place}: ${message}`)).toEqual([
    expect.stringContaining(`${fault} a formula, which shows “3”`),
  ])
})

const [head, first] = [AT.head, AT.first]
test.each([
  [
    'two columns with the same name',
    [[...head, 'Key\u200b '], first, second],
    'row 1: The columns B and E have the same name, “key”. Keep only one.',
  ],
  [
    'a column without a name',
    [head, [...first, null, 'Do this'], second],
    'row 1: Column F has no name, so its content in row 2 would be lost. Enter a name in row 1, or clear the column.',
  ],
  [
    'a column whose name can’t be seen',
    [['Our responses'], [...head, '\u200b'], first, [...second, 'Do this']],
    'row 2: Column E has no name, so its content in row 4 would be lost. Enter a name in row 2, or clear the column.',
  ],
  [
    'a row above the names of the columns',
    [first, head, second],
    'row 1: This row is above the names of the columns, which are in row 2. Move it below them or delete it.',
  ],
])('a workbook with %s is refused', async (_, rows, fault) => {
  const result = await read(ofResponses({ rows }))
  const faults = 'faults' in result ? result.faults : []
  expect(faults.map(({ place, message }) => `${place}: ${message}`)).toEqual([`Responses ${fault}`])
})

test('names of sheets and columns are read without what no one sees', async () => {
  const named = smallSheets().map(({ name, rows: [head, ...rows] }) => ({
    name: `\u200b${name.toUpperCase()}`,
    rows: [
      (head ?? []).map((title) => (typeof title === 'string' ? `${title}\u200b\u00a0` : title)),
      ...rows,
    ],
  }))
  expect(await read(named)).toMatchObject({ set: { title: 'A set' } })
})

test('parts in any encoding that they show or declare are read, and others are refused', async () => {
  const parts = await partsOf(
    await rawWorkbook({ sheets: smallSheets().map((one) => inTitle(one, 'Größe')) }),
  )
  const encoded = async (encode: (xml: string) => Buffer) =>
    await readContent(
      await archive(
        Object.fromEntries(
          Object.entries(parts).map(([path, part]) => [path, encode(part.toString())]),
        ),
      ),
    )
  const latin = (name: string) => (xml: string) =>
    Buffer.from(`<?xml version="1.0" encoding="${name}"?>${xml}`, 'latin1')
  const wide = (xml: string) => Buffer.from(xml, 'utf16le')
  const read = { set: { title: 'Größe' } }
  expect(await encoded(latin('ISO-8859-1'))).toMatchObject(read)
  expect(await encoded(latin('windows-1252'))).toMatchObject(read)
  expect(await encoded((xml) => wide(`\ufeff${xml}`))).toMatchObject(read)
  expect(await encoded((xml) => wide(`\ufeff${xml}`).swap16())).toMatchObject(read)
  expect(await encoded((xml) => wide(`<?xml version="1.0"?>${xml}`).swap16())).toMatchObject(read)
  const message = expect.stringMatching(/^We can’t read this workbook/)
  for (const name of ['utf-8', 'x-unknown'])
    expect(await encoded(latin(name))).toEqual({ faults: [{ place: 'File', message }] })
})

function inTitle(sheet: RawSheet, title: string): RawSheet {
  const rows = sheet.rows.map((row) => row.map((cell) => (cell === 'A set' ? title : cell)))
  return { ...sheet, rows }
}

test('two sheets with the same name are refused, however it is written', async () => {
  for (const name of ['ELEMENTS ', 'Elements\u115f'])
    expect(await read([...smallSheets(), { name, rows: [['key', 'title']] }])).toEqual({
      faults: [
        {
          place: 'File',
          message: expect.stringMatching(
            /^The workbook has two sheets with the same name, “Elements”/,
          ),
        },
      ],
    })
})

test('a link to an address of any form is no reason to refuse a workbook', async () => {
  const parts = await partsOf(await rawWorkbook({ sheets: smallSheets() }))
  const path = 'xl/_rels/workbook.xml.rels'
  const link =
    '<Relationship Id="x" Type="y/externalLink" Target="http://[x" TargetMode="External"/>'
  const changed = String(parts[path]).replace('</Relationships>', `${link}</Relationships>`)
  const bytes = await archive({ ...parts, [path]: Buffer.from(changed) })
  expect(await readContent(bytes)).toMatchObject({ set: { title: 'A set' } })
})

test('sheets that are not read are named', async () => {
  expect(await read([...smallSheets(), { name: 'Lists', rows: [['a']] }])).toMatchObject({
    ignored: ['Lists'],
  })
})

const FOREIGN = [
  { name: 'Content set', rows: [['name', 'owner']] },
  { name: 'Elements', rows: [['id', 'title', 'weight', 'status']] },
  { name: 'Statements', rows: [['id', 'text', 'area']] },
  { name: 'Responses', rows: [['who', 'when', 'label', 'comment', 'value']] },
  { name: 'Bands', rows: [['from', 'to']] },
]

test('so does one whose sheets happen to have our names', async () => {
  expect(await read(FOREIGN)).toEqual({
    faults: [{ place: 'File', message: expect.stringMatching(/^The workbook needs the sheets/) }],
  })
})

test('each fault is told where only some columns have other names', async () => {
  const renamed = smallSheets().map(({ rows: [head = [], ...rows], ...sheet }) => ({
    ...sheet,
    rows: [head.map((title, at) => (at === 0 ? 'ours' : title)), ...rows],
  }))
  const result = await read(renamed)
  expect('faults' in result && result.faults.map(({ message }) => message)).toContain(
    'The sheet needs a column named “element”.',
  )
})

test('a workbook with two of our sheets in quite another shape gets one sentence', async () => {
  const rows = Array.from({ length: 300 }, () => ['x', formula])
  const after = '<mergeCells><mergeCell ref="A2:B2"/></mergeCells>'
  const names = ['Responses', 'Statements']
  expect(await read(names.map((name) => ({ name, rows, after })))).toEqual({
    faults: [
      {
        place: 'File',
        message: expect.stringMatching(/^The workbook needs the sheets .* sample/),
      },
    ],
  })
})

async function withXml(bytes: Buffer, change: (xml: string) => string) {
  const parts = await partsOf(bytes)
  const sheet = Object.entries(parts).map(([path, part]) => [
    path,
    path.includes('worksheets/') ? Buffer.from(change(part.toString())) : part,
  ])
  return await archive(Object.fromEntries(sheet) as typeof parts)
}
