import type { Edition } from '#features/content/edition.ts'
import type { Declared } from './declared.ts'
import type { Answer, Submitted } from './submitted.queries.ts'

/** An earlier round with its edition. */
export type Before = { round: number; submitted: Submitted; edition: Edition }

type Statement = Edition['statements'][number]

/** What the respondent changed in a statement since the auditors saw it; null if nothing. */
export function changedSince(before: Before | undefined, now: Submitted, declared: Declared) {
  if (!before) return null
  const { id, key } = declared.statement
  const was = before.edition.statements.find((statement) => statement.key === key)
  const then = before.submitted
  const what = {
    ...answersOf(then, was, declared),
    note: noteOf(then, was?.id) !== noteOf(now, id),
    ...changedFiles(filesOf(then, was?.id), filesOf(now, id)),
  }
  return Object.values(what).some(Boolean) ? { round: before.round, ...what } : null
}

function answersOf(
  { answers }: Submitted,
  was: Statement | undefined,
  { statement, current, future, reason }: Declared,
) {
  const answer = (state: number) =>
    answers.find((one) => one.statement_id === was?.id && one.state === state)
  const before = answer(1)
  const then = responseOf(was, before)
  const wanted = responseOf(was, answer(2))
  const isSame = before?.not_applicable_reason === reason
  return {
    is_new: before === undefined,
    current: wasOther(then, chosenOf(statement, current), isSame),
    future: wasOther(wanted, chosenOf(statement, future)),
  }
}

type Response = Statement['responses'][number]

/** The earlier label, if the answer has changed. */
function wasOther(then: Response | undefined, now: Response | undefined, isSame = true) {
  return isSame && then?.key === now?.key ? null : { before: then?.label ?? null }
}

function responseOf(statement: Statement | undefined, answer: Answer | undefined) {
  return statement && answer ? chosenOf(statement, answer.statement_response_id) : undefined
}

function chosenOf({ responses }: Statement, id: number | null) {
  return responses.find((response) => response.id === id)
}

function noteOf({ notes }: Submitted, statementId: number | undefined) {
  return notes.find(({ statement_id }) => statement_id === statementId)?.version
}

function filesOf({ files }: Submitted, statementId: number | undefined) {
  return files.flatMap(({ statement_id, id }) => (statement_id === statementId ? [id] : []))
}

function changedFiles(then: number[], now: number[]) {
  return {
    files_added: now.filter((id) => !then.includes(id)).length,
    files_removed: then.filter((id) => !now.includes(id)).length,
  }
}
