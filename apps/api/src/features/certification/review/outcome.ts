import type { Review, ReviewedResponse } from 'contract/reviews'
import {
  type CertificationBand,
  type ScoredAnswers,
  type ScoredElement,
  STATE,
  countedScore,
  overallScore,
  reachedBand,
  reaches,
} from 'rules/scores'
import type { Edition } from '#features/content/edition.ts'
import type { Declared, declaredOf } from './declared.ts'

type Reviewed = readonly Pick<ReviewedResponse, 'statement_id' | 'statement_response_id'>[]

/** Scores and band of the review so far. */
export function outcomeOf(
  declared: ReturnType<typeof declaredOf>,
  reviewed: Reviewed,
  { certificationBands: bands }: Edition,
): Review['outcome'] {
  const all = declared.flatMap(({ statements }) => statements)
  const scores = scoredOf(all, reviewed)
  const elements = declared.map(({ element, statements }) => ({
    ...element,
    statements: statements.map(({ statement }) => statement),
  }))
  const missing = all.filter(
    ({ statement }) => !reviewed.some(({ statement_id }) => statement_id === statement.id),
  ).length
  const band = reachedBand(elements, scores, STATE.certified, bands)
  const isWhole = missing === 0
  return {
    missing,
    current: overallScore(elements, scores, STATE.current),
    certified: overallScore(elements, scores, STATE.certified),
    band: isWhole ? (band?.label ?? null) : null,
    bands: bands.map(({ label }) => label),
    missing_band: isWhole && !band ? missingBandOf(elements, scores, bands[0]) : null,
  }
}

/** What is missing for the lowest band. */
function missingBandOf(
  elements: (ScoredElement & { key: string; number: number; title: string })[],
  scores: ScoredAnswers,
  band: CertificationBand | undefined,
): Review['outcome']['missing_band'] {
  if (!band) return null
  const { label, minOverall, minElement } = band
  const overall = overallScore(elements, scores, STATE.certified)
  const below = elements.flatMap((element) => {
    const certified = countedScore(element, scores, STATE.certified)
    if (certified === null || reaches(certified, minElement)) return []
    const { id, key, number, title } = element
    return { id, key, number, title, certified }
  })
  return {
    band: label,
    overall:
      overall !== null && reaches(overall, minOverall)
        ? null
        : { needed: minOverall / 100, certified: overall },
    elements: below.length === 0 ? null : { needed: minElement / 100, below },
  }
}

export function scoredOf(declared: readonly Declared[], reviewed: Reviewed) {
  const certified = new Map(reviewed.map((one) => [one.statement_id, one.statement_response_id]))
  return new Map(
    declared.map(({ statement: { id }, current, future, reason }) => [
      id,
      { current, future, certified: certified.get(id) ?? null, notApplicable: reason !== null },
    ]),
  )
}
