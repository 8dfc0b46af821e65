import { attributeOf, type XmlTag, XmlFault, xmlTags, xmlText } from '#adapters/xml-tags.ts'
import { isBlank } from 'contract/clean-text'
import { CONTENT_LIMITS } from 'contract/content-limits'
import type { Fault } from 'contract/content-format'
import { type Cell, GENERAL, isoDateCell, numberCell } from './shown-cell.ts'
import { inlineText, type readBook, unescaped, XML_LIMITS } from './workbook-parts.ts'

/** Cells with a value, by their column from 0. Merged cells count as one, which covers columns. */
export type Row = { row: number; cells: Map<number, Cell> }
export type Merged = { cells: string; row: number; from: number; to: number }
export type SheetCells = { rows: Row[]; merged: Merged[] }

type Book = NonNullable<ReturnType<typeof readBook>>

// Room for a header, every response, and formatted but empty rows.
const MAX_ROW = CONTENT_LIMITS.responses * 2
const MAX_COLUMN = 26 * 27

const TOO_FAR =
  'The sheet is too large. It has more than 100,000 rows or 700 columns, including empty ones. Delete those that you don’t need.'

const DAMAGED = 'The sheet is damaged. Save the workbook again as .xlsx.'

/** A text that the workbook doesn't have. */
export class MissingText extends Error {
  override name = 'MissingText'
}

/** Reading a sheet from its first tag to its last. */
type Reader = {
  xml: string
  book: Book
  row: number
  column: number
  /** The cell whose end isn't reached. */
  open: { tag: XmlTag; isFormula: boolean; value?: string } | undefined
  valueFrom: number
  rows: Map<number, Map<number, Cell>>
  merged: Merged[]
}

class TooFar extends Error {
  override name = 'TooFar'
}

/** The cells of a sheet, or the fault that ends reading it. */
export function readCells(name: string, xml: string, book: Book): SheetCells | Fault {
  const reader: Reader = {
    xml,
    book,
    row: 0,
    column: 0,
    open: undefined,
    valueFrom: 0,
    rows: new Map(),
    merged: [],
  }
  try {
    for (const tag of xmlTags(xml, XML_LIMITS))
      (tag.isEnd ? AT_END : AT_START)[tag.name]?.(reader, tag)
  } catch (error) {
    const place = `${name} row ${reader.row}`
    if (error instanceof TooFar) return { place, message: TOO_FAR }
    // Before the first row it is no sheet.
    if (error instanceof XmlFault && reader.row > 0) return { place, message: DAMAGED }
    throw error
  }
  const rows = [...reader.rows].map(([row, cells]) => ({ row, cells }))
  const merged = reader.merged.filter(({ row, from }) => reader.rows.get(row)?.has(from))
  return { rows: rows.toSorted((one, other) => one.row - other.row), merged }
}

type Step = (reader: Reader, tag: XmlTag) => void

// Without a prototype, because the names come from a file.
const steps = (given: Record<string, Step>): Record<string, Step> =>
  Object.assign(Object.create(null) as Record<string, Step>, given)

const AT_START = steps({
  mergeCell: (reader, tag) => reader.merged.push(mergedOf(tag)),
  row: (reader, tag) => goTo(reader, tag, { row: reader.row + 1, column: 0 }),
  c: (reader, tag) => {
    goTo(reader, tag, { row: reader.row, column: reader.column + 1 })
    reader.open = tag.isEmpty ? undefined : { tag, isFormula: false }
  },
  f: ({ open }) => {
    if (open) open.isFormula = true
  },
  v: startValue,
  is: startValue,
})

const AT_END = steps({ v: endValue, is: endValue, c: endCell })

function startValue(reader: Reader, { to }: XmlTag) {
  reader.valueFrom = to
}

function endValue({ open, xml, valueFrom }: Reader, { from }: XmlTag) {
  if (open) open.value = xml.slice(valueFrom, from)
}

/** Keeps a cell with a value or a formula. */
function endCell(reader: Reader) {
  const { open, row, column, book, rows } = reader
  reader.open = undefined
  if (!open) return
  const { tag, value, isFormula } = open
  const cell = value === undefined ? undefined : cellOf(tag, value, book)
  if (!cell && !isFormula) return
  if (row > MAX_ROW || column > MAX_COLUMN) throw new TooFar()
  const cells = rows.get(row) ?? new Map<number, Cell>()
  rows.set(row, cells)
  cells.set(column - 1, {
    ...(cell ?? { shown: '', kind: 'text' }),
    ...(isFormula && { isFormula: true }),
  })
}

/** A place is written such as `B12` or `12`, must not be hidden behind an escape, and can be left out. */
function goTo(at: Reader, tag: XmlTag, next: Pick<Reader, 'row' | 'column'>) {
  const place = placeOf(attributeOf(tag, 'r') ?? '')
  at.row = place.row ?? next.row
  at.column = place.column ?? next.column
}

function placeOf(address: string) {
  const [isAddress, letters = '', digits] = /^([a-z]{0,9})(\d{0,9})$/i.exec(address) ?? []
  if (isAddress === undefined) throw new XmlFault(DAMAGED)
  return {
    row: digits ? Number(digits) : undefined,
    column: letters ? columnOf(letters) : undefined,
  }
}

function columnOf(letters: string) {
  return Array.from(letters.toUpperCase()).reduce(
    (sum, one) => sum * 26 + one.charCodeAt(0) - 64,
    0,
  )
}

function mergedOf(tag: XmlTag): Merged {
  const cells = attributeOf(tag, 'ref') ?? ''
  const [first, last] = cells.split(':').map(placeOf)
  const { row = 1, column = 1 } = first ?? {}
  return { cells: cells.slice(0, 30), row, from: column - 1, to: (last?.column ?? column) - 1 }
}

/** Undefined for a cell without a value. */
function cellOf(tag: XmlTag, xml: string, book: Book): Cell | undefined {
  const type = attributeOf(tag, 't') ?? 'n'
  if (type === 'inlineStr') return textCell(inlineText(xml))
  const value = xmlText(xml)
  if (type === 'str') return textCell(unescaped(value))
  const given = value.trim()
  return given === '' ? undefined : (OF_TYPE.get(type) ?? textCell)(given, book, tag)
}

const OF_TYPE = new Map<string, (given: string, book: Book, tag: XmlTag) => Cell | undefined>([
  ['n', formattedNumber],
  ['s', sharedText],
  ['b', (given) => ({ shown: /^(1|true)$/i.test(given) ? 'TRUE' : 'FALSE', kind: 'yes-no' })],
  ['e', (shown) => ({ shown, kind: 'error' })],
  ['d', isoDateCell],
])

function formattedNumber(given: string, { formats, is1904 }: Book, tag: XmlTag) {
  const number = Number(given)
  if (!Number.isFinite(number)) return textCell(given)
  return numberCell(number, formats[Number(attributeOf(tag, 's') ?? 0)] ?? GENERAL, is1904)
}

function sharedText(index: string, { strings }: Book) {
  const text = strings[Number(index)]
  if (text === undefined) throw new MissingText()
  return textCell(text)
}

function textCell(shown: string): Cell | undefined {
  return isBlank(shown) ? undefined : { shown, kind: 'text' }
}
