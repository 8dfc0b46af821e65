import { formatRange } from 'rules/report-labels'
import type { Scale } from '#features/charts/profile.ts'

/** "2.4 → 3.4" or "Not scored" */
export function routeText(
  { current, future }: { current: number | null; future: number | null },
  scale: Scale,
) {
  return current === null ? 'Not scored' : formatRange(current, future ?? current, scale)
}
