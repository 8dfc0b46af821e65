import type { Fault } from 'contract/content-format'
import type { ResponseChange } from 'contract/assessments'
import { firstNumber, type Questions } from '#features/assessments/questions.ts'
import { type AnswerRow, markOf, printOf, readSeen, SHEET } from './answers-sheet.ts'

type Statement = Questions['edition']['statements'][number]

/** What a row changes, in the order in which it can be saved. */
export interface RowChanges {
  place: string
  statementId: number
  answers: Omit<ResponseChange, 'key' | 'statement_id'>[]
  note: { note: string; version: number } | undefined
}

/** Compares the rows of a workbook with what is saved. A row that was not filled in changes nothing. */
export function changesOfRows(rows: readonly AnswerRow[], questions: Questions) {
  const { edition, saved } = questions
  const faults: Fault[] = []
  const changes: RowChanges[] = []
  const statements = new Map(edition.statements.map((one) => [one.key, one]))
  const answers = Map.groupBy(saved?.answers ?? [], ({ statement_id }) => statement_id)
  const notes = new Map(saved?.notes.map((note) => [note.statement_id, note]))
  const of = markOf({ ...questions, setId: edition.set.id })
  const rowOfKey = new Map<string, number>()

  for (const row of rows) {
    const place = `${SHEET} row ${row.row}`
    const report = (message: string) => faults.push({ place, message })
    const statement = statements.get(row.key)
    const seen = readSeen(row.seen)
    const before = rowOfKey.get(row.key)
    rowOfKey.set(row.key, row.row)
    if (!seen) report('"Do not change" was changed. Copy its cell from a new download.')
    else if (seen.of !== of) report(OTHER)
    else if (!statement)
      report(`"${row.key}" is not a key of this content set. Copy the key from a new download.`)
    else if (before !== undefined)
      report(`Key "${row.key}" is in row ${before} too. Keep one of the rows.`)
    else if (seen.print !== printOf(row)) {
      const own = answers.get(statement.id) ?? []
      const given = readRow(row, statement, firstNumber(edition.set), report)
      if (given)
        changes.push({
          place,
          statementId: statement.id,
          ...changesOf(
            given,
            seen.versions,
            { own, note: notes.get(statement.id), responses: statement.responses },
            report,
          ),
        })
    }
  }
  return { changes, faults }
}

const OTHER =
  'This row is of another year, type or version of the content set. Download the questions again, and copy your answers.'

type Report = (message: string) => void
type Response = Statement['responses'][number]
type Given = { now: Response | undefined; future: Response | undefined } & Pick<
  AnswerRow,
  'reason' | 'note'
>

/** The chosen responses; undefined if the row has an error. */
function readRow(
  row: AnswerRow,
  statement: Statement,
  lowest: number,
  report: Report,
): Given | undefined {
  const { responses } = statement
  const find = (title: string, text: string) => {
    const at = /^\d+$/.test(text)
      ? Number(text) - lowest
      : responses.findIndex(({ label }) => label.toLowerCase() === text.toLowerCase())
    if (text !== '' && responses[at] === undefined)
      report(
        `${title} must be a number from ${lowest} to ${lowest + responses.length - 1}, not "${text.slice(0, 50)}".`,
      )
    return text === '' ? -1 : at
  }
  const [now, future] = [find('Now', row.now), find('Future', row.future)]
  const wrong = faultOfTexts(row, statement)
  if (wrong !== undefined) report(wrong)
  const [current, wanted] = [responses[now], responses[future]]
  const isUnknown = (row.now !== '' && !current) || (row.future !== '' && !wanted)
  if (wrong !== undefined || isUnknown) return undefined
  if (current && wanted && wanted.value < current.value) {
    report('Future must not be lower than Now.')
    return undefined
  }
  return { now: current, future: wanted, reason: row.reason, note: row.note }
}

function faultOfTexts(row: AnswerRow, statement: Statement) {
  if (row.reason !== '' && !statement.allows_not_applicable)
    return 'This statement always applies. Leave the reason empty and enter Now.'
  if (row.reason !== '' && row.now !== '')
    return 'Enter either Now or a reason why the statement does not apply.'
  if (row.reason.length > 1000)
    return `The reason must be at most 1,000 characters, not ${row.reason.length}.`
  if (row.note.length > 2000)
    return `The note must be at most 2,000 characters, not ${row.note.length}.`
  return undefined
}

type Saved = NonNullable<Questions['saved']>

const CHANGED =
  'has changed since you downloaded this workbook. Download the questions again to see the new answer.'

type Before = {
  own: readonly Saved['answers'][number][]
  note: Saved['notes'][number] | undefined
}

/** Empty cells and cells that equal what is saved change nothing. */
function changesOf(
  { now, future, reason, note }: Given,
  [nowSeen, futureSeen, noteSeen]: [number, number, number],
  before: Before & { responses: readonly Response[] },
  report: Report,
): Pick<RowChanges, 'answers' | 'note'> {
  const current = before.own.find(({ state }) => state === 1)
  const wanted = before.own.find(({ state }) => state === 2)
  const isNowNew =
    (now !== undefined && now.id !== current?.statement_response_id) ||
    (reason !== '' && reason !== current?.not_applicable_reason?.trim())
  const isFutureNew = future !== undefined && future.id !== wanted?.statement_response_id
  const isNoteNew = note !== '' && note !== (before.note?.note ?? '').trim()
  if (isNowNew && nowSeen !== (current?.version ?? 0)) report(`Now ${CHANGED}`)
  if (isFutureNew && futureSeen !== (wanted?.version ?? 0)) report(`Future ${CHANGED}`)
  if (isNoteNew && noteSeen !== (before.note?.version ?? 0)) report(`Note ${CHANGED}`)
  const first = {
    state: 1 as const,
    statement_response_id: now?.id ?? null,
    not_applicable_reason: reason || null,
    version: nowSeen,
  }
  const second = {
    state: 2 as const,
    statement_response_id: future?.id ?? null,
    not_applicable_reason: null,
    version: futureSeen,
  }
  const saved = before.responses.find(({ id }) => id === current?.statement_response_id)
  // A future response is never lower than the current one, also between the two saves.
  const isLowered = saved !== undefined && future !== undefined && future.value < saved.value
  const answers = [...(isFutureNew ? [second] : []), ...(isNowNew ? [first] : [])]
  return {
    answers: isLowered ? answers.toReversed() : answers,
    note: isNoteNew ? { note, version: noteSeen } : undefined,
  }
}
