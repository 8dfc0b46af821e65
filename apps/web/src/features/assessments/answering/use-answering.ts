import type { Quiz, SavedResponse, Statement, StatementResponse } from 'contract/assessments'
import { useState } from 'react'
import { showFailure } from '#core/toast.ts'
import {
  type Answer,
  type Choice,
  isBelowCurrent,
  NO_ANSWER,
  presetsFuture,
  withChoice,
} from './answers.ts'
import type { NewChange, Outbox } from '#features/assessments/outbox/outbox.ts'

/** What Backspace undoes: the answers before one press. */
export interface UndoStep {
  /** Where the press was: the index of a statement, or null in the check of all answers. */
  index: number | null
  answers: readonly { statement: Statement; answer: Answer }[]
}

interface AnsweringOptions {
  quiz: Quiz
  rows: readonly SavedResponse[]
  answers: readonly Answer[]
  outbox: Pick<Outbox, 'add'>
}

/** Saves answers, and undoes them. */
export function useAnswering({ quiz, rows, answers, outbox }: AnsweringOptions) {
  const [steps, setSteps] = useState<readonly UndoStep[]>([])
  const answerOf = (statement: Statement) =>
    answers[quiz.statements.indexOf(statement)] ?? NO_ANSWER

  function add(change: NewChange) {
    outbox.add(change).catch(showNotStored)
  }

  function targetOf({ id }: Statement) {
    return { assessmentId: quiz.assessment.id, elementId: quiz.element.id, statementId: id }
  }

  function save(statement: Statement, choice: Choice) {
    const row = rows.find((one) => one.statement_id === statement.id && one.state === choice.state)
    add({ ...targetOf(statement), kind: 'response', ...choice, version: row?.version ?? 0 })
  }

  /** "Does not apply", or null to take it back. */
  function setReason(statement: Statement, reason: string | null) {
    save(statement, { ...choiceOf(1, null), not_applicable_reason: reason })
    if (answerOf(statement).isToConfirm) confirm(statement)
  }

  function confirm(statement: Statement) {
    add({ ...targetOf(statement), kind: 'confirmation' })
  }

  function remember(index: number | null, statements: readonly Statement[]) {
    const before = statements.map((statement) => ({ statement, answer: answerOf(statement) }))
    setSteps((all) => [...all, { index, answers: before }])
  }

  function setFuture(statement: Statement, responseId: number) {
    save(statement, choiceOf(2, responseId))
    // Changing one half of last year's answer confirms the other.
    if (answerOf(statement).isToConfirm) confirm(statement)
  }

  /** Saves a response, and the future one that it presets. */
  function saveChosen(statement: Statement, state: 1 | 2, response: StatementResponse) {
    const answer = answerOf(statement)
    if (!isChosen(answer, state, response.id)) save(statement, choiceOf(state, response.id))
    if (state === 1 && presetsFuture(statement, answer, response))
      save(statement, choiceOf(2, response.id))
    if (answer.isToConfirm) confirm(statement)
  }

  /** Returns whether the statement is answered now, so that the player can move on. */
  function choose(index: number, state: 1 | 2, level: number): boolean {
    const statement = quiz.statements[index]
    const response = statement?.statement_responses[level]
    if (!statement || !response) return false
    const answer = answerOf(statement)
    const isPreset = state === 2 || !presetsFuture(statement, answer, response)
    if (isChosen(answer, state, response.id) && isPreset) return state === 1
    if (state === 2 && isBelowCurrent(statement, answer, response)) return false
    remember(index, [statement])
    saveChosen(statement, state, response)
    return state === 1
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
    confirm: (index: number | null, statement: Statement) => {
      remember(index, [statement])
      confirm(statement)
    },
    chooseFutures,
    canUndo: steps.length > 0,
    /** Restores the answers from before the last press. Returns the step. */
    undo: () => {
      const last = steps.at(-1)
      if (!last) return null
      setSteps(steps.slice(0, -1))
      for (const { statement, answer } of last.answers) restore(statement, answer)
      return last
    },
  }
}

// Choosing last year's response again confirms it.
function isChosen(answer: Answer, state: 1 | 2, responseId: number) {
  const chosen = state === 1 ? answer.current : answer.future
  return chosen === responseId && !answer.isToConfirm
}

function choiceOf(state: 1 | 2, responseId: number | null): Choice {
  return { state, statement_response_id: responseId, not_applicable_reason: null }
}

function showNotStored() {
  showFailure(
    'This answer could not be saved',
    'Your browser has no storage left. Free up some space, then answer again.',
  )
}
