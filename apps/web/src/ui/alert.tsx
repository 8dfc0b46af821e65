import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#ui/cn.ts'

const VARIANTS = {
  neutral: { look: 'bg-muted', icon: 'text-subtle-foreground', Icon: Info },
  warning: {
    look: 'border-warning bg-warning-tint',
    icon: 'text-warning-ink',
    Icon: TriangleAlert,
  },
  destructive: {
    look: 'border-destructive bg-destructive-tint',
    icon: 'text-destructive-ink',
    Icon: CircleAlert,
  },
} as const

export interface AlertProps {
  variant?: keyof typeof VARIANTS | undefined
  title?: ReactNode
  icon?: ReactNode
  action?: ReactNode
  /** For messages that appear later. Screen readers announce errors immediately and other messages when idle. */
  isLive?: boolean | undefined
  className?: string | undefined
  children?: ReactNode
}

export function Alert(props: AlertProps) {
  const { variant = 'neutral', title, icon, action, isLive, className, children } = props
  const { look, icon: iconLook, Icon } = VARIANTS[variant]
  const liveRole = variant === 'neutral' ? 'status' : 'alert'
  return (
    <div
      role={isLive ? liveRole : undefined}
      className={cn(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border px-4 py-3 text-control',
        look,
        className,
      )}
    >
      <div className="flex min-w-0 gap-3.5">
        <span
          aria-hidden="true"
          className={cn('mt-0.5 [&_svg]:size-5 [&_svg]:stroke-[1.75]', iconLook)}
        >
          {icon ?? <Icon />}
        </span>
        <div className="min-w-0 measure">
          {title && <strong className="font-semibold">{title} </strong>}
          {children}
        </div>
      </div>
      {action}
    </div>
  )
}
