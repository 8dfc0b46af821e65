import type { MouseEvent, Ref } from 'react'
import { describeElement } from '#features/charts/profile.ts'
import { useTween } from '#features/charts/use-tween.ts'
import { WheelBands } from './wheel-bands.tsx'
import { pointAt, rimPath, wedgePath } from './wheel-geometry.ts'
import { LabelArea } from './wheel-label.tsx'
import type { SectorShape } from './wheel-sectors.ts'

type WheelSectorLinkProps = SectorShape & {
  linkRef: Ref<HTMLAnchorElement>
  count: number
  hatch: string
  isHighlighted: boolean
  isJustCompleted: boolean
  isTabStop: boolean
  onNavigate: (to: string) => void
  onPoint: (isPointedAt: boolean) => void
  onFocus: (isVisible: boolean) => void
  onBlur: () => void
}

export function WheelSectorLink(props: WheelSectorLinkProps) {
  const { linkRef, onNavigate, onPoint, onFocus, onBlur, ...shape } = props
  const { element, scale, wheel, sector, isTabStop } = shape
  const { to } = element
  const name = describeElement(element, scale)
  const pointer = { onPointerEnter: () => onPoint(true), onPointerLeave: () => onPoint(false) }
  const drawing = (
    <>
      <path
        d={wedgePath(wheel, sector)}
        fill={shape.isHighlighted ? 'var(--track)' : 'transparent'}
      />
      <WheelBands {...shape} />
      <WheelRim {...shape} />
      <LabelArea {...shape} />
    </>
  )
  if (to === undefined) {
    return (
      <g role="img" aria-label={name} {...pointer}>
        {drawing}
      </g>
    )
  }
  return (
    <a
      ref={linkRef}
      href={to}
      aria-label={name}
      tabIndex={isTabStop ? 0 : -1}
      className="outline-none"
      onClick={(event) => navigate(event, to, onNavigate)}
      onFocus={(event) => {
        onPoint(true)
        onFocus(event.currentTarget.matches(':focus-visible'))
      }}
      onBlur={() => {
        onPoint(false)
        onBlur()
      }}
      {...pointer}
    >
      {drawing}
    </a>
  )
}

function navigate(event: MouseEvent, to: string, onNavigate: (to: string) => void) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  onNavigate(to)
}

type WheelRimProps = Pick<WheelSectorLinkProps, 'element' | 'wheel' | 'sector' | 'isJustCompleted'>

function WheelRim({ element, wheel, sector, isJustCompleted }: WheelRimProps) {
  const { answered, total, isNext } = element
  const share = useTween(total === 0 ? 0 : answered / total) ?? 0
  const line = { fill: 'none', strokeWidth: wheel.rimWidth, strokeLinecap: 'round' } as const
  return (
    <>
      <path d={rimPath(wheel, sector)} {...line} stroke="var(--chart-track)" />
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

// With a path length of one, a single dash can animate from nothing to the whole line.
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
