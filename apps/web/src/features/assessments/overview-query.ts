import type { Quiz } from 'contract/assessments'
import { api } from '#core/api.ts'

/** The overview of an assessment. */
export function overviewQuery({ assessment: { year, type, set, whose } }: Quiz) {
  return api.assessments.overview.query({
    query: { year, type, set: set ?? undefined, whose: whose ?? undefined },
  })
}
