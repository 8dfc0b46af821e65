import { labelLines } from './radar-geometry.ts'
import { pointAt } from './wheel-geometry.ts'

const LEADING = 16
const TICK = 14
// A little past the drawing's edge is free on every page that has room for names.
const OVERHANG = 15

export type TickPlace = {
  x: number | string
  y: number | string
  textAnchor: 'start' | 'middle' | 'end' | 'inherit'
  /** The number of the element, and its angle in degrees counter-clockwise from 3 o'clock. */
  payload: { value: number; coordinate: number }
}
type RadarTickProps = TickPlace & {
  name: string
  isScored: boolean
  /** Numbers alone have no room to say more. */
  hasNote: boolean
  axes: number
  radius: number
  /** Of the whole drawing. */
  width: number
}

/** The name of an axis, clear of the outermost ring, of its neighbours and of the drawing's edge. */
export function RadarTick({ name, isScored, hasNote, ...place }: RadarTickProps) {
  const { x, y, textAnchor, payload } = place
  const up = Math.sin((payload.coordinate * Math.PI) / 180)
  const most = Math.abs(up) > 0.8 || hasNote ? 2 : 3
  const lines = labelLines(name, roomOf(place), most)
  const count = lines.length + (hasNote ? 1 : 0)
  const first = Number(y) - ((count - 1) * LEADING * (1 + up)) / 2 + 5 * (1 - up)
  return (
    <text
      x={x}
      y={first}
      textAnchor={textAnchor}
      className="narrow text-[13px] font-medium"
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

type Place = Omit<RadarTickProps, 'name' | 'isScored' | 'hasNote'>

/** At the sides to the edge; on top and below to where the next labels begin. */
function roomOf({ x, textAnchor, axes, radius, width }: Place) {
  const fromMiddle = Math.abs(Number(x) - width / 2)
  if (textAnchor !== 'middle') return width / 2 - fromMiddle + OVERHANG
  if (axes < 5) return width
  return 2 * ((radius + TICK) * Math.sin((2 * Math.PI) / axes) - 8)
}

type RadarRingsProps = { names: readonly string[]; axes: number; radius: number; centre: Point }
type Point = { x: number; y: number }

/** The number of each ring, on the middle of its first side. */
export function RadarRings({ names, axes, radius, centre }: RadarRingsProps) {
  const half = Math.PI / axes
  return (
    <g transform={`translate(${centre.x} ${centre.y})`}>
      {names.map((name, index) => {
        const ring = ((index + 1) / names.length) * radius
        const { x, y } = pointAt(ring * Math.cos(half), half)
        return (
          <text
            key={name}
            x={x}
            y={y + 4}
            textAnchor="middle"
            className="text-[12px] font-medium"
            fill="var(--subtle-foreground)"
            stroke="var(--mark-surface, var(--card))"
            strokeWidth={4}
            strokeLinejoin="round"
            paintOrder="stroke"
          >
            {name}
          </text>
        )
      })}
    </g>
  )
}

/** A quiet ground up to the outermost ring. */
export function RadarGround({ axes, radius, centre }: Omit<RadarRingsProps, 'names'>) {
  const corners = Array.from({ length: axes }, (_, index) => {
    const { x, y } = pointAt(radius, (index * 2 * Math.PI) / axes)
    return `${centre.x + x},${centre.y + y}`
  })
  return <polygon points={corners.join(' ')} fill="var(--muted)" fillOpacity={0.5} />
}
