import './charts.css'
import {
  DefaultZIndexes,
  PolarAngleAxis,
  PolarGrid,
  PolarRadiusAxis,
  Radar as Polygon,
  RadarChart,
  ZIndexLayer,
} from 'recharts'
import { CertifiedMark, CurrentMark, FutureMark } from './mark.tsx'
import {
  bandNames,
  bandValue,
  describeProfile,
  type ProfileElement,
  type Scale,
} from './profile.ts'
import { type Corner, outlineOf } from './radar-geometry.ts'
import { RadarGround, RadarRings, RadarTick, type TickPlace } from './radar-labels.tsx'
import { useWidth } from './use-width.ts'

const RADIUS = 120
const HEIGHT = 360
const WIDTH_WITH_NAMES = 380

type RadarProps = { elements: readonly ProfileElement[]; scale: Scale }

/** The shape of a profile, for 3 to 12 elements; nothing otherwise. */
export function Radar({ elements, scale }: RadarProps) {
  const [box, width] = useWidth()
  if (elements.length < 3 || elements.length > 12) return null
  return (
    <div
      ref={box}
      className="chart flex min-h-[360px] justify-center"
      role="img"
      aria-label={describeProfile(elements, scale)}
    >
      {width !== null && <Chart elements={elements} scale={scale} width={Math.min(width, 480)} />}
    </div>
  )
}

function Chart({ elements, scale, width }: RadarProps & { width: number }) {
  const bands = bandNames(scale)
  const axes = elements.length
  const place = { axes, radius: RADIUS, centre: { x: width / 2, y: HEIGHT / 2 } }
  const inBands = (value: number | null) => (value === null ? null : bandValue(value, scale))
  const points = elements.map(({ number, current, future, certified }) => ({
    number,
    current: inBands(current),
    future: inBands(future),
    certified: inBands(certified),
  }))
  const tick = (at: TickPlace) => {
    const element = elements.find(({ number }) => number === at.payload.value)
    if (!element) return <g />
    const hasNames = width >= WIDTH_WITH_NAMES
    const name = hasNames ? element.title : String(element.number)
    const isScored = element.current !== null || element.future !== null
    const words = { name, isScored, hasNote: hasNames && !isScored }
    return <RadarTick {...at} {...words} {...{ axes, width }} radius={RADIUS} />
  }
  return (
    <RadarChart
      width={width}
      height={HEIGHT}
      data={points}
      outerRadius={RADIUS}
      accessibilityLayer={false}
      style={{ overflow: 'visible' }}
    >
      <RadarGround {...place} />
      <PolarGrid
        gridType="polygon"
        polarRadius={bands.map((_, index) => ((index + 1) / bands.length) * RADIUS)}
        stroke="var(--border)"
      />
      <PolarAngleAxis
        dataKey="number"
        stroke="var(--chart-line)"
        tickLine={false}
        tickSize={14}
        tick={tick}
      />
      <PolarRadiusAxis domain={[0, bands.length]} axisLine={false} tick={false} />
      <Polygon
        {...still}
        dataKey="future"
        stroke="var(--state-future)"
        strokeDasharray="6 4"
        fill="none"
        dot={FutureDot}
      />
      <Polygon
        {...still}
        dataKey="current"
        stroke="var(--state-current)"
        fill="var(--state-current)"
        fillOpacity={0.15}
        dot={CurrentDot}
      />
      {points.some((point) => point.certified !== null) && (
        <Polygon
          {...still}
          dataKey="certified"
          stroke="var(--state-certified)"
          fill="none"
          dot={CertifiedDot}
        />
      )}
      <ZIndexLayer zIndex={DefaultZIndexes.label}>
        <RadarRings {...place} names={bands} />
      </ZIndexLayer>
    </RadarChart>
  )
}

type OutlineProps = Pick<React.SVGProps<SVGPathElement>, 'stroke' | 'strokeDasharray' | 'fill'> & {
  fillOpacity?: number | string
  points: readonly (Corner & { value: unknown })[]
}

function Outline({ points, stroke, strokeDasharray, fill, fillOpacity }: OutlineProps) {
  return (
    <path
      d={outlineOf(points.map((point) => (point.value === null ? null : point)))}
      {...{ stroke, strokeDasharray, fill, fillOpacity }}
      strokeWidth={2.4}
    />
  )
}

const still = { shape: Outline, isAnimationActive: false, activeDot: false } as const
const MARK = 5

type DotProps = { cx?: number; cy?: number; value?: unknown }

function FutureDot(props: DotProps) {
  return (
    <Dot {...props}>
      <FutureMark s={MARK} />
    </Dot>
  )
}

function CurrentDot(props: DotProps) {
  return (
    <Dot {...props}>
      <CurrentMark s={MARK} />
    </Dot>
  )
}

function CertifiedDot(props: DotProps) {
  return (
    <Dot {...props}>
      <CertifiedMark s={MARK} />
    </Dot>
  )
}

function Dot({ cx = 0, cy = 0, value, children }: DotProps & { children: React.ReactNode }) {
  if (value === null) return null
  return <g transform={`translate(${cx} ${cy})`}>{children}</g>
}
