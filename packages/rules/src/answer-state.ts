import type { SavedResponse } from 'contract/assessments'
import { STATE } from './scores.ts'

type Row = Pick<
  SavedResponse,
  'state' | 'statement_response_id' | 'not_applicable_reason' | 'to_confirm'
>

/** A respondent's answer to one statement. `current` and `future` are ids of responses. */
export type StatementAnswer = {
  current: number | null
  future: number | null
  /** Why the statement does not apply. */
  reason: string | null
  /** Copied from another assessment or edition. */
  isToConfirm: boolean
}

export type AnswerState = 'open' | 'to-confirm' | 'answered'

const NOT_SAVED = { statement_response_id: null, not_applicable_reason: null, to_confirm: false }

/** The answer in the saved rows of one statement. */
export function answerIn(rows: readonly Row[] = []): StatementAnswer {
  const rowOf = (wanted: number) => rows.find(({ state }) => state === wanted) ?? NOT_SAVED
  const [current, future] = [rowOf(STATE.current), rowOf(STATE.future)]
  const reason = current.not_applicable_reason
  return {
    current: current.statement_response_id,
    future: future.statement_response_id,
    reason,
    // Where a statement does not apply, its future response has no say.
    isToConfirm: current.to_confirm || (reason === null && future.to_confirm),
  }
}

/** A statement is answered when both states are chosen, or when it does not apply, with a reason. */
export function answerState({
  current,
  future,
  reason,
  isToConfirm,
}: StatementAnswer): AnswerState {
  if (reason === null && (current === null || future === null)) return 'open'
  return isToConfirm ? 'to-confirm' : 'answered'
}

/** The state that the saved rows of one statement have. */
export function stateOf(rows?: readonly Row[]): AnswerState {
  return answerState(answerIn(rows))
}

/** Where to continue: after the last answered statement, or on it when it is the last of all. */
export function continueAt(states: readonly AnswerState[]): number {
  return Math.max(0, Math.min(states.lastIndexOf('answered') + 1, states.length - 1))
}

/** Whether the target is the current response. Null without both. */
export function targetOf({
  current,
  future,
}: Pick<StatementAnswer, 'current' | 'future'>): 'same' | 'other' | null {
  if (current === null || future === null) return null
  return current === future ? 'same' : 'other'
}

/** A future response is never lower than the current one: a lower one is raised to it, or refused. */
export function isRaised(current: number | undefined, future: number | undefined): boolean {
  return current !== undefined && future !== undefined && future < current
}
