import type { Quiz } from 'contract/assessments'
import { useTenant } from '#core/tenant.ts'

type Shown = Pick<Quiz['assessment'], 'year' | 'type' | 'set'>

export function useOverviewSearch({ year, type, set }: Shown) {
  const tenant = useTenant()
  return {
    ...(year !== tenant.year && { year }),
    ...(type !== 'self_assessment' && { type }),
    ...(set !== null && { set }),
  }
}
