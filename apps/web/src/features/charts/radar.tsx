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
import { RadarGround, RadarRings, RadarTick } from './radar-labels.tsx'
import { useWidth } from './use-width.ts'

const RADIUS = 120
const HEIGHT = 340
const WIDTH_WITH_NAMES = 380

type RadarProps = { elements: readonly ProfileElement[]; scale: Scale }

/** The shape of a profile, for 3 to 12 elements; nothing otherwise. */
export function Radar({ elements, scale }: RadarProps) {
  const [box, width] = useWidth()
  if (elements.length < 3 || elements.length > 12) return null
  return (
    <div
      ref={box}
      className="chart flex min-h-[340px] justify-center"
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
  const points = elements.map(({ number, title, current, future, certified }) => ({
    name: width < WIDTH_WITH_NAMES ? String(number) : title,
    current: inBands(current),
    future: inBands(future),
    certified: inBands(certified),
  }))
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
        dataKey="name"
        stroke="var(--chart-line)"
        tickLine={false}
        tickSize={14}
        tick={RadarTick}
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

const still = { strokeWidth: 2.4, isAnimationActive: false, activeDot: false } as const
const MARK = 5

type DotProps = { cx?: number; cy?: number }

function FutureDot(props: DotProps) {
  return (
    <g transform={placeOf(props)}>
      <FutureMark s={MARK} />
    </g>
  )
}

function CurrentDot(props: DotProps) {
  return (
    <g transform={placeOf(props)}>
      <CurrentMark s={MARK} />
    </g>
  )
}

function CertifiedDot(props: DotProps) {
  return (
    <g transform={placeOf(props)}>
      <CertifiedMark s={MARK} />
    </g>
  )
}

function placeOf({ cx = 0, cy = 0 }: DotProps): string {
  return `translate(${cx} ${cy})`
}
