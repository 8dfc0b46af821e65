import type { Quiz } from 'contract/assessments'

/** Leads back to the overview that an assessment belongs to, without what is the default there anyway. */
export function overviewSearch({ year, type }: Quiz['assessment']) {
  return {
    ...(year !== new Date().getFullYear() && { year }),
    ...(type !== 'self_assessment' && { type }),
  }
}
