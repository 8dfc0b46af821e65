import type { Fault } from 'contract/content-format'
import type { ResponseChange } from 'contract/answers'
import type { Questions } from '#features/assessments/questions.ts'
import { isRaised } from 'rules/answer-state'
import { formatList, formatNumber } from 'rules/plural'
import { sameKeys } from 'rules/same-keys'
import { readingsOf } from 'rules/number-text'
import { lowestNumber, responseNumbers, responsesOfText } from 'rules/response-numbers'
import {
  type AnswerRow,
  cellText,
  COLUMNS,
  questionsIdOf,
  fingerprintOf,
  readToken,
  SHEET,
} from './answers-sheet.ts'

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
  const keyOf = sameKeys(edition.statements)
  const savedOf = savedByStatement(saved)
  const questionsId = questionsIdOf({ ...questions, setId: edition.set.id })
  const rowOfKey = new Map<string, number>()

  for (const row of rows) {
    const place = `${SHEET} row ${row.row}`
    const report = (message: string) => faults.push({ place, message })
    const key = keyOf(row.key)
    const statement = statements.get(key)
    const token = readToken(row.token)
    const wrong = faultOfPlace(key, {
      token,
      questionsId,
      statement,
      before: rowOfKey.get(key),
    })
    rowOfKey.set(key, row.row)
    if (wrong !== undefined) report(wrong)
    else if (token && statement && token.fingerprint !== fingerprintOf(row)) {
      const before = savedOf(statement.id)
      const given = readRow(row, statement, lowestNumber(edition.set), report)
      if (given) changes.push({ place, ...changesOf(given, token, statement, before, report) })
    }
  }
  return { changes, faults }
}

function savedByStatement(saved: Questions['saved']) {
  const answers = Map.groupBy(saved?.answers ?? [], ({ statement_id }) => statement_id)
  const notes = new Map(saved?.notes.map((note) => [note.statement_id, note]))
  return (id: number) => ({ own: answers.get(id) ?? [], note: notes.get(id) })
}

function changesOf(
  given: Given,
  { versions }: { versions: Versions },
  { id: statementId, responses }: Statement,
  saved: Omit<Before, 'responses'>,
  report: Report,
) {
  const before = { ...saved, responses }
  return {
    statementId,
    answers: answersOf(given, versions, before, report),
    note: noteOf(given, versions, before, report),
  }
}

type RowPlace = {
  token: ReturnType<typeof readToken>
  questionsId: string
  statement: Statement | undefined
  /** The earlier row with this key. */
  before: number | undefined
}

function faultOfPlace(key: string, { token, questionsId, statement, before }: RowPlace) {
  if (!token)
    return 'The “Do not change” cell was changed. Copy this cell from a newly downloaded workbook.'
  if (token.questions !== questionsId) return OTHER
  if (key === '') return 'The “Key” cell is empty. Copy this cell from a newly downloaded workbook.'
  if (!statement)
    return `“${key}” is not a key in this content set. Copy the key from a newly downloaded workbook.`
  if (before !== undefined) return `Key “${key}” is also in row ${before}. Delete one of the rows.`
  return undefined
}

const OTHER =
  'This row is for another content set, version, year or type. Download the workbook again, and copy your answers into the new one.'

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
  const labels = statement.responses.map(({ label }) => label)
  const find = (title: string, text: string) => {
    if (text === '') return undefined
    const found = responsesOfText(text, labels, lowest)
    if (found.length > 1) report(severalFault(title, text))
    if (found.length === 0) report(unknownFault(title, text, labels, lowest))
    return found.length === 1 ? statement.responses[found[0] ?? -1] : undefined
  }
  const [current, wanted] = [find('Now', row.now), find('Future', row.future)]
  const wrong = faultOfTexts(row, statement)
  if (wrong !== undefined) report(wrong)
  const isUnknown = (row.now !== '' && !current) || (row.future !== '' && !wanted)
  if (wrong !== undefined || isUnknown) return undefined
  if (isRaised(current?.value, wanted?.value)) {
    report('The Future response must not be lower than the Now response.')
    return undefined
  }
  return { now: current, future: wanted, reason: row.reason, note: row.note }
}

/** A number or label of two responses. */
function severalFault(title: string, text: string) {
  return `“${shortened(text)}” could be more than one response. Enter the number and the text of the response in the ${title} column.`
}

function unknownFault(title: string, text: string, labels: readonly string[], lowest: number) {
  const { numbers, areOwn } = responseNumbers(labels, lowest)
  const what =
    areOwn || numbers[0] === null
      ? `one of the responses ${formatList(labels.slice(0, MAX_LABELS).map(shortened))}`
      : `a number from ${lowest} to ${lowest + labels.length - 1}`
  const readings = readingsOf(text)
  return readings
    ? `“${shortened(text)}” can be read as ${readings.join(' or ')}. Enter ${what} in the ${title} column.`
    : `Enter ${what} in the ${title} column, not “${shortened(text)}”.`
}

const MAX_LABELS = 10

function shortened(text: string) {
  return text.slice(0, 50)
}

function faultOfTexts(row: AnswerRow, statement: Statement) {
  if (row.reason !== '' && !statement.allows_not_applicable)
    return `This statement always applies. Empty the cell “${COLUMNS.reason.title}”, and enter a response in the Now column.`
  if (row.reason !== '' && row.now !== '')
    return `Fill in either “Now” or “${COLUMNS.reason.title}”, not both.`
  if (row.reason.length > 1000)
    return `The reason has ${formatNumber(row.reason.length)} characters. Shorten it to 1,000.`
  if (row.note.length > 2000)
    return `The note has ${formatNumber(row.note.length)} characters. Shorten it to 2,000.`
  return undefined
}

type Saved = NonNullable<Questions['saved']>

const CHANGED =
  'has changed since you downloaded this workbook. Download the workbook again, and copy your answers into the new one.'

type Before = {
  own: readonly Saved['answers'][number][]
  note: Saved['notes'][number] | undefined
  responses: readonly Response[]
}
type Versions = [now: number, future: number, note: number]
type Answer = RowChanges['answers'][number]

/** Empty cells and cells that equal what is saved change nothing. */
function answersOf(
  given: Given,
  [nowSeen, futureSeen]: Versions,
  { own, responses }: Before,
  report: Report,
): Answer[] {
  const current = own.find(({ state }) => state === 1)
  const wanted = own.find(({ state }) => state === 2)
  const answers: Answer[] = []
  if (isFutureNew(given, wanted)) {
    if (futureSeen !== versionOf(wanted)) report(`The Future answer ${CHANGED}`)
    answers.push(choiceOf(given.future, 2, futureSeen))
  }
  if (isNowNew(given, current)) {
    if (nowSeen !== versionOf(current)) report(`The Now answer ${CHANGED}`)
    answers.push({ ...choiceOf(given.now, 1, nowSeen), ...reasonOf(given) })
  }
  const saved = responses.find(({ id }) => id === current?.statement_response_id)
  // A future response is never lower than the current one, also between the two saves.
  return isRaised(saved?.value, given.future?.value) ? answers.toReversed() : answers
}

function isFutureNew({ future }: Given, wanted: Before['own'][number] | undefined): boolean {
  return future !== undefined && future.id !== wanted?.statement_response_id
}

function isNowNew({ now, reason }: Given, current: Before['own'][number] | undefined): boolean {
  if (now !== undefined) return now.id !== current?.statement_response_id
  return reason !== '' && reason !== cellText(current?.not_applicable_reason)
}

function choiceOf(response: Response | undefined, state: 1 | 2, version: number): Answer {
  return {
    state,
    statement_response_id: response?.id ?? null,
    not_applicable_reason: null,
    version,
  }
}

function reasonOf({ reason }: Given) {
  return { not_applicable_reason: reason === '' ? null : reason }
}

function noteOf({ note }: Given, [, , seen]: Versions, { note: saved }: Before, report: Report) {
  if (note === '' || note === cellText(saved?.note)) return undefined
  if (seen !== versionOf(saved)) report(`The note ${CHANGED}`)
  return { note, version: seen }
}

function versionOf(saved: { version: number } | undefined) {
  return saved?.version ?? 0
}
