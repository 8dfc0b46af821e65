import type { ElementProgress, SavedResponse } from 'contract/assessments'
import { continueAt, stateOf } from 'rules/answer-state'
import {
  type ScoredAnswer,
  type ScoredStatement,
  STATE,
  elementScore,
  overallScore,
} from 'rules/scores'
import { verdictOf } from 'rules/next-band'
import { judge } from 'rules/verdict'
import type { Verdict } from 'contract/next-band'
import type { Edition } from '#features/content/edition.ts'
import { schemeOf } from '#features/content/scheme-of.ts'

export type SavedAnswer = Pick<
  SavedResponse,
  'statement_id' | 'state' | 'statement_response_id' | 'not_applicable_reason' | 'to_confirm'
>
type Identity = Pick<ElementProgress, 'id' | 'key' | 'number' | 'title' | 'group' | 'is_required'>
type Element = Identity & { weight: number }
type Statement = ScoredStatement & { element_id: number }
type Progress = {
  elements: ElementProgress[]
  next: { element_id: number; statement_number: number; total: number } | null
}

/** The progress of each element, and the first that is not complete, required ones first. */
export function progressOf(
  elements: readonly Element[],
  statements: readonly Statement[],
  answers: readonly SavedAnswer[],
  completed: readonly number[],
): Progress {
  const byStatement = Map.groupBy(answers, (answer) => answer.statement_id)
  const scored = scoredAnswers(byStatement)
  const byElement = Map.groupBy(statements, (statement) => statement.element_id)
  const open: (NonNullable<Progress['next']> & { is_required: boolean })[] = []
  const progress = elements.map((element) => {
    const own = byElement.get(element.id) ?? []
    const states = own.map((statement) => stateOf(byStatement.get(statement.id) ?? []))
    const isComplete = completed.includes(element.id)
    if (!isComplete && own.length > 0)
      open.push({
        element_id: element.id,
        statement_number: continueAt(states) + 1,
        total: own.length,
        is_required: element.is_required,
      })
    const score = (state: 1 | 2 | 3) => elementScore({ ...element, statements: own }, scored, state)
    return {
      ...element,
      is_counted: element.weight !== 0,
      total: own.length,
      answered: states.filter((state) => state === 'answered').length,
      to_confirm: states.filter((state) => state === 'to-confirm').length,
      is_complete: isComplete,
      current: score(STATE.current),
      future: score(STATE.future),
      certified: score(STATE.certified),
    }
  })
  const first = open.find((one) => one.is_required) ?? open[0]
  if (!first) return { elements: progress, next: null }
  const { is_required: _isRequired, ...next } = first
  return { elements: progress, next }
}

export function overallOf(
  elements: readonly Element[],
  statements: readonly Statement[],
  answers: readonly SavedAnswer[],
) {
  const scored = scoredAnswers(Map.groupBy(answers, (answer) => answer.statement_id))
  const byElement = Map.groupBy(statements, (statement) => statement.element_id)
  const whole = elements.map((element) => ({
    ...element,
    statements: byElement.get(element.id) ?? [],
  }))
  return {
    current: overallScore(whole, scored, STATE.current),
    future: overallScore(whole, scored, STATE.future),
    certified: overallScore(whole, scored, STATE.certified),
  }
}

type Saved = { answers: readonly SavedAnswer[]; completed: readonly number[] }

/**
 * The verdict on the current responses; null without bands, or until all required elements are complete. `chosenLevels`:
 * the chosen level and those below it; null for all.
 */
export function verdictNow(
  { set, elements, statements, certificationBands }: Edition,
  { answers, completed }: Saved,
  chosenLevels: readonly string[] | null = null,
): Verdict | null {
  const isOpen = elements.some(({ id, is_required }) => is_required && !completed.includes(id))
  if (certificationBands.length === 0 || isOpen) return null
  const byElement = Map.groupBy(statements, (statement) => statement.element_id)
  const whole = elements.map(({ id, weight }) => ({
    id,
    weight,
    statements: byElement.get(id) ?? [],
  }))
  const scored = scoredAnswers(Map.groupBy(answers, (answer) => answer.statement_id))
  const { scheme, ladder } = schemeOf({
    certificationBands,
    elementBands: set.element_bands,
    groups: set.groups,
    chosenLevels,
  })
  return verdictOf(judge(whole, scored, STATE.current), scheme, ladder)
}

function scoredAnswers(byStatement: Map<number, SavedAnswer[]>) {
  return new Map([...byStatement].map(([id, own]) => [id, scoredAnswer(own)]))
}

function scoredAnswer(rows: readonly SavedAnswer[]): ScoredAnswer {
  return {
    current: chosenIn(rows, STATE.current),
    future: chosenIn(rows, STATE.future),
    certified: chosenIn(rows, STATE.certified),
    isCertified: rows.some((row) => row.state === STATE.certified),
    notApplicable: rows.some(
      (row) => row.state === STATE.current && row.not_applicable_reason !== null,
    ),
  }
}

function chosenIn(rows: readonly SavedAnswer[], state: number) {
  return rows.find((row) => row.state === state)?.statement_response_id ?? null
}
