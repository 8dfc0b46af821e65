import { Progress } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '#ui/cn.ts'

export interface ProgressBarProps {
  label: string
  /** From 0 to 1. */
  value: number
  className?: string | undefined
}

export function ProgressBar({ label, value, className }: ProgressBarProps) {
  return (
    <Progress.Root
      aria-label={label}
      value={Math.round(value * 100)}
      className={cn('h-1 overflow-hidden rounded-full bg-track', className)}
    >
      <Progress.Indicator
        className="h-full origin-left rounded-full bg-foreground transition-transform duration-320"
        style={{ transform: `scaleX(${value})` }}
      />
    </Progress.Root>
  )
}

export interface ProgressStepsProps {
  /** The sentence the bars draw: "Statement 4 of 6, 67%". */
  label: string
  count: number
  done: number
  /** Zero-based; drawn in the brand's colour. */
  current?: number | undefined
  className?: string | undefined
}

/** One bar for each step. */
export function ProgressSteps({ label, count, done, current, className }: ProgressStepsProps) {
  return (
    <div className={cn('flex gap-1.5', className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, step) => (
        <span
          key={step}
          className={cn(
            'h-1.5 min-w-1 flex-1 rounded-full bg-track',
            step < done && 'bg-foreground',
            step === current && 'bg-primary-ui',
          )}
        />
      ))}
    </div>
  )
}

const RADIUS = 12.5
const LENGTH = 2 * Math.PI * RADIUS

export interface ProgressRingProps {
  /** From 0 to 1; at 1 the ring is a filled disc with a tick. */
  value: number
  /** A number or letter in the middle. */
  children?: ReactNode
  isCurrent?: boolean | undefined
  className?: string | undefined
}

/** A drawing only: the words beside it say the same. */
export function ProgressRing({ value, children, isCurrent, className }: ProgressRingProps) {
  const look = cn('relative grid size-8 shrink-0 place-items-center', className)
  if (value >= 1) {
    return (
      <span aria-hidden="true" className={cn(look, 'rounded-full bg-foreground')}>
        <svg viewBox="0 0 32 32" className="size-full">
          <path
            d="m10.5 16.5 3.8 3.8 7.4-8"
            className="fill-none stroke-background stroke-[2.2]"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </span>
    )
  }
  return (
    <span aria-hidden="true" className={look}>
      <svg viewBox="0 0 32 32" className="absolute inset-0 size-full -rotate-90">
        <circle cx="16" cy="16" r={RADIUS} className="fill-none stroke-track stroke-3" />
        {value > 0 && (
          <circle
            cx="16"
            cy="16"
            r={RADIUS}
            strokeDasharray={`${value * LENGTH} ${LENGTH}`}
            strokeLinecap="round"
            className={cn(
              'fill-none stroke-3',
              isCurrent ? 'stroke-primary-ui' : 'stroke-foreground',
            )}
          />
        )}
      </svg>
      <span
        className={cn(
          'relative text-13 font-semibold tabular-nums',
          value === 0 && 'text-muted-foreground',
        )}
      >
        {children}
      </span>
    </span>
  )
}
