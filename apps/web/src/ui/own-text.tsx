import type { ReactNode } from 'react'

/** Our own words and figures, which run from left to right, also in columns from right to left. */
export function OwnText({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  )
}
