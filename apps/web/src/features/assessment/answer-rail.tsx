import { cn } from '#ui/cn.ts'

interface RailProps {
  level: number
  now: number | null
  then: number | null
}

/** From this level's marker to the next one: travelled, ahead, or neither. It grows as the answer moves. */
export function RailSegment({ level, now, then, isDense }: RailProps & { isDense: boolean }) {
  const isTravelled = now !== null && level < now
  const isAhead = now !== null && then !== null && level >= now && level < then
  return (
    <span
      aria-hidden="true"
      className={cn(
        'pointer-events-none absolute left-4 z-1 h-full w-[2.125rem] md:left-3',
        isDense ? 'top-6' : 'top-7.5',
      )}
    >
      <Line className="w-px bg-border" isShown />
      <Line className="w-1 bg-state-current" isShown={isTravelled} />
      <Line
        className="w-1 bg-[repeating-linear-gradient(var(--state-future)_0_8px,transparent_8px_12px)]"
        isShown={isAhead}
      />
    </span>
  )
}

function Line({ className, isShown }: { className: string; isShown: boolean }) {
  return (
    <span
      className={cn(
        'absolute inset-y-0 left-1/2 origin-top -translate-x-1/2 transition-transform duration-320',
        !isShown && 'scale-y-0',
        className,
      )}
    />
  )
}

/** The level's number in the mark of what stands there. */
export function RailMarker({ level, now, then }: RailProps) {
  const isNow = level === now
  const isThen = level === then
  const isTravelled = now !== null && level < now
  return (
    <svg
      aria-hidden="true"
      viewBox="-20 -20 40 40"
      className="z-2 -my-1 size-10 self-start justify-self-center overflow-visible"
    >
      {isThen && (
        <path
          d="M0-18.5L18.5 0L0 18.5L-18.5 0Z"
          strokeWidth="2.6"
          strokeLinejoin="round"
          className="fill-card stroke-state-future"
        />
      )}
      {!isThen && <circle r="14.5" className={cn(RING, isTravelled && 'stroke-state-current')} />}
      {isNow && <circle r={isThen ? 10.5 : 15.5} className="fill-state-current" />}
      <text
        y="5"
        textAnchor="middle"
        className={cn(
          'fill-subtle-foreground text-14 font-semibold tabular-nums',
          isTravelled && 'fill-state-current-ink',
          isThen && 'fill-state-future-ink',
          isNow && 'fill-card',
        )}
      >
        {level + 1}
      </text>
    </svg>
  )
}

const RING = 'fill-card stroke-input stroke-[1.3] transition-colors duration-320'
