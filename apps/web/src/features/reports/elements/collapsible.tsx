import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OpenParts } from '#features/reports/use-open-parts.ts'
import { usePrinting } from '#features/reports/use-printing.ts'

interface CollapsibleProps {
  anchor: string
  open: OpenParts
  head: ReactNode
  /** Closed content stays in the page. */
  keepMounted: boolean
  children: ReactNode
}

/** A part of a report with an anchor. Paper shows it open. */
export function Collapsible({ anchor, open, head, keepMounted, children }: CollapsibleProps) {
  const isPrinting = usePrinting()
  const isOpen = isPrinting || open.isOpen(anchor)
  return (
    <details
      id={anchor}
      open={isOpen}
      // Printing also opens it; only the reader's own choice is stored.
      onToggle={({ currentTarget }) => isPrinting || open.onToggle(anchor, currentTarget.open)}
      className="scroll-mt-4 border-b last:border-b-0"
    >
      <summary className="flex min-h-14 list-none flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 md:flex-nowrap md:px-5 [&::-webkit-details-marker]:hidden print:px-0">
        {head}
      </summary>
      {(keepMounted || isOpen) && children}
    </details>
  )
}

export function Chevron() {
  return (
    <ChevronDown className="size-4.5 shrink-0 stroke-[1.75] text-subtle-foreground transition-transform duration-200 print:hidden [details[open]>summary_&]:rotate-180" />
  )
}
