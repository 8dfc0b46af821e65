import type { ReportElement, ReportStatement } from 'contract/reports'
import { referenceOf } from 'rules/reference'
import { stripControls } from '#core/csv.ts'
import { workbookText } from '#features/content/workbook-text.ts'

// Characters that fit into one cell.
const LONGEST = 32_767

export function tableSheet(sheet: string, columns: readonly Column[], rows: Cell[][]) {
  const head = columns.map(({ header }) => ({
    value: header,
    type: String,
    fontWeight: 'bold' as const,
    wrap: true,
  }))
  return {
    sheet,
    data: [head, ...rows.map((row) => row.map(actionCell))],
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
    orientation: 'landscape' as const,
  }
}

function actionCell(cell: Cell) {
  if (cell === null) return null
  if (typeof cell === 'number') return { value: cell, type: Number, alignVertical: 'top' as const }
  return textCell(cell)
}

/** Always text, never a formula. */
export function textCell(text: string) {
  const value = workbookText(stripControls(text).slice(0, LONGEST))
  return { value, type: String, wrap: true, alignVertical: 'top' as const }
}

/** The width is in characters. */
export type Column = { header: string; width: number }

export type Cell = string | number | null

export const PLACE: Column[] = [
  { header: 'Group', width: 24 },
  { header: 'Element reference', width: 18 },
  { header: 'Element', width: 30 },
  { header: 'Statement reference', width: 18 },
  { header: 'Statement', width: 60 },
]

export function placeOf(element: ReportElement, statement: ReportStatement): Cell[] {
  return [
    element.group,
    referenceOf(element),
    element.title,
    referenceOf(statement),
    statement.text,
  ]
}

export function attachmentNames({ attachments = [] }: ReportStatement): string | null {
  return attachments.map(({ file_name }) => file_name).join('\n') || null
}
