import type { Statement, StatementResponse } from 'contract/listed-statement'
import { type StatementAnswer, answerIn, answerState, isRaised } from 'rules/answer-state'
import { STATE } from 'rules/scores'
import type {
  Change,
  KnownResponse,
  ResponseChoice,
} from '#features/assessments/outbox/outbox-change.ts'

export interface Answer extends StatementAnswer {
  /** Whether the current response was chosen this year, not copied. */
  isCurrentNew: boolean
}

export const NO_ANSWER: Answer = {
  current: null,
  future: null,
  reason: null,
  isToConfirm: false,
  isCurrentNew: false,
}

/** The server's answer plus the changes that this device has not sent yet. */
export function answerTo(
  statement: Statement,
  rows: readonly KnownResponse[],
  changes: readonly Change[] = [],
): Answer {
  const own = rows.filter((row) => row.statement_id === statement.id)
  return changes
    .filter((change) => change.statementId === statement.id)
    .reduce((answer, change) => withChange(answer, change, statement), savedAnswer(own))
}

export function isAnswered(answer: Answer) {
  return answerState(answer) === 'answered'
}

export function isBelowCurrent(statement: Statement, answer: Answer, response: StatementResponse) {
  return isRaised(valueOf(statement, answer.current), response.value)
}

/** Whether only the future response has to be chosen, or confirmed if it was copied. */
export function needsFuture({ current, future, isToConfirm, isCurrentNew }: Answer) {
  return current !== null && (future === null || (isToConfirm && isCurrentNew))
}

/** The first response that can be the future one: none of a lower value than the current one. */
export function firstFuture(statement: Statement, answer: Answer) {
  const rows = statement.statement_responses
  return Math.max(
    0,
    rows.findIndex((response) => !isBelowCurrent(statement, answer, response)),
  )
}

export function levelOf(statement: Statement, responseId: number | null) {
  const index = statement.statement_responses.findIndex(({ id }) => id === responseId)
  return index === -1 ? null : index
}

export function sharesOf(statement: Statement, answer: Pick<Answer, 'current' | 'future'>) {
  const values = statement.statement_responses.map(({ value }) => value)
  const lowest = Math.min(...values)
  const range = Math.max(...values) - lowest || 1
  const share = (id: number | null) => {
    const value = valueOf(statement, id)
    return value === undefined ? null : (value - lowest) / range
  }
  return {
    current: share(answer.current),
    future: share(answer.future),
    points: values.map((value) => (value - lowest) / range),
  }
}

function savedAnswer(rows: readonly KnownResponse[]): Answer {
  const current = rows.find((row) => row.state === STATE.current)
  return { ...answerIn(rows), isCurrentNew: current?.to_confirm === false }
}

function withChange(answer: Answer, change: Change, statement: Statement): Answer {
  if (change.kind === 'note') return answer
  if (change.kind === 'confirmation') return { ...answer, isToConfirm: false }
  const changed = withChoice(answer, change, statement)
  const isCopied = change.state === 1 && changed.current !== null && answer.future !== null
  const isToConfirm = isCopied && answer.isToConfirm && changed.future === answer.future
  return { ...changed, isToConfirm, isCurrentNew: change.state === 1 || answer.isCurrentNew }
}

export type Choice = Pick<
  ResponseChoice,
  'state' | 'statement_response_id' | 'not_applicable_reason'
>

export function withChoice(answer: Answer, change: Choice, statement: Statement): Answer {
  const { statement_response_id: chosen, not_applicable_reason: reason, state } = change
  if (reason !== null) return { ...answer, current: null, reason }
  if (state === 2) return { ...answer, future: chosen, reason: null }
  const raised = isRaised(valueOf(statement, chosen), valueOf(statement, answer.future))
  return { ...answer, current: chosen, future: raised ? chosen : answer.future, reason: null }
}

export function valueOf(statement: Statement, responseId: number | null) {
  return statement.statement_responses.find(({ id }) => id === responseId)?.value
}
