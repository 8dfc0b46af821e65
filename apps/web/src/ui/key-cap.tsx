import type { ReactNode } from 'react'

export function KeyCap({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex min-h-5 min-w-5 items-center justify-center rounded-sm border bg-card px-1.5 font-sans text-12 font-medium text-subtle-foreground">
      {children}
    </kbd>
  )
}
