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
