import './charts.css'
import { scaleLinear } from 'd3-scale'
import { pointRadial } from 'd3-shape'
import type { ReactNode } from 'react'
import { referenceOf } from 'rules/reference'
import { CertifiedMark, CurrentMark, FutureMark } from './mark.tsx'
import {
  bandNames,
  bandValue,
  describeProfile,
  type ProfileElement,
  type Scale,
} from './profile.ts'
import { angleOf, labelLines, outlineOf } from './radar-geometry.ts'
import { useTitleAnchor } from './use-title-anchor.ts'
import { useWidth } from './use-width.ts'

const LEADING = 16
const DISTANCE = 14
// Every page that has room for names has this much space outside the drawing.
const OVERHANG = 15

interface AxisNameProps {
  element: ProfileElement
  angle: number
  axes: number
  width: number
}

const RADIUS = 120
const HEIGHT = 360
const WIDTH_WITH_NAMES = 380
const MARK = 5

type RadarProps = { elements: readonly ProfileElement[]; scale: Scale }

export function Radar({ elements, scale, widest = 480 }: RadarProps & { widest?: number }) {
  const [box, width] = useWidth()
  if (elements.length < 3 || elements.length > 12) return null
  return (
    <div
      ref={box}
      className="chart flex min-h-[360px] justify-center"
      role="img"
      aria-label={describeProfile(elements, scale)}
    >
      {width !== null && (
        <Chart elements={elements} scale={scale} width={Math.min(width, widest)} />
      )}
    </div>
  )
}

function Chart({ elements, scale, width }: RadarProps & { width: number }) {
  const bands = bandNames(scale)
  const axes = elements.length
  const radius = scaleLinear([0, bands.length], [0, RADIUS])
  const radiiOf = (key: 'current' | 'future' | 'certified') =>
    elements.map(({ [key]: value }) => (value === null ? null : radius(bandValue(value, scale))))
  const [future, current, certified] = [radiiOf('future'), radiiOf('current'), radiiOf('certified')]
  const edge = ringOf(RADIUS, axes)
  return (
    <svg
      width={width}
      height={HEIGHT}
      viewBox={`${-width / 2} ${-HEIGHT / 2} ${width} ${HEIGHT}`}
      // Coordinates and anchors are from the left.
      direction="ltr"
      className="radar overflow-visible"
    >
      <g fill="none" stroke="var(--border)">
        {bands.map((band, index) => (
          <path key={band} d={ringOf(radius(index + 1), axes)} />
        ))}
        {elements.map(({ id }, index) => (
          <path key={id} d={`M0,0L${pointRadial(angleOf(index, axes), RADIUS).join(',')}`} />
        ))}
      </g>
      <path d={edge} fill="var(--muted)" fillOpacity={0.5} />
      <g className="radar-outlines" fill="none" strokeWidth={2.4}>
        <path d={outlineOf(future)} stroke="var(--state-future)" strokeDasharray="6 4" />
        <path
          d={outlineOf(current)}
          stroke="var(--state-current)"
          fill={current.includes(null) ? 'none' : 'var(--state-current)'}
          fillOpacity={0.15}
        />
        {certified.some((value) => value !== null) && (
          <path d={outlineOf(certified)} stroke="var(--state-certified)" />
        )}
      </g>
      <path d={edge} fill="none" stroke="var(--chart-line)" />
      {elements.map((element, index) => (
        <AxisName
          key={element.id}
          element={element}
          angle={angleOf(index, axes)}
          {...{ axes, width }}
        />
      ))}
      <Marks radii={future} mark={<FutureMark s={MARK} />} />
      <Marks radii={current} mark={<CurrentMark s={MARK} />} />
      <Marks radii={certified} mark={<CertifiedMark s={MARK} />} />
      <BandNumbers names={bands} axes={axes} radius={radius} />
    </svg>
  )
}

function ringOf(radius: number, axes: number) {
  return outlineOf(Array.from({ length: axes }, () => radius))
}

function Marks({ radii, mark }: { radii: readonly (number | null)[]; mark: ReactNode }) {
  return radii.map((radius, index) => {
    const angle = angleOf(index, radii.length)
    if (radius === null) return null
    return (
      <g key={angle} transform={`translate(${pointRadial(angle, radius).join(',')})`}>
        {mark}
      </g>
    )
  })
}

interface BandNumbersProps {
  names: readonly string[]
  axes: number
  radius: (bands: number) => number
}

function BandNumbers({ names, axes, radius }: BandNumbersProps) {
  const half = Math.PI / axes
  return names.map((name, index) => {
    const [x, y] = pointRadial(half, radius(index + 1) * Math.cos(half))
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
  })
}

function AxisName({ element, angle, axes, width }: AxisNameProps) {
  const [x, y] = pointRadial(angle, RADIUS + DISTANCE)
  const hasNames = width >= WIDTH_WITH_NAMES
  const isScored = element.current !== null || element.future !== null
  const hasNote = hasNames && !isScored
  const anchor = anchorOf(x)
  const up = Math.cos(angle)
  const lines = labelLines(
    hasNames ? element.name : referenceOf(element),
    anchor === 'middle' ? roomBetween(axes, width) : width / 2 - Math.abs(x) + OVERHANG,
    Math.abs(up) > 0.8 || hasNote ? 2 : 3,
  )
  const count = lines.length + (hasNote ? 1 : 0)
  return (
    <text
      x={x}
      y={y - ((count - 1) * LEADING * (1 + up)) / 2 + 5 * (1 - up)}
      {...useTitleAnchor(anchor)}
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

/** Side labels reach to the edge, top and bottom labels to their neighbours. */
function roomBetween(axes: number, width: number) {
  if (axes < 5) return width
  return 2 * ((RADIUS + DISTANCE) * Math.sin((2 * Math.PI) / axes) - 8)
}
