import { Readable } from 'node:stream'
import yazl from 'yazl'
import { stripControls } from '#core/csv.ts'
import { inChunks } from './in-chunks.ts'

/** A list as a file. Its rows are read while it is sent, because lists can be long. */
export type ListFile = {
  /** Also the sheet's name. */
  title: string
  columns: readonly { header: string; /** In characters. */ width: number }[]
  rows: AsyncIterable<readonly ListCell[]>
}

export type ListCell = string | number | Date | null

// The library that writes report workbooks keeps all rows in memory.

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Indexes in the workbook's list of styles. */
const STYLE = { bold: 1, moment: 2 }

/** Characters in one cell, Excel's limit. */
const LONGEST = 32_767
/** Lists have fewer than 26 columns. */
const A = 'A'.charCodeAt(0)
const A_DAY = 86_400_000
/** 1 January 1970 in the workbook's day count. */
const EPOCH = 25_569

/** Streams a list as a workbook with one sheet. */
export function streamWorkbook(file: ListFile): Readable {
  const zip = new yazl.ZipFile()
  for (const [path, xml] of Object.entries(fixedParts(file.title)))
    zip.addBuffer(Buffer.from(HEAD + xml), path)
  const sheet = Readable.from(inChunks(sheetXml(file)), { objectMode: false })
  const out = Readable.from(zip.outputStream)
  sheet.on('error', (error) => out.destroy(error))
  out.on('close', () => sheet.destroy())
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  return out
}

function fixedParts(title: string): Record<string, string> {
  return {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ),
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
}

function relations(...targets: [type: string, target: string][]) {
  const each = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${RELATIONS}">${each.join('')}</Relationships>`
}

async function* sheetXml({ columns, rows }: ListFile) {
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  yield rowXml(
    1,
    columns.map(({ header }) => textCell(header, STYLE.bold)),
  )
  let number = 1
  for await (const row of rows) yield rowXml((number += 1), row.map(cellOf))
  yield '</sheetData></worksheet>'
}

type Cell = { attributes: string; content: string }

function rowXml(number: number, cells: readonly Cell[]) {
  const each = cells.map(
    ({ attributes, content }, index) =>
      `<c r="${String.fromCharCode(A + index)}${number}"${attributes}>${content}</c>`,
  )
  return `<row r="${number}">${each.join('')}</row>`
}

function cellOf(cell: ListCell): Cell {
  if (cell === null) return { attributes: '', content: '' }
  if (typeof cell === 'string') return textCell(cell)
  if (typeof cell === 'number') return { attributes: '', content: `<v>${cell}</v>` }
  const days = cell.getTime() / A_DAY + EPOCH
  return { attributes: ` s="${STYLE.moment}"`, content: `<v>${days}</v>` }
}

/** Always a string, so that no text becomes a formula. */
function textCell(text: string, style = 0): Cell {
  const value = escaped(stripControls(text).slice(0, LONGEST))
  return {
    attributes: ` s="${style}" t="inlineStr"`,
    content: `<is><t xml:space="preserve">${value}</t></is>`,
  }
}

function escaped(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
