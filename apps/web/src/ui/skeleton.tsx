import type { ReactNode } from 'react'
import { cn } from '#ui/cn.ts'

export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      data-skeleton=""
      aria-hidden="true"
      className={cn('block h-3.5 rounded-full bg-track', className)}
    />
  )
}

export function SkeletonRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <output className="block animate-fade-in">
      <span className="sr-only">{label}</span>
      {children}
    </output>
  )
}

const NAME_WIDTHS = ['w-3/5', 'w-1/2', 'w-4/7'] as const

export function SkeletonRows({ label, count = 5 }: { label: string; count?: number | undefined }) {
  return (
    <SkeletonRegion label={label}>
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="flex min-h-13 items-center gap-3">
          <Skeleton className="size-9 shrink-0" />
          <div className="flex-1 space-y-2">
            <Skeleton className={NAME_WIDTHS[row % NAME_WIDTHS.length]} />
            <Skeleton className="h-2.5 w-2/5" />
          </div>
          <Skeleton className="h-2.5 w-1/5" />
        </div>
      ))}
    </SkeletonRegion>
  )
}
