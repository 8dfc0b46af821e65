import './charts.css'
import { cn } from '#ui/cn.ts'
import { HatchSwatch, Mark, type MarkKind } from '#ui/marks.tsx'

export type LegendSign = MarkKind | 'gap' | 'answered'

type LegendProps = {
  signs: readonly LegendSign[]
  /** "Current level" for scales with levels, else "Current". */
  hasLevels?: boolean
  className?: string
}

export function Legend({ signs, hasLevels = false, className }: LegendProps) {
  return (
    <ul
      className={cn(
        'chart flex flex-wrap gap-x-6 gap-y-2 text-13 text-subtle-foreground',
        className,
      )}
    >
      {signs.map((sign) => (
        <li key={sign} className="inline-flex items-center gap-2.5">
          <Sign sign={sign} />
          {labels[sign]}
          {hasLevels && sign !== 'gap' && sign !== 'answered' && ' level'}
        </li>
      ))}
    </ul>
  )
}

const labels: Record<LegendSign, string> = {
  current: 'Current',
  future: 'Future',
  certified: 'Certified',
  gap: 'Gap to close',
  answered: 'Answered',
}

function Sign({ sign }: { sign: LegendSign }) {
  if (sign === 'gap') return <HatchSwatch />
  if (sign === 'answered') {
    return <span aria-hidden="true" className="h-1.5 w-5 rounded-full bg-foreground" />
  }
  return <Mark kind={sign} />
}
