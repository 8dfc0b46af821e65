import type { ProfileElement } from './profile.ts'
import { useTween } from './use-tween.ts'
import { pointAt, rimPath, type Sector, type Wheel } from './wheel-geometry.ts'

type WheelRimProps = {
  element: ProfileElement
  wheel: Wheel
  sector: Sector
  isJustCompleted: boolean
}

/** The outer ring: how many of the statements are answered. */
export function WheelRim({ element, wheel, sector, isJustCompleted }: WheelRimProps) {
  const { answered, total, isNext } = element
  const share = useTween(total === 0 ? 0 : answered / total) ?? 0
  const line = { fill: 'none', strokeWidth: wheel.rimWidth, strokeLinecap: 'round' } as const
  return (
    <>
      <path d={rimPath(wheel, sector)} {...line} stroke="var(--track)" />
      {share > 0 && (
        <path
          d={rimPath(wheel, sector, share)}
          {...line}
          stroke={isNext ? 'var(--primary-ui)' : 'var(--foreground)'}
          {...(isJustCompleted && { ...drawn, className: 'chart-completed-rim' })}
        />
      )}
      {isJustCompleted && <RimTick {...pointAt(wheel.rim, sector.middle)} />}
    </>
  )
}

// With a path length of one, a single dash can be drawn from nothing to all of it.
const drawn = { pathLength: 1, strokeDasharray: 1 }

function RimTick({ x, y }: { x: number; y: number }) {
  const surface = 'var(--mark-surface, var(--card))'
  return (
    <g transform={`translate(${x} ${y})`} className="pointer-events-none">
      <circle
        r={9}
        fill="var(--foreground)"
        stroke={surface}
        strokeWidth={2}
        className="chart-completed-disc"
      />
      <path
        d="M-3.6 .3L-1.1 2.8L3.8 -2.5"
        fill="none"
        stroke={surface}
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...drawn}
        className="chart-completed-tick"
      />
    </g>
  )
}
