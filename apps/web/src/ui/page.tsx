import type { ReactNode } from 'react'
import { cn } from '#ui/cn.ts'

const WIDTHS = {
  wide: 'max-w-[calc(1248px+2*var(--gutter))]',
  reading: 'max-w-[calc(680px+2*var(--gutter))]',
  form: 'max-w-[calc(424px+2*var(--gutter))]',
} as const

interface PageProps {
  width?: keyof typeof WIDTHS | undefined
  className?: string | undefined
  children: ReactNode
}

export function Page({ width = 'wide', className, children }: PageProps) {
  return (
    <div className={cn('mx-auto w-full px-(--gutter) py-8', WIDTHS[width], className)}>
      {children}
    </div>
  )
}

interface PageHeadProps {
  title: ReactNode
  overline?: ReactNode
  /** The back link above the title, on screens too narrow for breadcrumbs. */
  parent?: ReactNode
  meta?: ReactNode
  actions?: ReactNode
  className?: string | undefined
}

export function PageHead({ title, overline, parent, ...rest }: PageHeadProps) {
  const { meta, actions, className } = rest
  return (
    <header className={cn('mb-6 flex flex-wrap items-end justify-between gap-4', className)}>
      <div className="min-w-0">
        {parent && <p className="text-13 text-subtle-foreground lg:hidden">{parent}</p>}
        {overline && <div className="text-13 wrap-anywhere text-subtle-foreground">{overline}</div>}
        <h1
          tabIndex={-1}
          className="text-28 font-semibold wrap-anywhere in-[.dense]:text-26 md:text-33 md:in-[.dense]:text-26"
        >
          {title}
        </h1>
        {meta && (
          <p className="mt-1 text-15 wrap-anywhere text-muted-foreground in-[.dense]:text-14">
            {meta}
          </p>
        )}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
    </header>
  )
}

export function Panel({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cn('rounded-lg border bg-card', className)}>{children}</div>
}
