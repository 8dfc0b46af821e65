import type { Quiz } from 'contract/assessments'
import { useTenant } from '#features/session/tenant.ts'

/** Leads back to the overview that an assessment belongs to, without what is the default there anyway. */
export function useOverviewSearch({ assessment: { year, type } }: Quiz) {
  const tenant = useTenant()
  return {
    ...(year !== tenant.year && { year }),
    ...(type !== 'self_assessment' && { type }),
  }
}
