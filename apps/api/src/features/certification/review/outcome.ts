import type { Verdict } from 'contract/next-band'
import type { Review, ReviewedResponse } from 'contract/reviews'
import { verdictOf } from 'rules/next-band'
import { STATE, overallScore, reaches } from 'rules/scores'
import { countedScore, judge, type Judged } from 'rules/verdict'
import type { Edition } from '#features/content/edition.ts'
import { schemeOf } from '#features/content/scheme-of.ts'
import type { Declared, declaredOf } from './declared.ts'

type Reviewed = readonly Pick<ReviewedResponse, 'statement_id' | 'statement_response_id'>[]
type Element = ReturnType<typeof declaredOf>[number]['element']
type Outcome = Review['outcome']

/** Scores and band of the review so far. `chosenLevels`: the chosen level and those below it; null for all. */
export function outcomeOf(
  declared: ReturnType<typeof declaredOf>,
  reviewed: Reviewed,
  { certificationBands, set }: Edition,
  chosenLevels: readonly string[] | null = null,
): Outcome {
  const all = declared.flatMap(({ statements }) => statements)
  const scores = scoredOf(all, reviewed)
  const elements = declared.map(({ element, statements }) => ({
    ...element,
    statements: statements.map(({ statement }) => statement),
  }))
  const missing = all.filter(
    ({ statement }) => !reviewed.some(({ statement_id }) => statement_id === statement.id),
  ).length
  const rows = { certificationBands, elementBands: set.element_bands, groups: set.groups }
  const { scheme, ladder } = schemeOf({ ...rows, chosenLevels })
  const judged = judge(elements, scores, STATE.certified)
  const isWhole = missing === 0
  const { band, next } = isWhole ? verdictOf(judged, scheme, ladder) : NO_VERDICT
  return {
    missing,
    current: overallScore(elements, scores, STATE.current),
    certified: judged.overall,
    band,
    bands: scheme.bands.map(({ label }) => label),
    missing_band: next && band === null ? missingBandOf(judged, declared, next) : null,
    next,
  }
}

type Next = NonNullable<Verdict['next']>
const NO_VERDICT = { band: null, next: null }

/** Which scores are missing for the lowest band. */
function missingBandOf(
  { overall, elements }: Judged,
  declared: readonly { element: Element }[],
  { band, min_overall: minOverall, min_element: minElement }: Next,
): Outcome['missing_band'] {
  const below = elements.flatMap((judged, index) => {
    const certified = countedScore(judged)
    const element = declared[index]?.element
    if (!element || certified === null || reaches(certified, minElement)) return []
    const { id, key, number, title } = element
    return { id, key, number, title, certified }
  })
  return {
    band,
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
      {
        current,
        future,
        certified: certified.get(id) ?? null,
        notApplicable: reason !== null,
        isCertified: certified.has(id),
      },
    ]),
  )
}
