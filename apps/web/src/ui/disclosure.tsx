import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#ui/cn.ts'

export interface DisclosureProps extends Omit<ComponentProps<'details'>, 'title'> {
  title: ReactNode
  aside?: ReactNode
}

/** A native element, so that find-in-page opens it. With the same `name`, only one of several is open. */
export function Disclosure({ title, aside, className, children, ...details }: DisclosureProps) {
  return (
    <details {...details} className={cn('group border-b last:border-b-0', className)}>
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 py-2.5 font-medium [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">{title}</span>
        <span className="flex shrink-0 items-center gap-3 font-normal text-muted-foreground">
          {aside}
          <ChevronDown className="size-4.5 stroke-[1.75] transition-transform duration-200 group-open:rotate-180" />
        </span>
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  )
}
