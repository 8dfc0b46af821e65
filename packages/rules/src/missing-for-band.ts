import { type ActionResponse, effortOf, stepsBetween } from './actions.ts'
import { type Alternative, alternativesFor } from './forced-raises.ts'
import { rangeOf, reaches, scoreOfValue } from './scores.ts'
import {
  bandsFrom,
  type CertificationBand,
  countedScore,
  elementBandOf,
  isAboveScope,
  type Judged,
  type Scheme,
} from './verdict.ts'

/** A statement that stops a band, and the lowest response with which it doesn't. */
export type MissingStatement = {
  elementId: number
  statementId: number
  responseId: number | null
  /** Sum of the steps' efforts. A step without effort counts as 3. */
  effort: number
}

/** What a band asks for that isn't reached. */
export type Missing = {
  /** It concerns statements above the chosen level, so nothing reaches it. */
  isAboveScope: boolean
  /** The percent that the overall score lacks to have; null if it has. */
  overall: number | null
  /** Elements whose score is below the percent that they need. */
  elements: { elementId: number; needed: number }[]
  /** Elements below the band that each must reach, with their own. */
  elementBands: { elementId: number; reached: string | null }[]
  /** Least effort first, then by order. */
  statements: MissingStatement[]
}

type JudgedElement = Judged['elements'][number]

/** Why a band isn't reached. An element that can reach its band in several ways takes that of the fewest statements. */
export function missingFor(judged: Judged, scheme: Scheme, band: CertificationBand): Missing {
  const { overall } = judged
  const elements = judged.elements.map((element) => ({
    element,
    way: easiestWay(element, scheme, band),
  }))
  return {
    isAboveScope: isAboveScope(scheme, band),
    overall: overall !== null && reaches(overall, band.minOverall) ? null : band.minOverall,
    elements: elements.flatMap(({ element, way: { least } }) => {
      const score = countedScore(element)
      return score === null || reaches(score, least)
        ? []
        : [{ elementId: element.element.id, needed: least }]
    }),
    elementBands: elements.flatMap(({ element }) => missingBand(element, scheme, band)),
    statements: elements
      .flatMap(({ element, way }) => missingStatements(element, way))
      .sort((one, other) => one.effort - other.effort),
  }
}

function easiestWay(element: JudgedElement, scheme: Scheme, band: CertificationBand): Alternative {
  const ways = alternativesFor(element, scheme, band)
  const [fewest] = ways.toSorted(
    (one, other) => one.stops.length - other.stops.length || one.least - other.least,
  )
  return fewest ?? { stops: [], least: 0 }
}

function missingBand(
  element: JudgedElement,
  scheme: Scheme,
  { minElementBand }: CertificationBand,
): Missing['elementBands'] {
  if (!minElementBand || countedScore(element) === null) return []
  const reached = elementBandOf(element, scheme)
  const enough = bandsFrom(scheme, minElementBand)
  if (reached && enough.includes(reached)) return []
  return [{ elementId: element.element.id, reached: reached?.label ?? null }]
}

function missingStatements(
  { element, statements }: JudgedElement,
  { stops }: Alternative,
): MissingStatement[] {
  if (stops.length === 0) return []
  const byId = new Map(statements.map((judged) => [judged.statement.id, judged]))
  return stops.flatMap(({ statementId, needed }) => {
    const judged = byId.get(statementId)
    if (!judged) return []
    const { responses, scoring } = judged.statement
    const range = rangeOf(responses, scoring)
    const goal = responses.findIndex(({ value }) => reaches(scoreOfValue(value, range), needed))
    const chosen = responses.findIndex(({ id }) => id === judged.chosen)
    return {
      elementId: element.id,
      statementId,
      responseId: responses[goal]?.id ?? null,
      effort: effortOf(stepsBetween<ActionResponse>(responses, Math.max(0, chosen), goal)),
    }
  })
}
