import type { ReportElement, ReportSnapshot } from 'contract/reports'
import { formatRange } from 'rules/report-labels'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { LevelScale } from '#features/charts/level-scale.tsx'
import { Markdown } from '#features/shell/markdown.tsx'
import { cn } from '#ui/cn.ts'
import { anchorOf } from './report-profile.ts'
import { Statement } from './report-statement.tsx'

interface ElementsProps {
  snapshot: ReportSnapshot
  open: number[]
  onChange: (id: number, isOpen: boolean) => void
}

/** Which elements are unfolded, and how to fold or unfold one. */
export function useOpenElements(first: number[]) {
  const [open, setOpen] = useState(first)
  const toggle = (id: number, isOpen: boolean) =>
    setOpen((before) => [...before.filter((each) => each !== id), ...(isOpen ? [id] : [])])
  return [open, toggle] as const
}

export function Elements({ snapshot, open, onChange }: ElementsProps) {
  return (
    <section id="elements" aria-labelledby="elements-title">
      <h2 id="elements-title" className="mb-3 text-21 font-semibold">
        Elements
      </h2>
      <div className="rounded-lg border bg-card print:border-x-0 print:rounded-none">
        {snapshot.elements.map((element) => (
          <details
            key={element.id}
            id={anchorOf(element.id)}
            open={open.includes(element.id)}
            onToggle={({ currentTarget }) => onChange(element.id, currentTarget.open)}
            className="group scroll-mt-4 border-b last:border-b-0"
          >
            <ElementHead snapshot={snapshot} element={element} />
            <ElementBody snapshot={snapshot} element={element} />
          </details>
        ))}
      </div>
    </section>
  )
}

interface OfElement {
  snapshot: ReportSnapshot
  element: ReportElement
}

function ElementHead({ snapshot, element }: OfElement) {
  const { number, title, current, future, certified } = element
  const { scale } = snapshot.content_set
  return (
    <summary className="flex min-h-14 list-none flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 md:flex-nowrap md:px-5 [&::-webkit-details-marker]:hidden print:px-0">
      <h3 className="flex min-w-0 flex-1 gap-2 text-16 font-medium group-open:text-18 group-open:font-semibold max-md:basis-[calc(100%-3rem)]">
        <span className="text-muted-foreground">{number}</span>
        <bdi className="min-w-0 wrap-anywhere">{title}</bdi>
      </h3>
      <span className="text-15 font-medium tabular-nums max-md:order-3">
        <span className="sr-only">Current to future: </span>
        {formatRange(current, future, scale)}
      </span>
      <LevelScale {...{ scale, current, future, certified }} className="w-38 max-md:order-4" />
      <ChevronDown className="size-4.5 shrink-0 stroke-[1.75] text-subtle-foreground transition-transform duration-200 group-open:rotate-180 print:hidden" />
    </summary>
  )
}

function ElementBody({ snapshot, element }: OfElement) {
  const { band, statements } = element
  return (
    <div className="border-t px-4 pb-5 md:px-5 print:px-0">
      {band && (
        <div
          data-print="whole"
          className="max-w-[600px] pt-4 *:last:text-15! print:break-after-avoid"
        >
          <h4 dir="auto" className="mb-1 wrap-anywhere text-15 font-semibold">
            {band.title}
          </h4>
          <Markdown text={band.text} />
        </div>
      )}
      <ul className={cn('divide-y', band && 'mt-4 border-t')}>
        {statements.map((statement) => (
          <Statement key={statement.id} statement={statement} snapshot={snapshot} />
        ))}
      </ul>
    </div>
  )
}
