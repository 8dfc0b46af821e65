import {
  type ScoredAnswer,
  type ScoredAnswers,
  type ScoredElement,
  type ScoredResponse,
  type ScoredStatement,
  chosenResponse,
  fromLowest,
  rangeOf,
  STATE,
} from './scores.ts'
import { judge, type Judged } from './verdict.ts'

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
  /** One response for each value above the current one's up to the future one's, lowest first. */
  steps: ActionResponse[]
  /** Gain of the statement's score: above 0, at most 1. */
  gap: number
  /** What closing the gap adds to the overall score: 0 if its weight is 0, at most 1. */
  gain: number
  /** Sum of the steps' efforts, each 1 to 5. A step without effort counts as 3. */
  effort: number
}

const UNKNOWN_EFFORT = 3

/** Every statement with a gap: biggest gain first, then least effort, then by order. Gains compare as they are shown. */
export function listActions(elements: ActionElement[], answers: ScoredAnswers): Action[] {
  return orderedActions(elements, answers, sharesOf(judge(elements, answers, STATE.current)))
}

export function orderedActions(
  elements: readonly ActionElement[],
  answers: ScoredAnswers,
  scored: ReturnType<typeof sharesOf>,
): Action[] {
  const shares = new Map(scored.map((each) => [each.element.id, each]))
  const actions: Action[] = []
  for (const element of elements) {
    // Without a statement that counts, an element has no share.
    const of = shares.get(element.id)
    for (const statement of element.statements) {
      const action = actionOf(element, statement, answers.get(statement.id))
      if (!action) continue
      action.gain = action.gap * (of ? of.shareOf(statement) * of.share : 0)
      actions.push(action)
    }
  }
  const digits = gainDigits(actions)
  return actions
    .map((action) => ({
      action,
      shown: sizeOf(formatGain(action.gain, digits)),
      // Rounded, because equal gains can differ in their last digits.
      exact: Math.round(action.gain * 1e9),
    }))
    .sort(
      (one, other) =>
        other.shown - one.shown ||
        one.action.effort - other.action.effort ||
        other.exact - one.exact,
    )
    .map(({ action }) => action)
}

/** Decimals of the gains in a list: the biggest one has two digits or more. */
export function gainDigits(actions: readonly { gain: number }[]) {
  const biggest = actions.reduce((most, { gain }) => Math.max(most, gain), 0)
  if (biggest >= 0.01) return 1
  return biggest >= 0.001 ? 2 : 3
}

/** In points out of 100: `2.1`, `<0.1`, or `0` if the statement doesn't count. */
export function formatGain(gain: number, digits: number): string {
  if (gain === 0) return '0'
  // Added because 2.45 is stored slightly below 2.45.
  const text = (gain * 100 + 1e-9).toFixed(digits)
  return Number(text) === 0 ? `<${(10 ** -digits).toFixed(digits)}` : text
}

function sizeOf(shown: string) {
  return shown.startsWith('<') ? Number.MIN_VALUE : Number(shown)
}

/** Scored elements with their shares of the overall score, and their statements' shares of the element's. */
export function sharesOf({ elements }: Judged) {
  const scored = elements.filter(({ score }) => score !== null)
  const whole = sum(scored.map(({ element }) => element.weight))
  return scored.map(({ element, score, statements }) => {
    const own = sum(statements.map((each) => (each.score === null ? 0 : each.statement.weight)))
    const shareOf = ({ weight }: { weight: number }) => share(weight, own)
    return { element, score: score ?? 0, share: share(element.weight, whole), shareOf }
  })
}

function share(weight: number, whole: number) {
  return whole === 0 ? 0 : weight / whole
}

function sum(numbers: number[]) {
  return numbers.reduce((total, each) => total + each, 0)
}

function actionOf(
  { id: elementId }: ActionElement,
  statement: ActionStatement,
  answer: ScoredAnswer | undefined,
): Action | null {
  const { responses } = statement
  const from = placeOf(responses, chosenResponse(answer, STATE.current))
  const to = placeOf(responses, chosenResponse(answer, STATE.future))
  const steps = stepsBetween(responses, from, to)
  if (steps.length === 0) return null
  const gap = gapBetween(statement, from, to)
  return { elementId, statementId: statement.id, steps, gap, effort: effortOf(steps), gain: 0 }
}

function placeOf(responses: readonly ActionResponse[], chosen: number | null) {
  return chosen === null ? -1 : responses.findIndex(({ id }) => id === chosen)
}

export function effortOf(steps: readonly Pick<ActionResponse, 'effort'>[]) {
  return steps.reduce((total, { effort }) => total + (effort ?? UNKNOWN_EFFORT), 0)
}

type Step = { value: number; action?: string | null | undefined }

/**
 * One response for each value above that of `from` up to that of `to`. Between equal values lies no action, so the
 * first response of a value is the step; at the end the chosen one, unless only the first has a text.
 */
export function stepsBetween<Response extends Step>(
  responses: readonly Response[],
  from: number,
  to: number,
): Response[] {
  const [start, goal] = [responses[from], responses[to]]
  if (!start || !goal || goal.value <= start.value) return []
  const rising = responses
    .slice(from + 1, to + 1)
    .filter(({ value }, at) => value !== responses[from + at]?.value)
  if (goal.action || !rising.at(-1)?.action) rising.splice(-1, 1, goal)
  return rising
}

function gapBetween({ responses, scoring }: ActionStatement, from: number, to: number) {
  const { lowest, highest } = rangeOf(responses, scoring)
  const valueAt = (index: number) => fromLowest(responses[index]?.value ?? 0, lowest)
  return (valueAt(to) - valueAt(from)) / (highest - lowest)
}
