import writeExcelFile, { type SheetData } from 'write-excel-file/node'
import { elementNames } from 'rules/element-names'
import { directionOf } from 'rules/language'
import { lowestNumber, responseNumbers } from 'rules/response-numbers'
import { stripControls } from '#core/csv.ts'
import { workbookText } from '#features/content/workbook-text.ts'
import type { Questions } from '#features/assessments/questions.ts'
import {
  COLUMN_NAMES,
  COLUMNS,
  cellText,
  type ColumnName,
  type AnswerCells,
  questionsIdOf,
  SHEET,
  tokenText,
} from './answers-sheet.ts'

/** Characters in one cell, Excel's limit. */
const LONGEST = 32_767

const HELP = [
  'In the Now and Future columns, enter a response: its number as shown in the Responses column, or its text. Answer both questions for each statement: where are we now, and where do we want to be?',
  `If a statement doesn’t apply, leave the Now cell empty and enter the reason in the column “${COLUMNS.reason.title}”. Only some statements allow this.`,
  'If you leave a cell empty, the saved answer or note doesn’t change.',
  'Upload the workbook on your Overview page. If any row has an error, no answers are saved.',
  'Don’t edit the column “Do not change”. Waymark uses this column to find answers that have changed since you downloaded this workbook.',
]

/** Runs in a thread. All questions with the answers so far, to fill in and upload. */
export async function run(questions: Questions): Promise<Uint8Array> {
  const { edition } = questions
  const head = COLUMN_NAMES.map((name) => ({
    value: COLUMNS[name].title,
    fontWeight: 'bold' as const,
  }))
  const data: SheetData = [head, ...rowsOf(questions)]
  const columns = COLUMN_NAMES.map((name) => ({ width: COLUMNS[name].width }))
  const rightToLeft = directionOf(edition.set.language) === 'rtl'
  return await writeExcelFile([
    { sheet: SHEET, data, columns, stickyRowsCount: 1, rightToLeft },
    { sheet: 'Help', data: HELP.map((line) => [textCell(line)]), columns: [{ width: 100 }] },
  ]).toBuffer()
}

function rowsOf({ year, type, edition, saved }: Questions): SheetData {
  const { set } = edition
  const questions = questionsIdOf({ setId: set.id, year, type })
  const statements = Map.groupBy(edition.statements, ({ element_id }) => element_id)
  const answers = Map.groupBy(saved?.answers ?? [], ({ statement_id }) => statement_id)
  const nameOf = elementNames(edition.elements)
  const notes = new Map(saved?.notes.map((note) => [note.statement_id, note]))
  return edition.elements.flatMap((element) =>
    (statements.get(element.id) ?? []).map((statement) => {
      const saved = { own: answers.get(statement.id) ?? [], note: notes.get(statement.id) }
      const filled = filledOf(saved, statement.responses, lowestNumber(set))
      const cells: Record<ColumnName, string> = {
        number: `${element.number}.${statement.position + 1}`,
        key: statement.key,
        element: [element.group, nameOf(element)].filter(Boolean).join(': '),
        statement: statement.text,
        guidance: statement.guidance ?? '',
        responses: numberedLabels(statement.responses, lowestNumber(set)).join('\n'),
        ...filled,
        token: tokenText({ questions, versions: versionsOf(saved) }, filled),
      }
      return COLUMN_NAMES.map((name) => cellOf(name, cells[name]))
    }),
  )
}

type Saved = NonNullable<Questions['saved']>
type SavedRow = { own: Saved['answers']; note: Saved['notes'][number] | undefined }

type Labelled = readonly { id: number; label: string }[]

/** What is entered for a response: its number, or without one its label. */
function entriesOf(responses: Labelled, lowest: number): string[] {
  const { numbers } = responseNumbers(labelsOf(responses), lowest)
  return responses.map(({ label }, at) => String(numbers[at] ?? label))
}

function numberedLabels(responses: Labelled, lowest: number): string[] {
  const { numbers, areOwn } = responseNumbers(labelsOf(responses), lowest)
  return responses.map(({ label }, at) =>
    areOwn || numbers[at] === null ? label : `${numbers[at]} ${label}`,
  )
}

function labelsOf(responses: Labelled) {
  return responses.map(({ label }) => label)
}

function filledOf({ own, note }: SavedRow, responses: Labelled, lowest: number) {
  const entries = entriesOf(responses, lowest)
  const entryOf = (state: 1 | 2) => {
    const id = own.find((one) => one.state === state)?.statement_response_id
    return cellText(entries[responses.findIndex((response) => response.id === id)])
  }
  const reason = own.find((one) => one.state === 1)?.not_applicable_reason
  return {
    now: entryOf(1),
    future: entryOf(2),
    reason: cellText(reason),
    note: cellText(note?.note),
  } satisfies AnswerCells
}

function versionsOf({ own, note }: SavedRow): [now: number, future: number, note: number] {
  const versionOf = (state: 1 | 2) => own.find((one) => one.state === state)?.version ?? 0
  return [versionOf(1), versionOf(2), note?.version ?? 0]
}

function cellOf(name: ColumnName, text: string) {
  if (text === '') return null
  const isNumber = (name === 'now' || name === 'future') && /^\d{1,9}$/.test(text)
  if (!isNumber) return textCell(text)
  return { type: Number, value: Number(text), alignVertical: 'top' as const }
}

/** Always text, never a formula. */
function textCell(text: string) {
  const value = workbookText(stripControls(text).slice(0, LONGEST))
  return { type: String, value, wrap: true, alignVertical: 'top' as const }
}
