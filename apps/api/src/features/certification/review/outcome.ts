import type { Verdict } from 'contract/next-band'
import type { Review, ReviewedResponse } from 'contract/reviews'
import { verdictOf } from 'rules/next-band'
import { STATE, overallScore, reaches } from 'rules/scores'
import { countedScore, judge, type Judged } from 'rules/verdict'
import type { Edition } from '#features/content/edition.ts'
import { schemeOf } from '#features/content/scheme-of.ts'
import type { Declared, declaredOf } from './declared.ts'

type Reviewed = readonly Pick<ReviewedResponse, 'statement_id' | 'statement_response_id'>[]
type Outcome = Review['outcome']

/** Scores and band of the review so far. `chosenLevels`: the chosen level and those below it; null for all. */
export function outcomeOf(
  declared: ReturnType<typeof declaredOf>,
  reviewed: Reviewed,
  edition: Edition,
  chosenLevels: readonly string[] | null = null,
): Outcome {
  const all = declared.flatMap(({ statements }) => statements)
  const scores = scoredOf(all, reviewed)
  // Also what wasn't submitted: a key statement without an answer stops its band.
  const byElement = Map.groupBy(edition.statements, (statement) => statement.element_id)
  const elements = edition.elements.map((element) => ({
    ...element,
    statements: byElement.get(element.id) ?? [],
  }))
  const missing = all.filter(
    ({ statement }) => !reviewed.some(({ statement_id }) => statement_id === statement.id),
  ).length
  const { certificationBands, set } = edition
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
    missing_band: next && band === null ? missingBandOf(judged, edition, next) : null,
    next,
  }
}

type Next = NonNullable<Verdict['next']>
const NO_VERDICT = { band: null, next: null }

/** Which scores are missing for the lowest band. */
function missingBandOf(
  judged: Judged,
  edition: Edition,
  { band, min_overall: minOverall, min_element: minElement }: Next,
): Outcome['missing_band'] {
  const { overall } = judged
  const scored = new Map(judged.elements.map((one) => [one.element.id, one]))
  const below = edition.elements.flatMap((element) => {
    const one = scored.get(element.id)
    const certified = one ? countedScore(one) : null
    if (certified === null || reaches(certified, minElement)) return []
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
