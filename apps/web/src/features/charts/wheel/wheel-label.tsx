import { cn } from '#ui/cn.ts'
import { lengthOf } from '#features/charts/label-text.ts'
import { useTitleAnchor } from '#features/charts/use-title-anchor.ts'
import { formatStatus, type ProfileElement } from '#features/charts/profile.ts'
import {
  type LabelAnchor,
  isLarge,
  labelAnchor,
  labelRoom,
  pointAt,
  type Sector,
  shorten,
  type Wheel,
  wrapLabel,
} from './wheel-geometry.ts'
import type { SectorShape, WheelSector } from './wheel-sectors.ts'

const LEADING = 18
const LETTER = 8.2
const LONGEST_LINE = 24
// Every page has this much space outside the drawing.
const OVERHANG = 12

export function WheelLabel(props: SectorShape) {
  if (props.hasName) return <NameLabel {...props} />
  return isLarge(props.wheel) ? <LineLabel {...props} /> : <ReferenceLabel {...props} />
}

export function LabelArea({ element, wheel, sector, hasName }: SectorShape) {
  if (!hasName) {
    const { x, y } = pointAt(wheel.rim + 17, sector.middle)
    return <rect x={x - 16} y={y - 16} width={32} height={32} fill="transparent" />
  }
  const { lines, x, align, first } = layoutOf(element, wheel, sector)
  const width = Math.max(12, ...lines.map(lengthOf)) * LETTER
  const height = (lines.length + (element.startOf === undefined ? 1 : 2)) * LEADING
  const left = { start: x, middle: x - width / 2, end: x - width }[align]
  return <rect x={left} y={first - 14} width={width} height={height} fill="transparent" />
}

/** Letters that fit beside a small wheel. */
const FEW = 3

function ReferenceLabel({ element, wheel, sector }: SectorShape) {
  const { x, y } = pointAt(wheel.rim + 17, sector.middle)
  if (lengthOf(element.reference) > FEW || element.reference === '') return null
  return (
    <text
      x={x}
      y={y + 5}
      textAnchor="middle"
      className="text-[14px] font-semibold"
      fill={titleInk(element)}
    >
      {element.reference}
    </text>
  )
}

/** Many sectors have one line each: the reference, and the name of the group that starts there. */
function LineLabel({ element, wheel, sector }: SectorShape) {
  const { x, y } = pointAt(wheel.rim + 12, sector.middle)
  const anchor = useTitleAnchor(sector.middle < Math.PI ? 'start' : 'end')
  const room = Math.floor((wheel.width / 2 - Math.abs(x) + OVERHANG) / LETTER)
  const ink = titleInk(element)
  const text = { x, y: y + 5, ...anchor, className: 'text-[13px] font-semibold', fill: ink }
  if (element.reference === '') return <text {...text}>{shorten(element.title, room)}</text>
  const reference = shorten(element.reference, room)
  const left = room - lengthOf(reference) - 1
  return (
    <text {...text}>
      {reference}
      {element.startOf !== undefined && left > 4 && (
        <tspan className="font-medium" fill="var(--muted-foreground)">
          {`\u00a0${shorten(element.startOf, left)}`}
        </tspan>
      )}
    </text>
  )
}

function NameLabel({ element, scale, wheel, sector }: SectorShape) {
  const { lines, reference, x, align, first } = layoutOf(element, wheel, sector)
  const anchor = useTitleAnchor(align)
  const { startOf } = element
  return (
    <>
      <text x={x} y={first} {...anchor} className="text-[14.5px] font-semibold">
        {startOf !== undefined && (
          <tspan x={x} className="text-[12.5px] font-medium" fill="var(--muted-foreground)">
            {shorten(startOf, longestLine(wheel, sector))}
          </tspan>
        )}
        {lines.map((line, index) => (
          <tspan
            key={line}
            x={x}
            dy={index === 0 && startOf === undefined ? 0 : LEADING}
            fill={titleInk(element)}
          >
            {index === 0 && reference !== '' && (
              <tspan className="font-medium" fill="var(--muted-foreground)">
                {`${reference}\u00a0`}
              </tspan>
            )}
            {index === 0 ? line.slice(reference === '' ? 0 : reference.length + 1) : line}
          </tspan>
        ))}
      </text>
      <StatusLine
        element={element}
        scale={scale}
        {...{ x, textAnchor: align }}
        y={first + (lines.length + (startOf === undefined ? 0 : 1)) * LEADING}
      />
    </>
  )
}

type StatusLineProps = Pick<SectorShape, 'element' | 'scale'> & {
  x: number
  y: number
  textAnchor: LabelAnchor['align']
}

/** A text of its own, because our words and figures run from left to right. */
function StatusLine({ element, scale, ...place }: StatusLineProps) {
  return (
    <text
      {...place}
      className={cn('text-[13px] tabular-nums', element.isNext ? 'font-semibold' : 'font-medium')}
      fill={element.isNext ? 'var(--primary-text)' : 'var(--muted-foreground)'}
    >
      {formatStatus(element, scale)}
    </text>
  )
}

/** A reference that would leave no room for the title is left out. */
function layoutOf(element: WheelSector, wheel: Wheel, sector: Sector) {
  const longest = longestLine(wheel, sector)
  const { title, name, startOf } = element
  const reference = lengthOf(element.reference) < longest / 2 ? element.reference : ''
  const lines = wrapLabel(reference === '' ? name : `${reference}\u00a0${title}`, longest)
  const count = lines.length + (startOf === undefined ? 1 : 2)
  return { ...labelAnchor(wheel, sector, count, LEADING), lines, reference }
}

function longestLine(wheel: Wheel, sector: Sector) {
  const room = labelRoom(wheel, labelAnchor(wheel, sector, 1)) + OVERHANG
  return Math.min(LONGEST_LINE, Math.floor(room / LETTER))
}

function titleInk(element: ProfileElement): string {
  const isQuiet = element.answered === 0 && !element.isNext
  return isQuiet ? 'var(--muted-foreground)' : 'var(--foreground)'
}
