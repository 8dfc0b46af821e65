import { pointAt, wrapLabel } from './wheel-geometry.ts'

const LEADING = 16

type RadarTickProps = {
  x: number | string
  y: number | string
  textAnchor: 'start' | 'middle' | 'end' | 'inherit'
  /** The name, and its angle in degrees counter-clockwise from 3 o'clock. */
  payload: { value: string; coordinate: number }
}

/** The name of an axis on at most two lines, clear of the outermost ring on every side. */
export function RadarTick({ x, y, textAnchor, payload }: RadarTickProps) {
  const lines = wrapLabel(payload.value, 16)
  const up = Math.sin((payload.coordinate * Math.PI) / 180)
  const first = Number(y) - ((lines.length - 1) * LEADING * (1 + up)) / 2 + 5 * (1 - up)
  return (
    <text
      x={x}
      y={first}
      textAnchor={textAnchor}
      className="narrow text-[13px] font-medium"
      fill="var(--subtle-foreground)"
    >
      {lines.map((line, index) => (
        <tspan key={line} x={x} dy={index === 0 ? 0 : LEADING}>
          {line}
        </tspan>
      ))}
    </text>
  )
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
