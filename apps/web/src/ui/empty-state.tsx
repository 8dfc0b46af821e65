import type { ReactNode } from 'react'
import { cn } from '#ui/cn.ts'

export interface EmptyStateProps {
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  headingLevel?: 1 | 2 | 3 | undefined
  className?: string | undefined
}

export function EmptyState(props: EmptyStateProps) {
  const { icon, title, children, action, headingLevel = 2, className } = props
  const Heading = `h${headingLevel}` as const
  return (
    <div className={cn('flex flex-col items-center px-6 py-14 text-center', className)}>
      {icon && (
        <span
          aria-hidden="true"
          className="mb-4 text-muted-foreground [&_svg:not([data-mark])]:size-8 [&_svg:not([data-mark])]:stroke-[1.5]"
        >
          {icon}
        </span>
      )}
      <Heading {...(headingLevel === 1 && { tabIndex: -1 })} className="text-21 font-semibold">
        {title}
      </Heading>
      {children && (
        <div className="mt-2 max-w-[52ch] text-16 text-subtle-foreground">{children}</div>
      )}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
