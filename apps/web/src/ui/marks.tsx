import { useId } from 'react'
import { cn } from '#ui/cn.ts'

export type MarkKind = 'current' | 'future' | 'certified'

/** The position of a mark in a chart. `size` is half the mark's size. */
export interface MarkAt {
  x?: number | undefined
  y?: number | undefined
  size?: number | undefined
}

export function Mark({
  kind,
  size = 6,
  className,
}: { kind: MarkKind; className?: string } & MarkAt) {
  const half = size * 1.5
  const Shape = SHAPES[kind]
  return (
    <svg
      data-mark={kind}
      aria-hidden="true"
      width={half * 2}
      height={half * 2}
      viewBox={`${-half} ${-half} ${half * 2} ${half * 2}`}
      className={cn('inline-block shrink-0 overflow-visible', className)}
    >
      <Shape size={size} />
    </svg>
  )
}

export function CircleMark({ x = 0, y = 0, size = 7 }: MarkAt) {
  return <circle cx={x} cy={y} r={0.86 * size} className="exact fill-state-current" />
}

export function DiamondMark({ x = 0, y = 0, size = 7 }: MarkAt) {
  const reach = 1.12 * size
  return (
    <path
      d={`M${x} ${y - reach}L${x + reach} ${y}L${x} ${y + reach}L${x - reach} ${y}Z`}
      strokeWidth={Math.max(1.8, 0.34 * size)}
      strokeLinejoin="round"
      className="exact fill-(--mark-surface,var(--card)) stroke-state-future"
    />
  )
}

export function SquareMark({ x = 0, y = 0, size = 7 }: MarkAt) {
  const side = 1.68 * size
  return (
    <g className="exact">
      <rect
        x={x - side / 2}
        y={y - side / 2}
        width={side}
        height={side}
        rx={0.3 * size}
        className="fill-state-certified"
      />
      {size >= 6.5 && (
        <path
          d={`M${x - 0.38 * size} ${y + 0.02 * size}l${0.27 * size} ${0.29 * size}l${0.5 * size} ${-0.58 * size}`}
          strokeWidth={0.2 * size}
          strokeLinecap="round"
          strokeLinejoin="round"
          className="fill-none stroke-(--mark-surface,var(--card))"
        />
      )}
    </g>
  )
}

export function MetMark({ x = 0, y = 0, size = 7 }: MarkAt) {
  return (
    <>
      <DiamondMark x={x} y={y} size={1.5 * size} />
      <CircleMark x={x} y={y} size={size} />
    </>
  )
}

const SHAPES = { current: CircleMark, future: DiamondMark, certified: SquareMark } as const

function HatchPattern({ id }: { id: string }) {
  return (
    <pattern
      id={id}
      width="5"
      height="5"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width="5" height="5" className="fill-state-future-tint" />
      <rect width="1.8" height="5" className="fill-state-future" />
    </pattern>
  )
}

export function HatchSwatch({ className }: { className?: string | undefined }) {
  const id = useId()
  return (
    <svg
      aria-hidden="true"
      data-mark="gap"
      width="24"
      height="14"
      className={cn('exact inline-block shrink-0', className)}
    >
      <defs>
        <HatchPattern id={id} />
      </defs>
      <rect width="24" height="14" rx="2" fill={`url(#${id})`} />
    </svg>
  )
}
