import { archive } from './archive.ts'

/** A cell as a spreadsheet program writes it: its XML without the place, or a text. */
export type RawCell = string | { attributes?: string; inside?: string } | null

export type RawSheet = {
  name: string
  rows: readonly (readonly RawCell[])[]
  /** Attributes of the sheet in the list of sheets, such as `state="hidden"`. */
  state?: string
  /** XML after the cells. */
  after?: string
  kind?: 'worksheet' | 'chartsheet' | 'dialogsheet'
}

export type RawBook = {
  sheets: readonly RawSheet[]
  /** Codes of number formats. The style of each is its place, from 1. */
  formats?: readonly (string | number)[]
  strings?: readonly string[]
  is1904?: boolean
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A workbook with cells that our own writer never writes. */
export async function rawWorkbook({ sheets, formats = [], strings = [], is1904 }: RawBook) {
  const listed = sheets.map(
    ({ name, state = '' }, n) => `<sheet name="${name}" sheetId="${n + 1}" ${state} r:id="s${n}"/>`,
  )
  const related = sheets.map(({ kind = 'worksheet' }, n) =>
    relation(`s${n}`, kind, fileOf(kind, n)),
  )
  const parts: Record<string, string> = {
    '_rels/.rels': relations([relation('b', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...related,
      relation('t', 'styles', 'styles.xml'),
      relation('u', 'sharedStrings', 'sharedStrings.xml'),
    ]),
    'xl/styles.xml': stylesOf(formats),
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings.map((one) => `<si>${one}</si>`).join('')}</sst>`,
  }
  for (const [n, sheet] of sheets.entries())
    parts[`xl/${fileOf(sheet.kind ?? 'worksheet', n)}`] = sheetXml(sheet)
  const bytes = Object.entries(parts).map(([path, xml]) => [path, Buffer.from(xml)])
  return await archive(Object.fromEntries(bytes) as Record<string, Buffer>)
}

function fileOf(kind: string, n: number) {
  return `${kind}s/sheet${n}.xml`
}

function relation(id: string, kind: string, target: string) {
  return `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`
}

function relations(all: string[]) {
  return `<Relationships xmlns="${PACKAGE}">${all.join('')}</Relationships>`
}

/** Conditional formats number theirs in another way than cells. */
const DXFS =
  '<dxfs><dxf><numFmt numFmtId="9" formatCode="0.00"/></dxf><dxf><numFmt numFmtId="20" formatCode="d-mmm-yy"/></dxf></dxfs>'

function stylesOf(formats: readonly (string | number)[]) {
  const own = formats.map((code, n) =>
    typeof code === 'string' ? `<numFmt numFmtId="${200 + n}" formatCode="${escaped(code)}"/>` : '',
  )
  const styles = formats.map(
    (code, n) => `<xf numFmtId="${typeof code === 'number' ? code : 200 + n}"/>`,
  )
  return `<styleSheet xmlns="${MAIN}"><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs>${DXFS}</styleSheet>`
}

function sheetXml({ rows, after = '', kind }: RawSheet) {
  if (kind && kind !== 'worksheet') return `<${kind} xmlns="${MAIN}"/>`
  const xml = rows.map((cells, r) => {
    const inRow = cells.map((cell, c) => cellXml(cell, `${String.fromCharCode(65 + c)}${r + 1}`))
    return `<row r="${r + 1}">${inRow.join('')}</row>`
  })
  return `<worksheet xmlns="${MAIN}"><sheetData>${xml.join('')}</sheetData>${after}</worksheet>`
}

function cellXml(cell: RawCell, place: string) {
  if (cell === null) return ''
  if (typeof cell === 'string')
    return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  return `<c r="${place}" ${cell.attributes ?? ''}>${cell.inside ?? ''}</c>`
}

function escaped(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** A number, in the format of a style. */
export function numeric(value: number | string, style = 0): RawCell {
  return { attributes: `s="${style}"`, inside: `<v>${value}</v>` }
}

/** The sheets of a valid workbook of content. */
export function smallSheets(): RawSheet[] {
  return [
    {
      name: 'Content set',
      rows: [
        ['field', 'value'],
        ['title', 'A set'],
      ],
    },
    {
      name: 'Elements',
      rows: [
        ['key', 'title'],
        ['A', 'First'],
      ],
    },
    {
      name: 'Statements',
      rows: [
        ['element', 'key', 'text'],
        ['A', 'A1', 'We keep a list.'],
      ],
    },
    {
      name: 'Responses',
      rows: [
        ['statement', 'key', 'label', 'value'],
        ['A1', 'r1', 'Low', numeric(1)],
        ['A1', 'r2', 'High', numeric(2)],
      ],
    },
  ]
}
