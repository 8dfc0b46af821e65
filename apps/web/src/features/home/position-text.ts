import type { Overview } from 'contract/assessments'
import { formatScore } from 'rules/report-labels'
import { scaleOf } from 'rules/scores'

type Reported = Pick<Overview['reports'][number], 'year' | 'current'>

/** Where they are now, and where they were. */
export function positionText(
  own: Reported,
  earlier: Reported | undefined,
  { content_set }: Pick<Overview, 'content_set'>,
): string {
  if (own.current === null || !content_set) return ''
  const scale = scaleOf(content_set)
  const now = formatScore(own.current, scale)
  if (earlier === undefined || earlier.current === null) return `Now at ${now}.`
  const before = formatScore(earlier.current, scale)
  if (now === before) return `Now at ${now}, as in ${earlier.year}.`
  const direction = own.current > earlier.current ? 'up' : 'down'
  return `Now at ${now}, ${direction} from ${before} in ${earlier.year}.`
}
