import type { ContentSetSummary } from 'contract/assessments'
import { formatRoute, type Scale } from '#features/charts/profile.ts'

export function scaleOf({ scale }: ContentSetSummary): Scale {
  return scale ? { kind: 'levels', names: scale } : { kind: 'percent' }
}

/** "2.4 → 3.4" or "Not scored" */
export function routeText(
  { current, future }: { current: number | null; future: number | null },
  scale: Scale,
) {
  return current === null ? 'Not scored' : formatRoute(current, future ?? current, scale)
}
