import { cn } from '#ui/cn.ts'
import { formatStatus, type ProfileElement } from './profile.ts'
import {
  type LabelAnchor,
  labelAnchor,
  labelRoom,
  pointAt,
  type Sector,
  type Wheel,
  wrapLabel,
} from './wheel-geometry.ts'
import type { SectorShape } from './wheel-sectors.ts'

const LEADING = 18
const LETTER = 7.4
const LONGEST_LINE = 24
// Every page has this much space outside the drawing.
const OVERHANG = 12

export function WheelLabel(props: SectorShape) {
  return props.hasName ? <NameLabel {...props} /> : <NumberLabel {...props} />
}

export function LabelArea({ element, wheel, sector, hasName }: SectorShape) {
  if (!hasName) {
    const { x, y } = pointAt(wheel.rim + 17, sector.middle)
    return <rect x={x - 16} y={y - 16} width={32} height={32} fill="transparent" />
  }
  const { lines, x, align, first } = layoutOf(element, wheel, sector)
  const width = Math.max(12, ...lines.map((line) => line.length)) * LETTER
  const height = (lines.length + 1) * LEADING
  const left = { start: x, middle: x - width / 2, end: x - width }[align]
  return <rect x={left} y={first - 14} width={width} height={height} fill="transparent" />
}

function NumberLabel({ element, wheel, sector }: SectorShape) {
  const { x, y } = pointAt(wheel.rim + 17, sector.middle)
  return (
    <text
      x={x}
      y={y + 5}
      textAnchor="middle"
      className="text-[14px] font-semibold"
      fill={titleInk(element)}
    >
      {element.number}
    </text>
  )
}

function NameLabel({ element, scale, wheel, sector }: SectorShape) {
  const { lines, x, align, first } = layoutOf(element, wheel, sector)
  return (
    <text x={x} y={first} textAnchor={align} className="text-[14.5px] font-semibold">
      {lines.map((line, index) => (
        <tspan key={line} x={x} dy={index === 0 ? 0 : LEADING} fill={titleInk(element)}>
          {index === 0 ? (
            <>
              <tspan className="font-medium" fill="var(--muted-foreground)">
                {element.number}
              </tspan>
              <tspan dx={5}>{line.slice(String(element.number).length + 1)}</tspan>
            </>
          ) : (
            line
          )}
        </tspan>
      ))}
      <tspan
        x={x}
        dy={LEADING}
        className={cn('text-[13px] tabular-nums', element.isNext ? 'font-semibold' : 'font-medium')}
        fill={element.isNext ? 'var(--primary-text)' : 'var(--muted-foreground)'}
      >
        {formatStatus(element, scale)}
      </tspan>
    </text>
  )
}

function layoutOf(
  element: ProfileElement,
  wheel: Wheel,
  sector: Sector,
): LabelAnchor & { lines: string[] } {
  const room = labelRoom(wheel, labelAnchor(wheel, sector, 1)) + OVERHANG
  const longest = Math.min(LONGEST_LINE, Math.floor(room / LETTER))
  const lines = wrapLabel(`${element.number}\u00a0${element.title}`, longest)
  return { ...labelAnchor(wheel, sector, lines.length + 1, LEADING), lines }
}

function titleInk(element: ProfileElement): string {
  const isQuiet = element.answered === 0 && !element.isNext
  return isQuiet ? 'var(--muted-foreground)' : 'var(--foreground)'
}
