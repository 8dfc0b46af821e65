import { pointRadial } from 'd3-shape'
import type { ProfileElement } from './profile.ts'
import { labelLines } from './radar-geometry.ts'

const LEADING = 16
const DISTANCE = 14
// A little past the drawing's edge is free on every page that has room for names.
const OVERHANG = 15

interface AxisNameProps {
  element: ProfileElement
  /** Clockwise from 12 o'clock, in radians. */
  angle: number
  axes: number
  radius: number
  width: number
  hasNames: boolean
}

export function AxisName({ element, hasNames, ...place }: AxisNameProps) {
  const [x, y] = pointRadial(place.angle, place.radius + DISTANCE)
  const isScored = element.current !== null || element.future !== null
  const hasNote = hasNames && !isScored
  const anchor = anchorOf(x)
  const up = Math.cos(place.angle)
  const lines = labelLines(
    hasNames ? element.title : String(element.number),
    roomOf(x, anchor, place),
    Math.abs(up) > 0.8 || hasNote ? 2 : 3,
  )
  const count = lines.length + (hasNote ? 1 : 0)
  return (
    <text
      x={x}
      y={y - ((count - 1) * LEADING * (1 + up)) / 2 + 5 * (1 - up)}
      textAnchor={anchor}
      className="radar-name narrow text-[13px] font-medium"
      fill={isScored ? 'var(--subtle-foreground)' : 'var(--muted-foreground)'}
    >
      {lines.map((line, index) => (
        <tspan key={line} x={x} dy={index === 0 ? 0 : LEADING}>
          {line}
        </tspan>
      ))}
      {hasNote && (
        <tspan x={x} dy={LEADING} className="font-normal">
          Not scored
        </tspan>
      )}
    </text>
  )
}

function anchorOf(x: number) {
  if (Math.abs(x) < 0.01) return 'middle'
  return x > 0 ? 'start' : 'end'
}

type Place = Pick<AxisNameProps, 'axes' | 'radius' | 'width'>

/** At the sides to the edge; on top and below to where the next labels begin. */
function roomOf(x: number, anchor: string, { axes, radius, width }: Place) {
  if (anchor !== 'middle') return width / 2 - Math.abs(x) + OVERHANG
  if (axes < 5) return width
  return 2 * ((radius + DISTANCE) * Math.sin((2 * Math.PI) / axes) - 8)
}
