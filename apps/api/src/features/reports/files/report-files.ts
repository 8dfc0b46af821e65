import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import type { ReportElement, ReportSnapshot, ReportStatement } from 'contract/reports'
import { gainFormat } from 'rules/action-labels'
import { requirement, stopsOf } from 'rules/band-sentences'
import { referenceOf } from 'rules/reference'
import { stripControls, writeCsv } from '#core/csv.ts'
import { workbookText } from '#features/content/workbook-text.ts'
import { withoutTimes } from '#features/content/zip-times.ts'
import { responseLabel } from '#features/reports/page/report-scale.ts'

// Characters that fit into one cell.
const LONGEST = 32_767

/** A report as a workbook: actions, origin, notes and attachments, and bands where these ask for more than scores. The same report gives the same bytes. */
export async function writeReportWorkbook(snapshot: ReportSnapshot): Promise<Buffer> {
  const remarks = remarkRows(snapshot)
  const workbook = await writeExcelFile([
    tableSheet('Actions', ACTION_COLUMNS, actionRows(snapshot)),
    { sheet: 'Report', data: aboutRows(snapshot), columns: [{ width: 20 }, { width: 60 }] },
    ...(remarks.length > 0 ? [tableSheet('Notes and attachments', REMARK_COLUMNS, remarks)] : []),
    ...bandSheets(snapshot),
  ]).toBuffer()
  return withoutTimes(workbook)
}

/** What stops the next band, least effort first, and the band of each element. */
function bandSheets(snapshot: ReportSnapshot) {
  const { rows: stops, more } = stopsOf(snapshot, Infinity) ?? { rows: [], more: '' }
  const stopRows = stops.map(({ element, statement, goal }) => [
    ...placeOf(element, statement),
    responseLabel(statement, statement.current),
    goal,
  ])
  const bandRows = snapshot.elements.flatMap((element) => {
    const { verdict, group, title } = element
    if (!verdict) return []
    return [
      [group, referenceOf(element), title, verdict.current, verdict.future, verdict.certified],
    ]
  })
  return [
    ...(stopRows.length > 0
      ? [
          tableSheet('Next band', STOP_COLUMNS, [
            ...stopRows,
            ...(more === '' ? [] : [[`And ${more}`]]),
          ]),
        ]
      : []),
    ...(bandRows.length > 0 ? [tableSheet('Element bands', BAND_COLUMNS, bandRows)] : []),
  ]
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
  const { scope, content_set } = snapshot
  const { introduction } = content_set
  const created = { value: new Date(snapshot.created_at), type: Date, format: 'd mmmm yyyy' }
  return [
    [textCell('Report'), textCell(snapshot.title)],
    [textCell('Organisation'), textCell(snapshot.organisation)],
    [textCell('Content set'), textCell(snapshot.content_set.title)],
    ...(scope === undefined ? [] : [[textCell('Scope'), textCell(scope)]]),
    [textCell('Answered by'), textCell(snapshot.respondent)],
    [textCell('Finalised'), created],
    ...bandRows(snapshot),
    [textCell('Version'), { value: snapshot.version, type: Number }],
    ...(introduction === undefined ? [] : [[textCell('Introduction'), textCell(introduction)]]),
  ]
}

/** Left out where bands ask for scores alone. */
function bandRows({ band, future_band: future, path, content_set }: ReportSnapshot) {
  if (future === undefined) return []
  const asked = path && requirement(path, content_set).map(({ text }) => text)
  return [
    [textCell('Band reached'), textCell(band ?? 'None yet')],
    [textCell('Band with our targets'), textCell(future ?? 'None yet')],
    ...(asked ? [[textCell('Next band'), textCell(asked.join('').trim())]] : []),
  ]
}

function actionCell(cell: ActionCell) {
  if (cell === null) return null
  if (typeof cell === 'number') return { value: cell, type: Number, alignVertical: 'top' as const }
  return textCell(cell)
}

/** Always text, never a formula. */
function textCell(text: string) {
  const value = workbookText(stripControls(text).slice(0, LONGEST))
  return { value, type: String, wrap: true, alignVertical: 'top' as const }
}

/** The width is in characters. */
type ActionColumn = { header: string; width: number }

type ActionCell = string | number | null

const PLACE: ActionColumn[] = [
  { header: 'Group', width: 24 },
  { header: 'Element reference', width: 18 },
  { header: 'Element', width: 30 },
  { header: 'Statement reference', width: 18 },
  { header: 'Statement', width: 60 },
]

const ACTION_COLUMNS: ActionColumn[] = [
  { header: 'Rank', width: 6 },
  { header: 'Action', width: 60 },
  ...PLACE,
  { header: 'Current', width: 22 },
  { header: 'Future', width: 22 },
  { header: 'Gain (points)', width: 14 },
  { header: 'Gap (responses)', width: 16 },
  { header: 'Gap (percent)', width: 14 },
  { header: 'Effort (all steps)', width: 16 },
  { header: 'Benefit (1 to 5)', width: 15 },
  { header: 'On the quickest route', width: 20 },
  { header: 'Note', width: 60 },
  { header: 'Attachments', width: 40 },
]

const REMARK_COLUMNS: ActionColumn[] = [
  ...PLACE,
  { header: 'Note', width: 60 },
  { header: 'Attachments', width: 40 },
]

const STOP_COLUMNS: ActionColumn[] = [
  ...PLACE,
  { header: 'Current', width: 22 },
  { header: 'Needs at least', width: 22 },
]

const BAND_COLUMNS: ActionColumn[] = [
  ...PLACE.slice(0, 3),
  { header: 'Current band', width: 22 },
  { header: 'Future band', width: 22 },
  { header: 'Certified band', width: 22 },
]

/** Every statement with a note or attachments, also without an action. */
function remarkRows({ elements }: ReportSnapshot): ActionCell[][] {
  return elements.flatMap((element) =>
    element.statements.flatMap((statement) => {
      const names = attachmentNames(statement)
      const { note } = statement
      return note || names !== null ? [[...placeOf(element, statement), note, names]] : []
    }),
  )
}

function placeOf(element: ReportElement, statement: ReportStatement): ActionCell[] {
  return [
    element.group,
    referenceOf(element),
    element.title,
    referenceOf(statement),
    statement.text,
  ]
}

function attachmentNames({ attachments = [] }: ReportStatement): string | null {
  return attachments.map(({ file_name }) => file_name).join('\n') || null
}

function actionRows(snapshot: ReportSnapshot): ActionCell[][] {
  const { actions, elements } = snapshot
  const gainOf = gainFormat(snapshot)
  const places = new Map(
    elements.flatMap((element) =>
      element.statements.map((statement) => [statement.id, { element, statement }]),
    ),
  )
  return actions.flatMap((action, index) => {
    const place = places.get(action.statement_id)
    if (!place) return []
    const { element, statement } = place
    return [
      [
        index + 1,
        [...new Set(action.steps)].join('\n') || null,
        ...placeOf(element, statement),
        responseLabel(statement, statement.current),
        responseLabel(statement, statement.future),
        pointsOf(action.gain, gainOf(action)),
        action.levels,
        Math.round(action.gap * 100),
        action.effort,
        action.benefit,
        action.is_on_path ? 'Yes' : 'No',
        statement.note || null,
        attachmentNames(statement),
      ],
    ]
  })
}

/** The points as shown. Two digits of those that are too small to show, because a text can't be added up. */
function pointsOf(gain: number, shown: string): number {
  return shown.startsWith('<') ? Number((gain * 100).toPrecision(2)) : Number(shown)
}

export function writeReportCsv(snapshot: ReportSnapshot): string {
  return writeCsv([ACTION_COLUMNS.map(({ header }) => header), ...actionRows(snapshot)])
}
