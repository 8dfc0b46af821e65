import { cn } from '#ui/cn.ts'

export interface ProgressStepsProps {
  /** The progress in words: "Statement 4 of 6, 67%". */
  label: string
  count: number
  done: number
  current?: number | undefined
  className?: string | undefined
}

/** From here on dots would be too small to count. */
const BAR_FROM = 20

export function ProgressSteps(props: ProgressStepsProps) {
  return props.count < BAR_FROM ? <Dots {...props} /> : <Bar {...props} />
}

function Bar({ label, count, done, current, className }: ProgressStepsProps) {
  return (
    <div className={cn('flex h-1.5 overflow-hidden rounded-full bg-track', className)}>
      <span className="sr-only">{label}</span>
      <span className="bg-foreground" style={{ width: `${(done / count) * 100}%` }} />
      {current !== undefined && (
        <span className="min-w-1 bg-primary-ui" style={{ width: `${100 / count}%` }} />
      )}
    </div>
  )
}

function Dots({ label, count, done, current, className }: ProgressStepsProps) {
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
