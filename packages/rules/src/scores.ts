/** Response states of the specification, section 9. */
export const STATE = { current: 1, future: 2, certified: 3 } as const
export type State = (typeof STATE)[keyof typeof STATE]

export type ScoredResponse = { id: number; value: number }
/** Responses are in order of their value; some may have the same. Weight 0: scored, but not counted. */
export type ScoredStatement = {
  id: number
  weight: number
  responses: ScoredResponse[]
  scoring?: Scoring | undefined
}
/** How a set scores. `from`: what is 0%, by default the lowest response. Left out, "not applicable" doesn't count. */
export type Scoring = { from?: 'zero' | undefined; notApplicable?: 'full' | 'none' | undefined }
export type ScoredElement = { id: number; weight: number; statements: ScoredStatement[] }

export type ScoredAnswer = {
  current?: number | null | undefined
  future?: number | null | undefined
  certified?: number | null | undefined
  notApplicable: boolean
  /** An auditor has certified the answer, also one that doesn't apply. */
  isCertified?: boolean | undefined
}
/** Answers by the id of their statement. */
export type ScoredAnswers = ReadonlyMap<number, ScoredAnswer>

/** From 0 to 1; null while nothing that applies and counts is answered. Round only for display. */
export type Score = number | null

export function overallScore(elements: ScoredElement[], answers: ScoredAnswers, state: State) {
  return weightedMean(
    elements.map((element) => ({
      weight: element.weight,
      score: elementScore(element, answers, state),
    })),
  )
}

export function elementScore(element: ScoredElement, answers: ScoredAnswers, state: State): Score {
  return weightedMean(
    element.statements.map((statement) => ({
      weight: statement.weight,
      score: statementScore(statement, answers.get(statement.id), state),
    })),
  )
}

export function statementScore(
  { responses, scoring }: ScoredStatement,
  answer: ScoredAnswer | undefined,
  state: State,
): Score {
  if (answer?.notApplicable) return notApplicableScore(answer, state, scoring)
  const chosen = chosenResponse(answer, state)
  const response = responses.find(({ id }) => id === chosen)
  return response ? scoreOfValue(response.value, rangeOf(responses, scoring)) : null
}

export function scoreOfValue(value: number, { lowest, highest }: ReturnType<typeof rangeOf>) {
  return (fromLowest(value, lowest) - lowest) / (highest - lowest)
}

function notApplicableScore(
  { isCertified }: ScoredAnswer,
  state: State,
  scoring: Scoring | undefined,
): Score {
  if (!scoring?.notApplicable || (state === STATE.certified && !isCertified)) return null
  return scoring.notApplicable === 'full' ? 1 : 0
}

/** The values of 0% and 100%. */
export function rangeOf(responses: readonly ScoredResponse[], scoring: Scoring | undefined) {
  const highest = responses.at(-1)?.value ?? 0
  // Without a value above 0, nothing could be divided by it.
  const isFromZero = scoring?.from === 'zero' && highest > 0
  return { lowest: isFromZero ? 0 : (responses[0]?.value ?? 0), highest }
}

/** Values below 0 count as 0 where that is 0%. */
export function fromLowest(value: number, lowest: number) {
  return Math.max(value, lowest)
}

export function chosenResponse(answer: ScoredAnswer | undefined, state: State): number | null {
  if (!answer || answer.notApplicable) return null
  const chosen = { 1: answer.current, 2: answer.future, 3: answer.certified }[state]
  return chosen ?? null
}

export function gapOf(current: Score, future: Score): Score {
  return current === null || future === null ? null : future - current
}

/** Level names, lowest first, and the number of the lowest. Null: results are in percent. */
export type Scale = { names: readonly string[]; lowest: number } | null

export function scaleOf(set: { scale: readonly string[] | null; lowest_level: number }): Scale {
  return set.scale && { names: set.scale, lowest: set.lowest_level }
}

/** More levels than these have no ring or line each in charts, but quarters. */
const MAX_DRAWN = 10

export function isDrawnInLevels(scale: Scale): scale is NonNullable<Scale> {
  return scale !== null && scale.names.length <= MAX_DRAWN
}

/** The position of a score on a scale of named levels: 1 is the lowest. */
export function levelOf(score: number, levels: number): number {
  return 1 + score * (levels - 1)
}

/** The reached level: 2.8 is still the second. */
export function reachedLevel(score: number, levels: number): number {
  return Math.floor(levelOf(score, levels) + 1e-9)
}

export function levelName(score: number, names: readonly string[]): string {
  return names[reachedLevel(score, names.length) - 1] ?? ''
}

/** Sums of fractions may miss a whole percentage by a rounding error. */
export function reaches(score: number, percent: number) {
  return score * 100 >= percent - 1e-9
}

export function weightedMean(parts: { weight: number; score: Score }[]): Score {
  let sum = 0
  let weights = 0
  for (const { weight, score } of parts) {
    if (score === null) continue
    sum += weight * score
    weights += weight
  }
  return weights === 0 ? null : Math.min(1, sum / weights)
}
