import { cn } from '#ui/cn.ts'

export interface ProgressStepsProps {
  /** The progress in words: "Statement 4 of 6, 67%". */
  label: string
  count: number
  done: number
  current?: number | undefined
  className?: string | undefined
}

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
