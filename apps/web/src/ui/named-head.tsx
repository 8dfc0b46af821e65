import type { ReactNode } from 'react'
import { cn } from '#ui/cn.ts'

interface NamedHeadProps {
  /** Given by the specification: `Edit user`. */
  title: string
  /** Of what the page shows. */
  name: string
  parent?: ReactNode
  meta: ReactNode
  actions?: ReactNode
  className?: string
}

/** The head of a page whose title doesn't say what it shows. */
export function NamedHead({ title, name, parent, meta, actions, className }: NamedHeadProps) {
  return (
    <header className={cn('mb-6 flex flex-wrap items-end justify-between gap-4', className)}>
      <div className="min-w-0">
        {parent && <p className="text-13 text-subtle-foreground lg:hidden">{parent}</p>}
        <div className="flex flex-wrap items-baseline gap-x-3 text-26">
          <h1 tabIndex={-1} className="font-semibold">
            {title}
          </h1>
          <p translate="no" className="min-w-0 wrap-anywhere text-subtle-foreground">
            <bdi>{name}</bdi>
          </p>
        </div>
        <p className="mt-1 text-14 wrap-anywhere text-muted-foreground">{meta}</p>
      </div>
      {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
    </header>
  )
}
