import { ContentSetFile } from 'contract/content-format'
import { isShared } from 'contract/set-responses'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import type { ExportFormat } from 'contract/content-exports'
import {
  type Column,
  type SheetName,
  columnsOf,
  LINE_SEPARATOR,
  ROOT_FIELDS,
  SCALE_SEPARATOR,
} from './workbook-sheets.ts'
import { workbookText } from '#features/content/workbook-text.ts'
import { withoutTimes } from '#features/content/zip-times.ts'

type Row = Record<string, string | number | boolean | undefined>

/** The same set gives the same bytes. */
export async function writeContentWorkbook(set: ContentSetFile): Promise<Buffer> {
  const statements = set.elements.flatMap((element) =>
    element.statements.map((statement) => ({ ...statement, element: element.key })),
  )
  const responses = statements.flatMap((statement) =>
    isShared(set.responses, statement.responses)
      ? []
      : statement.responses.map((response) => ({ ...response, statement: statement.key })),
  )
  const workbook = await writeExcelFile([
    sheetOf('Content set', rootRows(set)),
    sheetOf('Elements', set.elements.map(elementRow)),
    sheetOf('Statements', statements.map(statementRow)),
    sheetOf('Responses', responses),
    sheetOf('Bands', bandRows(set)),
    ...(set.groups ? [sheetOf('Groups', set.groups)] : []),
    ...(set.responses ? [sheetOf('Set responses', set.responses)] : []),
  ]).toBuffer()
  return withoutTimes(workbook)
}

function rootRows(set: ContentSetFile): Row[] {
  const values = { ...set, scale: set.scale?.join(SCALE_SEPARATOR) }
  return Object.entries(ROOT_FIELDS).flatMap(([name, field]) =>
    values[field] ? [{ field: name, value: values[field] }] : [],
  )
}

function bandRows(set: ContentSetFile): Row[] {
  const certification = set.certificationBands.map((band) => ({ kind: 'certification', ...band }))
  const element = (set.elementBands ?? []).map((band) => ({ kind: 'element', ...band }))
  const report = set.elements.flatMap(({ key, reportBands = [] }) =>
    reportBands.map(({ title, ...band }) => ({
      kind: 'report',
      element: key,
      label: title,
      ...band,
    })),
  )
  return [...certification, ...element, ...report]
}

function elementRow({ path, ...element }: ContentSetFile['elements'][number]): Row {
  return { ...withoutLists(element), path: path?.join(LINE_SEPARATOR) }
}

function statementRow({
  groups,
  ...statement
}: ContentSetFile['elements'][number]['statements'][number]): Row {
  return { ...withoutLists(statement), groups: groups?.join(LINE_SEPARATOR) }
}

function withoutLists(item: Record<string, unknown>): Row {
  return Object.fromEntries(
    Object.entries(item).filter(
      (entry): entry is [string, Row[string]] => !Array.isArray(entry[1]),
    ),
  )
}

function sheetOf(sheet: SheetName, rows: Row[]) {
  const columns = columnsOf(sheet).filter(
    ([, { field, isSeldom }]) => !isSeldom || rows.some((row) => row[field] !== undefined),
  )
  const head = columns.map(([title]) => ({ value: title, fontWeight: 'bold' as const }))
  const data: SheetData = [
    head,
    ...rows.map((row) => columns.map(([, column]) => cellOf(row[column.field], column))),
  ]
  return {
    sheet,
    data,
    stickyRowsCount: 1,
    columns: columns.map(([, { kind }]) => ({ width: kind === 'text' ? 32 : 12 })),
  }
}

function cellOf(value: Row[string], { isPercent }: Column) {
  if (value === undefined) return null
  // A number up to 1 could also be a share.
  if (isPercent && typeof value === 'number' && value > 0 && value <= 1)
    return { type: String, value: `${value}%` }
  if (typeof value === 'boolean') return { type: String, value: value ? 'yes' : 'no' }
  // Always of type text, so that a leading "=" is never a formula.
  return typeof value === 'string'
    ? { type: String, value: workbookText(value), ...(value.includes('\n') && { wrap: true }) }
    : { type: Number, value }
}

export async function writeContentFile(format: ExportFormat, set: ContentSetFile): Promise<Buffer> {
  if (format === 'json') return Buffer.from(writeContentJson(set))
  return await writeContentWorkbook(set)
}

/**
 * The same set gives the same bytes: parsing puts every field in the order of the format. Responses of the set are
 * written once.
 */
export function writeContentJson(set: ContentSetFile): string {
  const { elements, ...head } = ContentSetFile.parse(set)
  const written = elements.map(({ statements, ...element }) => ({
    ...element,
    statements: statements.map(({ responses, ...statement }) =>
      isShared(head.responses, responses) ? statement : { ...statement, responses },
    ),
  }))
  return JSON.stringify({ ...head, elements: written }, null, 1)
}
