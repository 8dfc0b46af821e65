import type { StatementResponse } from 'contract/listed-statement'
import type { Ref } from 'react'
import { cn } from '#ui/cn.ts'
import { useContentText } from '#ui/content-text.tsx'
import { AnswerChoice } from './answer-choice.tsx'
import { FUTURE_TARGET } from './answer-target.ts'
import type { Column } from './grid-focus.ts'

interface AnswerRowProps {
  response: StatementResponse
  level: number
  /** Without one, a number in a label could contradict it. */
  number: number | null
  currentLevel: number | null
  futureLevel: number | null
  /** Whether it counts at least as much as the current response. */
  canBeFuture: boolean
  /** The future response is to be chosen next. */
  isFutureNext: boolean
  /** The year in which this was the answer. */
  earlierYear: number | null
  /** Shows numbers instead of a rail. */
  isList: boolean
  isLast: boolean
  isDense: boolean
  tabStop: Column | null
  onChoose: (column: Column) => void
  onFocus: (column: Column) => void
  cellRef: (column: Column) => Ref<HTMLButtonElement>
}

export function AnswerRow(props: AnswerRowProps) {
  const { response, level, currentLevel, futureLevel, isList, isDense, isLast } = props
  const content = useContentText()
  const isCurrent = level === currentLevel
  const isFuture = level === futureLevel
  const descriptionId = `response-${response.id}-description`
  const cell = (column: Column) => ({
    column,
    response,
    ref: props.cellRef(column),
    isTabStop: props.tabStop === column,
    onChoose: () => props.onChoose(column),
    onFocus: () => props.onFocus(column),
    ...(response.description !== null && { describedBy: descriptionId }),
  })
  return (
    <li
      className={cn(
        'relative grid grid-cols-[2.125rem_minmax(0,1fr)_3rem_3rem] items-center gap-x-2 border-t ps-4 pe-2 transition-colors duration-320 md:grid-cols-[2.125rem_minmax(0,1fr)_6.5rem_6.5rem] md:gap-x-3.5 md:ps-3 md:pe-2',
        isList ? 'py-0.5' : isDense ? 'py-[9px]' : 'py-[15px] md:short:py-1.5',
        isFuture && 'bg-state-future-tint',
        isCurrent && 'bg-state-current-tint',
        props.isFutureNext && 'future-column',
      )}
    >
      {isList ? (
        <span aria-hidden="true" className="text-center text-14 text-muted-foreground tabular-nums">
          {props.number}
        </span>
      ) : (
        <>
          {!isLast && (
            <RailSegment level={level} now={currentLevel} then={futureLevel} isDense={isDense} />
          )}
          <RailMarker level={level} number={props.number} now={currentLevel} then={futureLevel} />
        </>
      )}
      <div className={cn('min-w-0', isList && 'py-1.5')}>
        <p className="flex flex-wrap items-baseline gap-x-2.5 wrap-anywhere">
          <span {...content} id={`response-${response.id}`} className="font-semibold">
            {response.label}
          </span>
          <StateLabel isNow={isCurrent} isThen={isFuture} />
          <EarlierLabel year={props.earlierYear} />
        </p>
        {response.description !== null && (
          <p
            {...content}
            id={descriptionId}
            className="text-15 wrap-anywhere text-subtle-foreground md:short:text-14 md:short:leading-5"
          >
            {response.description}
          </p>
        )}
      </div>
      <AnswerChoice {...cell('current')} isChecked={isCurrent} />
      <FutureCell {...props} {...cell('future')} isChecked={isFuture} />
    </li>
  )
}

type FutureCellProps = Omit<React.ComponentProps<typeof AnswerChoice>, 'hint'> &
  Pick<AnswerRowProps, 'canBeFuture' | 'isFutureNext' | 'level' | 'currentLevel' | 'futureLevel'>

function FutureCell(props: FutureCellProps) {
  const { canBeFuture, isFutureNext, level, currentLevel, futureLevel, ...choice } = props
  if (!canBeFuture)
    return (
      <span
        aria-hidden="true"
        className={cn('justify-self-center text-muted-foreground', FUTURE_TARGET)}
      >
        –
      </span>
    )
  const isSuggested = futureLevel === null && level === currentLevel
  const hint = isFutureNext ? (isSuggested ? 'suggested' : 'next') : null
  return <AnswerChoice {...choice} hint={hint} />
}

function StateLabel({ isNow, isThen }: { isNow: boolean; isThen: boolean }) {
  if (!isNow && !isThen) return null
  const text = isNow && isThen ? 'We are here and want to stay here' : 'We are here'
  return (
    <span
      className={cn(
        'text-13 font-semibold',
        isNow ? 'text-state-current-ink' : 'text-state-future-ink',
      )}
    >
      {isNow ? text : 'We want to be here'}
    </span>
  )
}

function EarlierLabel({ year }: { year: number | null }) {
  if (year === null) return null
  return (
    <span dir="ltr" className="text-13 text-muted-foreground">
      Our answer in {year}
    </span>
  )
}

interface RailProps {
  level: number
  now: number | null
  then: number | null
}

function RailSegment({ level, now, then, isDense }: RailProps & { isDense: boolean }) {
  const isBelowCurrent = now !== null && level < now
  const isAhead = now !== null && then !== null && level >= now && level < then
  return (
    <span
      aria-hidden="true"
      className={cn(
        'pointer-events-none absolute start-4 z-1 h-full w-[2.125rem] md:start-3',
        isDense ? 'top-6' : 'top-7.5 md:short:top-5.5',
      )}
    >
      <Line className="w-px bg-border" isShown />
      <Line className="w-1 bg-state-current" isShown={isBelowCurrent} />
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

function RailMarker({ level, number, now, then }: RailProps & { number: number | null }) {
  const isNow = level === now
  const isThen = level === then
  const isBelowCurrent = now !== null && level < now
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
      {!isThen && (
        <circle r="14.5" className={cn(RING, isBelowCurrent && 'stroke-state-current')} />
      )}
      {isNow && <circle r={isThen ? 10.5 : 15.5} className="fill-state-current" />}
      <MarkerNumber
        number={number}
        className={cn(
          'fill-subtle-foreground',
          isBelowCurrent && 'fill-state-current-ink',
          isThen && 'fill-state-future-ink',
          isNow && 'fill-card',
        )}
      />
    </svg>
  )
}

/** Longer numbers don’t fit into the marker. The label has them too. */
function MarkerNumber({ number, className }: { number: number | null; className: string }) {
  const text = number === null ? '' : String(number)
  if (text.length > 3) return null
  const size = text.length === 3 ? 'text-11' : 'text-14'
  return (
    <text y="5" textAnchor="middle" className={cn('font-semibold tabular-nums', size, className)}>
      {text}
    </text>
  )
}

const RING = 'fill-card stroke-input stroke-[1.3] transition-colors duration-320'
