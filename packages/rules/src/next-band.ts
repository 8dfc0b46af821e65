import type { MissingForBand, NextBand, Verdict } from 'contract/next-band'
import { missingFor } from './missing-for-band.ts'
import {
  type CertificationBand,
  isAboveScope,
  type Judged,
  nextBand,
  reachedBand,
  type Scheme,
} from './verdict.ts'

/** More statements are counted. */
const MOST_LISTED = 1000

type Level = { key: string; label: string }

/** Whether bands ask for anything besides scores. */
export function hasConditions({ bands, elementBands = [] }: Scheme): boolean {
  return (
    elementBands.length > 0 ||
    bands.some(({ minStatement }) => minStatement !== null && minStatement !== undefined)
  )
}

/** The reached band, and the next one with what is missing. */
export function verdictOf(judged: Judged, scheme: Scheme, levels: readonly Level[]): Verdict {
  const next = nextBand(judged, scheme)
  return {
    band: reachedBand(judged, scheme)?.label ?? null,
    score: judged.overall,
    next: next && {
      ...describeBand(judged, scheme, next, levels),
      missing: missingOf(judged, scheme, next),
    },
  }
}

/** A band with what it asks for. What is missing is left out of sets whose bands ask for scores alone. */
export function describeBand(
  judged: Judged,
  scheme: Scheme,
  band: CertificationBand,
  levels: readonly Level[],
): NextBand {
  return {
    band: band.label,
    min_overall: band.minOverall,
    min_element: band.minElement,
    ...conditionsOf(band, levels),
    ...(isAboveScope(scheme, band) && { is_above_scope: true as const }),
    ...(hasConditions(scheme) && { missing: missingOf(judged, scheme, band) }),
  }
}

function conditionsOf(
  { minStatement, of, minElementBand }: CertificationBand,
  levels: readonly Level[],
) {
  const level = levels.find(({ key }) => key === of)
  return {
    ...(minStatement !== null && minStatement !== undefined && { min_statement: minStatement }),
    ...(of === 'key' && { of_key: true as const }),
    ...(level && { of_level: level.label }),
    ...(minElementBand && { min_element_band: minElementBand }),
  }
}

function missingOf(judged: Judged, scheme: Scheme, band: CertificationBand): MissingForBand {
  const { overall, elements, elementBands, statements } = missingFor(judged, scheme, band)
  return {
    overall,
    elements: elements.map(({ elementId: id, needed }) => ({ id, needed })),
    element_bands: elementBands.map(({ elementId: id, reached }) => ({ id, reached })),
    statements: statements.slice(0, MOST_LISTED).map((one) => ({
      id: one.statementId,
      element_id: one.elementId,
      response_id: one.responseId,
      effort: one.effort,
    })),
    statement_count: statements.length,
  }
}
