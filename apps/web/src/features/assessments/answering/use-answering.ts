import type { Quiz } from 'contract/assessments'
import type { Statement, StatementResponse } from 'contract/listed-statement'
import { useState } from 'react'
import { isRaised } from 'rules/answer-state'
import { showFailure } from '#core/toast.ts'
import {
  type Answer,
  type Choice,
  isBelowCurrent,
  levelOf,
  needsFuture,
  NO_ANSWER,
  valueOf,
  withChoice,
} from './answers.ts'
import type { KnownResponse } from '#features/assessments/outbox/outbox-change.ts'
import type { NewChange, Outbox } from '#features/assessments/outbox/outbox.ts'

/** What Backspace undoes: the answers before one press. */
export interface UndoStep {
  /** Where the press was: the index of a statement, or null in the check of all answers. */
  index: number | null
  answers: readonly { statement: Statement; answer: Answer }[]
}

interface Raise {
  from: number
  to: number
}

interface AnsweringOptions {
  quiz: Quiz
  rows: readonly KnownResponse[]
  answers: readonly Answer[]
  outbox: Pick<Outbox, 'add'>
  mayAnswer: (statement: Statement) => boolean
}

/** Saves answers, and undoes them. */
export function useAnswering({ quiz, rows, answers, outbox, mayAnswer }: AnsweringOptions) {
  const [made, setSteps] = useState<readonly UndoStep[]>([])
  // Since a press, the question may be resolved or the element assigned to someone else.
  const steps = made.filter((step) => step.answers.every((one) => mayAnswer(one.statement)))
  // The future responses that a higher current one has raised, by statement.
  const [raises, setRaises] = useState<ReadonlyMap<number, Raise>>(new Map())
  const answerOf = (statement: Statement) =>
    answers[quiz.statements.indexOf(statement)] ?? NO_ANSWER

  function add(change: NewChange) {
    outbox.add(change).catch(showNotStored)
  }

  function targetOf({ id, text }: Statement, answer: string) {
    return {
      assessmentId: quiz.assessment.id,
      elementId: quiz.element.id,
      statementId: id,
      ...(quiz.shared && { about: { statement: text, answer } }),
    }
  }

  function save(statement: Statement, choice: Choice, isLone = false) {
    const row = rows.find((one) => one.statement_id === statement.id && one.state === choice.state)
    const version = row?.version ?? 0
    const target = targetOf(statement, textOf(statement, choice))
    add({ ...target, kind: 'response', ...choice, version, isLone })
  }

  /** "Does not apply", or null to take it back. */
  function setReason(statement: Statement, reason: string | null) {
    save(statement, { ...choiceOf(1, null), not_applicable_reason: reason })
    if (answerOf(statement).isToConfirm) confirm(statement)
  }

  function confirm(statement: Statement) {
    add({ ...targetOf(statement, 'Confirmed'), kind: 'confirmation' })
  }

  function remember(index: number | null, statements: readonly Statement[]) {
    const before = statements.map((statement) => ({ statement, answer: answerOf(statement) }))
    setSteps((all) => [...all, { index, answers: before }])
  }

  function setFuture(statement: Statement, responseId: number) {
    const { current, isToConfirm, isCurrentNew } = answerOf(statement)
    // Changing the future half of last year's answer confirms the other.
    if (isToConfirm && !isCurrentNew) save(statement, choiceOf(1, current))
    save(statement, choiceOf(2, responseId), current === null)
  }

  function setRaise({ id }: Statement, raise: Raise | null) {
    setRaises((all) => {
      const others = [...all].filter(([other]) => other !== id)
      return new Map(raise === null ? others : [...others, [id, raise]])
    })
  }

  /** The future response before a higher current one raised it. */
  function raisedFrom(statement: Statement) {
    const raise = raises.get(statement.id)
    const { current, future } = answerOf(statement)
    return raise && current === raise.to && future === raise.to ? raise.from : null
  }

  /** Saves the current response. The future one is raised to it, and lowered again to what was chosen. */
  function saveCurrent(statement: Statement, response: StatementResponse) {
    const answer = answerOf(statement)
    const choice = choiceOf(1, response.id)
    save(statement, choice, answer.future === null || answer.isToConfirm)
    const chosen = raisedFrom(statement) ?? answer.future
    const raises = chosen !== null && isRaised(response.value, valueOf(statement, chosen))
    setRaise(statement, raises ? { from: chosen, to: response.id } : null)
    const future = raises ? response.id : chosen
    // The server raises it, too.
    if (future !== withChoice(answer, choice, statement).future)
      save(statement, choiceOf(2, future))
    return raises
  }

  /** Returns whether both responses are chosen now and nothing else changed, so that the player can move on. */
  function choose(index: number, state: 1 | 2, level: number): boolean {
    const statement = quiz.statements[index]
    const response = statement?.statement_responses[level]
    if (!statement || !response) return false
    const answer = answerOf(statement)
    const isComplete = hasOther(answer, state)
    if (isChosen(answer, state, response.id)) return isComplete
    if (state === 2 && isBelowCurrent(statement, answer, response)) return false
    remember(index, [statement])
    if (state === 1) return !saveCurrent(statement, response) && isComplete
    setRaise(statement, null)
    setFuture(statement, response.id)
    return isComplete
  }

  /** Takes over the future response that is suggested: the same as now, or last year's. */
  function acceptFuture(index: number) {
    const statement = quiz.statements[index]
    if (!statement) return
    const answer = answerOf(statement)
    const level = levelOf(statement, answer.current)
    if (!needsFuture(answer) || level === null) return
    if (answer.future === null) choose(index, 2, level)
    else confirmStep(index, statement)
  }

  function confirmStep(index: number | null, statement: Statement) {
    remember(index, [statement])
    confirm(statement)
  }

  /** Several futures with one press, in the check of all answers. */
  function chooseFutures(futures: readonly { statement: Statement; responseId: number }[]) {
    if (futures.length === 0) return
    remember(
      null,
      futures.map(({ statement }) => statement),
    )
    for (const { statement, responseId } of futures) setFuture(statement, responseId)
  }

  function restore(statement: Statement, before: Answer) {
    const answer = answerOf(statement)
    const current = { ...choiceOf(1, before.current), not_applicable_reason: before.reason }
    const isSame = answer.current === before.current && answer.reason === before.reason
    if (!isSame) save(statement, current)
    const { future } = isSame ? answer : withChoice(answer, current, statement)
    if (before.reason === null && future !== before.future)
      save(statement, choiceOf(2, before.future))
  }

  return {
    add,
    targetOf,
    setReason,
    choose,
    acceptFuture,
    raisedFrom,
    confirm: confirmStep,
    chooseFutures,
    canUndo: steps.length > 0,
    /** Restores the answers from before the last press. Returns the step. */
    undo: () => {
      const last = steps.at(-1)
      if (!last) return null
      setSteps(steps.slice(0, -1))
      for (const { statement, answer } of last.answers) {
        setRaise(statement, null)
        restore(statement, answer)
      }
      return last
    },
  }
}

/** Whether the other response has been chosen. */
function hasOther({ current, future, isToConfirm }: Answer, state: 1 | 2) {
  return state === 2 ? current !== null : future !== null && !isToConfirm
}

// Choosing last year's response again confirms it.
function isChosen(answer: Answer, state: 1 | 2, responseId: number) {
  const { isToConfirm, isCurrentNew } = answer
  if (state === 2) return answer.future === responseId && !isToConfirm
  return answer.current === responseId && (!isToConfirm || isCurrentNew)
}

function choiceOf(state: 1 | 2, responseId: number | null): Choice {
  return { state, statement_response_id: responseId, not_applicable_reason: null }
}

function textOf({ statement_responses: all }: Statement, choice: Choice) {
  const { state, statement_response_id: id, not_applicable_reason: reason } = choice
  if (reason !== null) return `Does not apply: ${reason}`
  const label = all.find((one) => one.id === id)?.label ?? 'nothing'
  return `${state === 1 ? 'Now' : 'Future'}: ${label}`
}

function showNotStored() {
  showFailure(
    'Your change could not be saved',
    'Your browser can’t store the change. Free up disk space, then try again.',
  )
}
