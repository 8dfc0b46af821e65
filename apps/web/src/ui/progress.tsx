import { cn } from '#ui/cn.ts'

export interface ProgressStepsProps {
  /** The progress in words: "Statement 4 of 6, 67%". */
  label: string
  count: number
  /** A number of first steps, or which steps are done. */
  done: number | ((step: number) => boolean)
  skipped?: ((step: number) => boolean) | undefined
  current?: number | undefined
  className?: string | undefined
}

/** From here on dots would be too small to count. */
const BAR_FROM = 20

export function ProgressSteps(props: ProgressStepsProps) {
  return props.count < BAR_FROM ? <Dots {...props} /> : <Bar {...props} />
}

function Bar({ label, count, done, current, className }: ProgressStepsProps) {
  const steps = typeof done === 'number' ? done : countOf(count, done)
  return (
    <div className={cn('relative flex h-1.5 overflow-hidden rounded-full bg-track', className)}>
      <span className="sr-only">{label}</span>
      <span className="bg-foreground" style={{ width: `${(steps / count) * 100}%` }} />
      {current !== undefined && (
        <span
          className="absolute inset-y-0 min-w-1 bg-primary-ui"
          style={{ left: `${(current / count) * 100}%`, width: `${100 / count}%` }}
        />
      )}
    </div>
  )
}

function countOf(count: number, done: (step: number) => boolean) {
  let steps = 0
  for (let step = 0; step < count; step += 1) if (done(step)) steps += 1
  return steps
}

function Dots({ label, count, done, skipped, current, className }: ProgressStepsProps) {
  const isDone = typeof done === 'number' ? (step: number) => step < done : done
  return (
    <div className={cn('flex gap-1.5', className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, step) => (
        <span
          key={step}
          className={cn(
            'h-1.5 min-w-1 flex-1 rounded-full bg-track',
            skipped?.(step) && 'border border-dashed border-foreground bg-transparent',
            isDone(step) && 'bg-foreground',
            step === current && 'outline-2 outline-offset-2 outline-primary-ui',
          )}
        />
      ))}
    </div>
  )
}

export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-2 overflow-hidden rounded-full bg-track"
    >
      <div
        className="h-full rounded-full bg-primary-ui transition-[width] duration-320"
        style={{ width: percent === 0 ? 0 : `${Math.max(percent, 2)}%` }}
      />
    </div>
  )
}
