import './charts.css'
import { cn } from '#ui/cn.ts'
import type { ProfileElement } from './profile.ts'
import { useTween } from './use-tween.ts'

const RADIUS = 14.5

type ElementRingProps = {
  element: Pick<ProfileElement, 'answered' | 'total' | 'isComplete'>
  /** Short enough for the ring. */
  reference: string | null
  isJustCompleted?: boolean
}

export function ElementRing({ element, reference, isJustCompleted = false }: ElementRingProps) {
  const { answered, total, isComplete } = element
  const share = useTween(total === 0 ? 0 : answered / total) ?? 0
  return (
    <svg
      width="32"
      height="32"
      viewBox="-16 -16 32 32"
      className="chart block shrink-0"
      aria-hidden="true"
    >
      {isComplete ? (
        <Tick isDrawn={isJustCompleted} />
      ) : (
        <>
          <circle r={RADIUS} fill="none" stroke="var(--chart-track)" strokeWidth="3" />
          {share > 0 && (
            <circle
              r={RADIUS}
              fill="none"
              stroke="var(--foreground)"
              strokeWidth="3"
              pathLength={1}
              strokeDasharray={`${share} 1`}
              transform="rotate(-90)"
            />
          )}
          <text
            y="5"
            textAnchor="middle"
            className={cn(
              'font-semibold tabular-nums',
              (reference?.length ?? 0) > 2 ? 'text-[11px]' : 'text-[14px]',
            )}
            fill={answered === 0 ? 'var(--muted-foreground)' : 'var(--foreground)'}
          >
            {reference}
          </text>
        </>
      )}
    </svg>
  )
}

function Tick({ isDrawn }: { isDrawn: boolean }) {
  return (
    <>
      <circle r="16" fill="var(--foreground)" className={cn(isDrawn && 'chart-completed-disc')} />
      <path
        d="M-5.8 .4L-1.8 4.4L6 -4.2"
        fill="none"
        stroke="var(--mark-surface, var(--card))"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        pathLength={1}
        strokeDasharray={1}
        className={cn(isDrawn && 'chart-completed-tick')}
      />
    </>
  )
}
