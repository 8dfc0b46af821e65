import {
  type ScoredAnswers,
  type ScoredElement,
  type ScoredResponse,
  type ScoredStatement,
  chosenResponse,
  STATE,
} from './scores.ts'

export type ActionResponse = ScoredResponse & {
  action?: string | null | undefined
  effort?: number | null | undefined
}
export type ActionStatement = Omit<ScoredStatement, 'responses'> & { responses: ActionResponse[] }
export type ActionElement = Omit<ScoredElement, 'statements'> & { statements: ActionStatement[] }

/** The steps from a statement's current to its future response. */
export type Action = {
  elementId: number
  statementId: number
  /** Responses above the current one up to the future one, lowest first. */
  steps: ActionResponse[]
  /** Gain of the statement's score: above 0, at most 1. */
  gap: number
  /** Highest effort of a step, 1 to 5; null if none has one. */
  effort: number | null
  /** Total effort; a step without effort counts as 3. */
  totalEffort: number
}

const UNKNOWN_EFFORT = 3

/** Every statement with a gap: widest weighted gap first, then least effort, then by order. */
export function listActions(elements: ActionElement[], answers: ScoredAnswers): Action[] {
  const weighted = elements.flatMap((element) =>
    element.statements.flatMap((statement) => {
      const action = actionOf(element, statement, answers)
      return action ? [{ action, priority: action.gap * statement.weight * element.weight }] : []
    }),
  )
  return weighted
    .sort(
      (one, other) =>
        other.priority - one.priority || effortOf(one.action) - effortOf(other.action),
    )
    .map(({ action }) => action)
}

function actionOf(element: ActionElement, statement: ActionStatement, answers: ScoredAnswers) {
  const { responses } = statement
  const answer = answers.get(statement.id)
  const from = responses.findIndex(({ id }) => id === chosenResponse(answer, STATE.current))
  const to = responses.findIndex(({ id }) => id === chosenResponse(answer, STATE.future))
  if (from === -1 || to <= from) return null

  const steps = responses.slice(from + 1, to + 1)
  const efforts = steps.flatMap(({ effort }) => effort ?? [])
  return {
    elementId: element.id,
    statementId: statement.id,
    steps,
    gap:
      (valueAt(responses, to) - valueAt(responses, from)) /
      (valueAt(responses, -1) - valueAt(responses, 0)),
    effort: efforts.length > 0 ? Math.max(...efforts) : null,
    totalEffort: steps.reduce((sum, { effort }) => sum + (effort ?? UNKNOWN_EFFORT), 0),
  }
}

function valueAt(responses: ActionResponse[], index: number) {
  return responses.at(index)?.value ?? 0
}

function effortOf(action: Action) {
  return action.effort ?? UNKNOWN_EFFORT
}
