import type { ReactNode } from 'react'
import { CertifiedMark, StateMarks } from '#features/charts/mark.tsx'
import { bandValue, type ProfileElement, type Scale } from '#features/charts/profile.ts'
import { useTween } from '#features/charts/use-tween.ts'
import {
  bandPath,
  certifiedAngle,
  edgePath,
  markSize,
  pointAt,
  radiusOf,
  type Sector,
  type Wheel,
} from './wheel-geometry.ts'
import type { SectorShape } from './wheel-sectors.ts'

type WheelBandsProps = SectorShape & { count: number; hatch: string }

export function WheelBands({ element, scale, wheel, sector, count, hatch }: WheelBandsProps) {
  const values = useBandValues(element, scale)
  const { current, future } = values
  return (
    <>
      {Array.from({ length: wheel.bands }, (_, index) => (
        <g key={index}>
          <path d={fill(index, 0, wheel.bands)} className="chart-empty" {...emptyFill(element)} />
          <path
            d={fill(index, 0, current)}
            fill="var(--state-current)"
            opacity={0.92 - (0.42 * index) / Math.max(1, wheel.bands - 1)}
          />
          <path d={fill(index, current ?? 0, future)} fill="var(--state-future-tint)" />
          <path d={fill(index, current ?? 0, future)} fill={`url(#${hatch})`} opacity={0.5} />
        </g>
      ))}
      <Edge {...{ wheel, sector, value: future, color: 'var(--state-future)', width: 3.2 }} />
      <Edge {...{ wheel, sector, value: current, color: 'var(--state-current)', width: 3.4 }} />
      <Marks {...{ values, wheel, sector, count }} />
    </>
  )

  function fill(index: number, from: number, to: number | null): string | undefined {
    return to === null ? undefined : (bandPath(wheel, sector, index, from, to) ?? undefined)
  }
}

type BandValues = { current: number | null; future: number | null; certified: number | null }

function useBandValues(element: ProfileElement, scale: Scale): BandValues {
  const inBands = (value: number | null) => (value === null ? null : bandValue(value, scale))
  return {
    current: useTween(inBands(element.current)),
    future: useTween(inBands(element.future)),
    certified: useTween(inBands(element.certified)),
  }
}

function emptyFill(element: ProfileElement) {
  if (element.isNext) return { fill: 'var(--primary-tint-strong)', opacity: 0.8 }
  return { fill: 'var(--track)', opacity: element.answered === 0 ? 0.5 : 0.62 }
}

type EdgeProps = {
  wheel: Wheel
  sector: Sector
  value: number | null
  color: string
  width: number
}

function Edge({ wheel, sector, value, color, width }: EdgeProps) {
  if (value === null || value <= 0) return null
  return <path d={edgePath(wheel, sector, value)} fill="none" stroke={color} strokeWidth={width} />
}

type MarksProps = { values: BandValues; wheel: Wheel; sector: Sector; count: number }

function Marks({ values, wheel, sector, count }: MarksProps) {
  const { current, future, certified } = values
  const s = markSize(wheel, count)
  return (
    <>
      <StateMarks {...{ current, future, s }} place={(value, mark) => at(value, mark)} />
      {certified !== null && at(certified, <CertifiedMark s={s + 0.5} />, certifiedAngle(sector))}
    </>
  )

  function at(value: number, mark: ReactNode, angle = sector.middle) {
    const { x, y } = pointAt(radiusOf(wheel, value), angle)
    return <g transform={`translate(${x} ${y})`}>{mark}</g>
  }
}
