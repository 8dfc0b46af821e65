import {
  chosenResponse,
  reaches,
  type Score,
  type ScoredAnswers,
  type ScoredElement,
  type ScoredStatement,
  type State,
  statementScore,
  weightedMean,
} from './scores.ts'

/** `minStatement` is in percent. `of`: the statements that must reach it: all of them, `key`, or those up to a level. */
export type Conditions = {
  minStatement?: number | null | undefined
  of?: string | null | undefined
}
export type ElementBand = Conditions & { label: string; minOverall: number }
export type CertificationBand = Conditions & {
  label: string
  minOverall: number
  minElement: number
  /** The label of the element band that each element must reach. */
  minElementBand?: string | null | undefined
}

/** What a set says about its verdict. Both lists of bands are in ascending order. */
export type Scheme<Band extends CertificationBand = CertificationBand> = {
  bands: readonly Band[]
  elementBands?: readonly ElementBand[] | undefined
  /** Keys of all levels, lowest first. */
  levels?: readonly string[] | undefined
  /** The chosen level and those below it. Null: all. */
  chosenLevels?: readonly string[] | null | undefined
}

type Marks = { is_key?: boolean | undefined; level_key?: string | null | undefined }
export type JudgedStatement = ScoredStatement & Marks
export type JudgedElement = Omit<ScoredElement, 'statements'> & { statements: JudgedStatement[] }

/** Everything that bands ask about, scored once. */
export type Judged = {
  overall: Score
  elements: { element: JudgedElement; score: Score; statements: JudgedScore[] }[]
}
export type JudgedScore = {
  statement: JudgedStatement
  /** The id of the chosen response. */
  chosen: number | null
  score: Score
  /** It applies, but nobody has said where they are now. */
  isOpen: boolean
}
type Part = Judged['elements'][number]

export function judge(
  elements: readonly JudgedElement[],
  answers: ScoredAnswers,
  state: State,
): Judged {
  const judged = elements.map((element) => {
    const statements = element.statements.map((statement) => {
      const answer = answers.get(statement.id)
      const score = statementScore(statement, answer, state)
      const chosen = chosenResponse(answer, state)
      const isOpen = (answer?.current ?? null) === null && answer?.notApplicable !== true
      return { statement, chosen, score, isOpen, weight: statement.weight }
    })
    return { element, score: weightedMean(statements), statements, weight: element.weight }
  })
  return { overall: weightedMean(judged), elements: judged }
}

/** The last band in the list of which all conditions hold. */
export function reachedBand<Band extends CertificationBand>(
  judged: Judged,
  scheme: Scheme<Band>,
): Band | null {
  return scheme.bands.findLast((band) => reachesBand(judged, scheme, band)) ?? null
}

/** The band after the reached one, without those above the chosen level unless there are no others. */
export function nextBand<Band extends CertificationBand>(
  judged: Judged,
  scheme: Scheme<Band>,
): Band | null {
  const reached = scheme.bands.findLastIndex((band) => reachesBand(judged, scheme, band))
  const later = scheme.bands.slice(reached + 1)
  return later.find((band) => !isAboveScope(scheme, band)) ?? later[0] ?? null
}

export function reachesBand(judged: Judged, scheme: Scheme, band: CertificationBand): boolean {
  const { overall, elements } = judged
  if (overall === null || !reaches(overall, band.minOverall) || isAboveScope(scheme, band))
    return false
  return elements.every((element) => {
    const score = countedScore(element)
    return (
      (score === null || reaches(score, band.minElement)) &&
      stoppingBand(element, scheme, band).length === 0 &&
      reachesElementBand(element, scheme, band.minElementBand)
    )
  })
}

/** The band of an element alone; null below the lowest, or while nothing in it counts. */
export function elementBandOf(element: Part, scheme: Scheme): ElementBand | null {
  return scheme.elementBands?.findLast((band) => holds(element, scheme, band)) ?? null
}

function reachesElementBand(
  element: Part,
  scheme: Scheme,
  label: string | null | undefined,
): boolean {
  if (!label || countedScore(element) === null) return true
  return bandsFrom(scheme, label).some((band) => holds(element, scheme, band))
}

/** The element band of that label and those above it. */
export function bandsFrom({ elementBands = [] }: Scheme, label: string): readonly ElementBand[] {
  const at = elementBands.findIndex((band) => band.label === label)
  return at === -1 ? [] : elementBands.slice(at)
}

function holds({ score, statements }: Part, scheme: Scheme, band: ElementBand) {
  return (
    score !== null &&
    reaches(score, band.minOverall) &&
    !isAboveScope(scheme, band) &&
    below(statements, scheme, band).length === 0
  )
}

/** An element of weight 0 may stay below a band, and so may one of which nothing counts. */
export function countedScore({ element, score }: Part): Score {
  return element.weight === 0 ? null : score
}

/** What asks for statements above the chosen level can't be reached. */
export function isAboveScope(
  scheme: Scheme,
  { of, minElementBand }: Conditions & Pick<CertificationBand, 'minElementBand'>,
): boolean {
  const { levels = [], chosenLevels } = scheme
  if (!chosenLevels) return false
  if (of && levels.includes(of) && !chosenLevels.includes(of)) return true
  const enough = minElementBand ? bandsFrom(scheme, minElementBand) : []
  return enough.length > 0 && enough.every((band) => isAboveScope(scheme, band))
}

/** The statements that stop a band of the set. Where an element doesn't count, only key statements do. */
export function stoppingBand(
  { element, statements }: Part,
  scheme: Scheme,
  band: Conditions,
): JudgedScore[] {
  return element.weight === 0 && band.of !== 'key' ? [] : below(statements, scheme, band)
}

/**
 * The concerned statements that are below what a band asks of each. Without an answer a statement doesn't count, as in
 * an optional element that no one answered; only a key statement must be answered.
 */
export function below(
  statements: readonly JudgedScore[],
  scheme: Scheme,
  { minStatement, of }: Conditions,
): JudgedScore[] {
  if (minStatement === null || minStatement === undefined) return []
  const isConcerned = concernedBy(scheme, of)
  const isBelow = ({ score, isOpen }: JudgedScore) =>
    score === null ? of === 'key' && isOpen : !reaches(score, minStatement)
  return statements.filter((each) => isBelow(each) && isConcerned(each))
}

/** A statement without weight is concerned only where it is marked as key. */
function concernedBy({ levels = [] }: Scheme, of: string | null | undefined) {
  if (of === 'key') return ({ statement }: JudgedScore) => statement.is_key === true
  const top = of ? levels.indexOf(of) : -1
  return ({ statement: { level_key: level, weight } }: JudgedScore) =>
    weight > 0 && (top === -1 || !level || levels.indexOf(level) <= top)
}
