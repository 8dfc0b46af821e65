import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import type { ReportSnapshot } from 'contract/reports'
import { gainFormat } from 'rules/action-labels'
import { requirement, stopsOf } from 'rules/band-sentences'
import { referenceOf } from 'rules/reference'
import { writeCsv } from '#core/csv.ts'
import { withoutTimes } from '#features/content/zip-times.ts'
import { responseLabel } from '#features/reports/page/report-scale.ts'
import { answerColumns, answerRows } from './answer-sheet.ts'
import {
  type Cell,
  type Column,
  PLACE,
  attachmentNames,
  placeOf,
  tableSheet,
  textCell,
} from './report-sheets.ts'

/** A report as a workbook: actions, origin, every answer with what was added to it, and bands where these ask for more than scores. The same report gives the same bytes. */
export async function writeReportWorkbook(snapshot: ReportSnapshot): Promise<Buffer> {
  const workbook = await writeExcelFile([
    ...(snapshot.kind === 'action'
      ? [tableSheet('Actions', ACTION_COLUMNS, actionRows(snapshot))]
      : []),
    { sheet: 'Report', data: aboutRows(snapshot), columns: [{ width: 20 }, { width: 60 }] },
    tableSheet('Answers', answerColumns(snapshot), answerRows(snapshot)),
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
    ...certificateRows(snapshot),
    [textCell('Version'), { value: snapshot.version, type: Number }],
    ...(introduction === undefined ? [] : [[textCell('Introduction'), textCell(introduction)]]),
  ]
}

function certificateRows({ certification }: ReportSnapshot): SheetData {
  if (!certification) return []
  const { number, code, band, valid_from: from, valid_until: until } = certification
  return [
    [textCell('Certificate'), textCell(number)],
    [textCell('Verification code'), textCell(code)],
    [textCell('Certified by'), textCell(certification.certified_by)],
    ...(band === null ? [] : [[textCell('Certified band'), textCell(band)]]),
    [textCell('Valid from'), textCell(from)],
    [textCell('Valid until'), textCell(until)],
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

const ACTION_COLUMNS: Column[] = [
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

const STOP_COLUMNS: Column[] = [
  ...PLACE,
  { header: 'Current', width: 22 },
  { header: 'Needs at least', width: 22 },
]

const BAND_COLUMNS: Column[] = [
  ...PLACE.slice(0, 3),
  { header: 'Current band', width: 22 },
  { header: 'Future band', width: 22 },
  { header: 'Certified band', width: 22 },
]

function actionRows(snapshot: ReportSnapshot): Cell[][] {
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
