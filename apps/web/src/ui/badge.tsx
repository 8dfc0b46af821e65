import type { ReactNode } from 'react'
import { cn } from '#ui/cn.ts'

const VARIANTS = {
  outline: 'border-border bg-card text-foreground',
  neutral: 'bg-muted text-subtle-foreground',
  current: 'bg-state-current-tint text-state-current-ink',
  future: 'bg-state-future-tint text-state-future-ink',
  certified: 'bg-state-certified-tint text-state-certified-ink',
  success: 'bg-success-tint text-success-ink',
  warning: 'bg-warning-tint text-warning-ink',
  destructive: 'bg-destructive-tint text-destructive-ink',
} as const

export interface BadgeProps {
  variant?: keyof typeof VARIANTS | undefined
  icon?: ReactNode
  className?: string | undefined
  children: ReactNode
}

export function Badge({ variant = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex min-h-6 items-center gap-1.5 rounded-full border border-transparent px-2 text-13 font-medium whitespace-nowrap [&_svg]:shrink-0 [&_svg:not([data-mark])]:size-3.5 [&_svg:not([data-mark])]:stroke-[1.75]',
        VARIANTS[variant],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}

export function StatusDot({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return (
    <span className={cn('inline-flex items-center gap-2', !isOn && 'text-muted-foreground')}>
      <span
        aria-hidden="true"
        className={cn(
          'size-2 shrink-0 rounded-full border-[1.5px]',
          isOn ? 'border-success bg-success' : 'border-muted-foreground',
        )}
      />
      {children}
    </span>
  )
}
