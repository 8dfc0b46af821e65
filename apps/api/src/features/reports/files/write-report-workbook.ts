import type { ReportSnapshot } from 'contract/reports'
import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { withoutControls } from '#core/csv.ts'
import { workbookText } from '#features/content/workbook-text.ts'
import { withoutTimes } from '#features/content/zip-times.ts'
import {
  ACTION_COLUMNS,
  type ActionCell,
  type ActionColumn,
  REMARK_COLUMNS,
  actionRows,
  remarkRows,
} from './action-table.ts'

// Characters that fit into one cell.
const LONGEST = 32_767

/** A report as a workbook: actions, origin, notes and attachments. The same report gives the same bytes. */
export async function writeReportWorkbook(snapshot: ReportSnapshot): Promise<Buffer> {
  const remarks = remarkRows(snapshot)
  const workbook = await writeExcelFile([
    tableSheet('Actions', ACTION_COLUMNS, actionRows(snapshot)),
    { sheet: 'Report', data: aboutRows(snapshot), columns: [{ width: 20 }, { width: 60 }] },
    ...(remarks.length > 0 ? [tableSheet('Notes and attachments', REMARK_COLUMNS, remarks)] : []),
  ]).toBuffer()
  return withoutTimes(workbook)
}

function tableSheet(sheet: string, columns: readonly ActionColumn[], rows: ActionCell[][]) {
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

function aboutRows(snapshot: ReportSnapshot): SheetData {
  const { introduction } = snapshot.content_set
  const created = { value: new Date(snapshot.created_at), type: Date, format: 'd mmmm yyyy' }
  return [
    [textCell('Report'), textCell(snapshot.title)],
    [textCell('Organisation'), textCell(snapshot.organisation)],
    [textCell('Content set'), textCell(snapshot.content_set.title)],
    [textCell('Answered by'), textCell(snapshot.respondent)],
    [textCell('Finalised'), created],
    [textCell('Version'), { value: snapshot.version, type: Number }],
    ...(introduction === undefined ? [] : [[textCell('Introduction'), textCell(introduction)]]),
  ]
}

function actionCell(cell: ActionCell) {
  if (cell === null) return null
  if (typeof cell === 'number') return { value: cell, type: Number, alignVertical: 'top' as const }
  return textCell(cell)
}

/** Always text, never a formula. */
function textCell(text: string) {
  const value = workbookText(withoutControls(text).slice(0, LONGEST))
  return { value, type: String, wrap: true, alignVertical: 'top' as const }
}
