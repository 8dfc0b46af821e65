import type { ReactNode } from 'react'
import { CircleMark, DiamondMark, MetMark, SquareMark } from '#ui/marks.tsx'

const SURFACE = 'var(--mark-surface, var(--card))'
const HALO = 2

type MarkProps = { s: number }

export function CurrentMark({ s }: MarkProps) {
  return (
    <>
      <circle r={0.86 * s + HALO} fill={SURFACE} />
      <CircleMark size={s} />
    </>
  )
}

export function FutureMark({ s }: MarkProps) {
  return (
    <>
      <DiamondHalo s={s} />
      <DiamondMark size={s} />
    </>
  )
}

function BothMark({ s }: MarkProps) {
  return (
    <>
      <DiamondHalo s={1.5 * s} />
      <MetMark size={s} />
    </>
  )
}

export function CertifiedMark({ s }: MarkProps) {
  const side = 1.68 * s + 2 * HALO
  return (
    <>
      <rect
        x={-side / 2}
        y={-side / 2}
        width={side}
        height={side}
        rx={0.3 * s + HALO}
        fill={SURFACE}
      />
      <SquareMark size={s} />
    </>
  )
}

function DiamondHalo({ s }: MarkProps) {
  const reach = 1.12 * s
  const width = Math.max(1.8, 0.34 * s) + 2 * HALO
  return (
    <path
      d={`M0 ${-reach}L${reach} 0L0 ${reach}L${-reach} 0Z`}
      stroke={SURFACE}
      strokeWidth={width}
      strokeLinejoin="round"
    />
  )
}

type StateMarksProps = {
  current: number | null
  future: number | null
  s: number
  place: (value: number, mark: ReactNode) => ReactNode
}

export function StateMarks({ current, future, s, place }: StateMarksProps) {
  if (current !== null && current === future) return place(current, <BothMark s={s} />)
  return (
    <>
      {future !== null && place(future, <FutureMark s={s} />)}
      {current !== null && place(current, <CurrentMark s={s} />)}
    </>
  )
}

const STEM = 13

type LineMarksProps = {
  current: number | null
  future: number | null
  certified: number | null
  s: number
  width: number
  dash: string
}

export function LineMarks({ current, future, certified, s, width, dash }: LineMarksProps) {
  return (
    <>
      {current !== null && future !== null && (
        <line
          x1={percent(current)}
          x2={percent(future)}
          y1="50%"
          y2="50%"
          stroke="var(--state-future)"
          strokeWidth={width}
          strokeDasharray={dash}
        />
      )}
      {certified !== null && <CertifiedOnStem value={certified} />}
      <StateMarks {...{ current, future, s }} place={at} />
    </>
  )
}

export function percent(fraction: number): string {
  return `${fraction * 100}%`
}

/** Above the line, so that equal values stay visible. */
function CertifiedOnStem({ value }: { value: number }) {
  return at(
    value,
    <>
      <line y2={-STEM} stroke="var(--state-certified)" strokeWidth={1.8} />
      <g transform={`translate(0 ${-STEM})`}>
        <CertifiedMark s={6.5} />
      </g>
    </>,
  )
}

function at(value: number, mark: ReactNode) {
  return (
    <svg x={percent(value)} y="50%" className="overflow-visible">
      {mark}
    </svg>
  )
}
