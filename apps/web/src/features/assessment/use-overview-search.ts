import type { Quiz } from 'contract/assessments'
import { useTenant } from '#features/session/tenant.ts'

export function useOverviewSearch({ assessment: { year, type } }: Quiz) {
  const tenant = useTenant()
  return {
    ...(year !== tenant.year && { year }),
    ...(type !== 'self_assessment' && { type }),
  }
}
