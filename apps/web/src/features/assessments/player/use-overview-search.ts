import type { Quiz } from 'contract/assessments'
import { useTenant } from '#core/tenant.ts'

type Shown = Pick<Quiz['assessment'], 'year' | 'type' | 'set' | 'whose'>

export function useOverviewSearch({ year, type, set, whose }: Shown) {
  const tenant = useTenant()
  return {
    ...(year !== tenant.year && { year }),
    ...(type !== 'self_assessment' && { type }),
    ...(set !== null && { set }),
    ...(whose !== null && { whose }),
  }
}
