import {
  bandsFrom,
  below,
  type CertificationBand,
  type Conditions,
  countedScore,
  isAboveScope,
  type Judged,
  type JudgedScore,
  type Scheme,
  stoppingBand,
} from './verdict.ts'

type JudgedElement = Judged['elements'][number]

/** A statement below what is asked of it, what its score lacks, and which percent it must reach. */
export type Stop = { statementId: number; lacks: number; needed: number }

/** One way for an element to have what a band asks of it: no statement stops it, and its score is the least or more. */
export type Alternative = { stops: Stop[]; least: number }

/** An element band that is asked of an element is also reached with a higher one, which may ask for something else. */
export function alternativesFor(
  element: JudgedElement,
  scheme: Scheme,
  band: CertificationBand,
): Alternative[] {
  const own = stopsOf(stoppingBand(element, scheme, band), band)
  const isCounted = countedScore(element) !== null
  const least = isCounted ? band.minElement : 0
  if (!band.minElementBand || !isCounted) return [{ stops: own, least }]
  const enough = bandsFrom(scheme, band.minElementBand)
    .filter((each) => !isAboveScope(scheme, each))
    .map((each) => ({
      stops: withoutRepeats([...own, ...stopsOf(below(element.statements, scheme, each), each)]),
      least: Math.max(least, each.minOverall),
    }))
  return enough.filter(
    (one, at) => !enough.some((other, place) => isHarder(one, other, at - place)),
  )
}

function stopsOf(statements: JudgedScore[], { minStatement }: Conditions): Stop[] {
  const needed = minStatement ?? 0
  return statements.map(({ statement, score }) => ({
    statementId: statement.id,
    lacks: needed / 100 - (score ?? 0),
    needed,
  }))
}

/** Of a statement that stops twice, the higher need. */
function withoutRepeats(stops: Stop[]): Stop[] {
  const most = new Map<number, Stop>()
  for (const stop of stops) {
    const known = most.get(stop.statementId)
    if (!known || known.needed < stop.needed) most.set(stop.statementId, stop)
  }
  return [...most.values()]
}

/** Asks for all that the other one does; of two that ask for the same, the later one. */
function isHarder(one: Alternative, other: Alternative, places: number): boolean {
  if (places === 0 || one.least < other.least) return false
  const needs = new Map(one.stops.map(({ statementId, needed }) => [statementId, needed]))
  const asksForAll = other.stops.every(
    ({ statementId, needed }) => (needs.get(statementId) ?? 0) >= needed,
  )
  if (!asksForAll) return false
  return places > 0 || one.least > other.least || one.stops.length > other.stops.length
}
