import './charts.css'
import { cn } from '#ui/cn.ts'
import { LineMarks, percent } from './mark.tsx'
import { type Scale, scalePoints } from './profile.ts'

type LevelScaleProps = {
  scale: Scale
  current: number | null
  future: number | null
  certified?: number | null
  /** Positions of the responses as fractions; by default the levels of the scale. */
  points?: readonly number[]
  /** For screen readers; leave it out where the figures are next to the line. */
  label?: string
  className?: string
}

/** More dots than this would touch each other. */
const MAX_DOTS = 20

export function LevelScale(props: LevelScaleProps) {
  const { scale, current, future, certified = null, label, points = scalePoints(scale) } = props
  return (
    <span
      className={cn('chart inline-block h-6 w-28 max-w-50 px-3.5 align-middle', props.className)}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <svg width="100%" height="24" className="block overflow-visible rtl:-scale-x-100">
        <line x2="100%" y1="12" y2="12" stroke="var(--chart-line)" strokeWidth={2.5} />
        {dotsOf(points).map((point) => (
          <circle key={point} cx={percent(point)} cy="12" r="1.7" fill="var(--input)" />
        ))}
        <LineMarks {...{ current, future, certified }} s={5} width={2.5} dash="3.5 2.5" />
      </svg>
    </span>
  )
}

/** Responses may have the same value. Of a long list only the ends are drawn. */
function dotsOf(points: readonly number[]) {
  const dots = [...new Set(points)]
  return dots.length > MAX_DOTS ? [0, 1] : dots
}
