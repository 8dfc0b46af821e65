import type { Quiz } from 'contract/assessments'
import { useTenant } from '#core/tenant.ts'

export function useOverviewSearch({ year, type }: Pick<Quiz['assessment'], 'year' | 'type'>) {
  const tenant = useTenant()
  return {
    ...(year !== tenant.year && { year }),
    ...(type !== 'self_assessment' && { type }),
  }
}
