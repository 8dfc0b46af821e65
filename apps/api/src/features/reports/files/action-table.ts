import type { ReportSnapshot, ReportStatement } from 'contract/reports'
import { writeCsv } from '#core/csv.ts'
import { responseLabel } from '#features/reports/page/report-scale.ts'

/** The width is in characters. */
export type ActionColumn = { header: string; width: number }

export type ActionCell = string | number | null

export const ACTION_COLUMNS: ActionColumn[] = [
  { header: 'No.', width: 6 },
  { header: 'Action', width: 60 },
  { header: 'Element', width: 30 },
  { header: 'Statement no.', width: 14 },
  { header: 'Statement', width: 60 },
  { header: 'Current', width: 22 },
  { header: 'Future', width: 22 },
  { header: 'Gap (responses)', width: 16 },
  { header: 'Gap (percent)', width: 14 },
  { header: 'Effort (1 to 5)', width: 14 },
  { header: 'Benefit (1 to 5)', width: 15 },
  { header: 'On the quickest route', width: 20 },
  { header: 'Note', width: 60 },
  { header: 'Attachments', width: 40 },
]

export const REMARK_COLUMNS: ActionColumn[] = [
  { header: 'Element', width: 30 },
  { header: 'Statement no.', width: 14 },
  { header: 'Statement', width: 60 },
  { header: 'Note', width: 60 },
  { header: 'Attachments', width: 40 },
]

/** Every statement with a note or attachments, also without an action. */
export function remarkRows({ elements }: ReportSnapshot): ActionCell[][] {
  return elements.flatMap(({ title, statements }) =>
    statements.flatMap((statement) => {
      const { number, text, note } = statement
      const names = attachmentNames(statement)
      return note || names !== null ? [[title, number, text, note, names]] : []
    }),
  )
}

function attachmentNames({ attachments = [] }: ReportStatement): string | null {
  return attachments.map(({ name }) => name).join('\n') || null
}

export function actionRows({ actions, elements }: ReportSnapshot): ActionCell[][] {
  const titles = new Map(elements.map((element) => [element.id, element.title]))
  const statements = new Map(
    elements.flatMap((element) => element.statements.map((each) => [each.id, each])),
  )
  return actions.map((action, index) => {
    const statement = statements.get(action.statement_id)
    return [
      index + 1,
      [...new Set(action.steps)].join('\n') || null,
      titles.get(action.element_id) ?? null,
      action.number,
      action.statement,
      statement ? responseLabel(statement, statement.current) : null,
      statement ? responseLabel(statement, statement.future) : null,
      action.levels,
      Math.round(action.gap * 100),
      action.effort,
      action.benefit,
      action.is_on_path ? 'Yes' : 'No',
      statement?.note || null,
      statement ? attachmentNames(statement) : null,
    ]
  })
}

export function writeReportCsv(snapshot: ReportSnapshot): string {
  return writeCsv([ACTION_COLUMNS.map(({ header }) => header), ...actionRows(snapshot)])
}
