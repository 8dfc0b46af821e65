import { scaleOf } from 'rules/scores'
import type { ReportElement, ReportSnapshot } from 'contract/reports'
import { useMemo } from 'react'
import { formatRange } from 'rules/report-labels'
import { formatNumber, plural } from 'rules/plural'
import { LevelScale } from '#features/charts/level-scale.tsx'
import { Collapsible, Chevron } from './collapsible.tsx'
import { ElementBody } from './element-body.tsx'
import {
  LONG_LIST,
  type ReportPart,
  anchorOf,
  hasGap,
  reportParts,
  restOf,
  splitByGap,
} from './report-parts.ts'
import { type OpenParts, useOpenParts } from './use-open-parts.ts'

interface ElementsProps {
  snapshot: ReportSnapshot
  parts: readonly ReportPart[]
  open: OpenParts
}

interface PartProps extends Omit<ElementsProps, 'parts'> {
  part: ReportPart
  isKept: boolean
}

interface RowsProps extends Omit<PartProps, 'part'> {
  elements: readonly ReportElement[]
  headingLevel: 3 | 4
}

/** Up to here, closed elements stay in the page, so that find-in-page opens them. */
const MOST_KEPT_STATEMENTS = 100

/** The elements of a report on a page without a list of contents. */
export function ElementsAlone({ snapshot }: { snapshot: ReportSnapshot }) {
  const parts = useMemo(() => reportParts(snapshot.elements), [snapshot])
  const open = useOpenParts(parts)
  return <Elements snapshot={snapshot} parts={parts} open={open} />
}

export function Elements({ snapshot, parts, open }: ElementsProps) {
  const statements = snapshot.elements.reduce((sum, each) => sum + each.statements.length, 0)
  return (
    <section id="elements" aria-labelledby="elements-title">
      <h2 id="elements-title" className="mb-3 text-21 font-semibold">
        Elements
      </h2>
      <div className="rounded-lg border bg-card print:border-x-0 print:rounded-none">
        {parts.map((part) => (
          <Part
            key={part.anchor}
            {...{ part, snapshot, open }}
            isKept={statements <= MOST_KEPT_STATEMENTS}
          />
        ))}
      </div>
    </section>
  )
}

function Part({ part: { anchor, title, elements }, ...props }: PartProps) {
  if (title === null)
    return <PartRows {...props} anchor={anchor} elements={elements} headingLevel={3} />
  const [count, withGap] = [elements.length, elements.filter(hasGap).length]
  return (
    <Collapsible
      {...props}
      anchor={anchor}
      head={
        <>
          <h3
            dir="auto"
            className="min-w-0 flex-1 text-16 font-medium wrap-anywhere max-md:basis-[calc(100%-3rem)]"
          >
            {title}
          </h3>
          <span className="text-14 text-muted-foreground max-md:order-3">
            {`${formatNumber(withGap)} of ${plural(count, { one: '# element has a gap', other: '# elements have a gap' })}`}
          </span>
          <Chevron />
        </>
      }
    >
      <div className="border-t md:pl-6 print:pl-0">
        <PartRows {...props} anchor={anchor} elements={elements} headingLevel={4} />
      </div>
    </Collapsible>
  )
}

/** A long report collapses the elements without a gap. */
function PartRows({ anchor, elements, ...props }: RowsProps & { anchor: string }) {
  const isLong = props.snapshot.elements.length > LONG_LIST
  const { shown, collapsed } = splitByGap(elements, isLong, (element) => element)
  return (
    <>
      <ElementRows {...props} elements={shown} />
      {collapsed.length > 0 && (
        <Collapsible
          {...props}
          anchor={restOf(anchor)}
          head={
            <>
              <span className="flex-1 text-15 text-subtle-foreground">
                {plural(collapsed.length, {
                  one: '# element without a gap',
                  other: '# elements without a gap',
                })}
              </span>
              <Chevron />
            </>
          }
        >
          <div className="border-t">
            <ElementRows {...props} elements={collapsed} />
          </div>
        </Collapsible>
      )}
    </>
  )
}

function ElementRows({ elements, headingLevel, ...props }: RowsProps) {
  return elements.map((element) => (
    <Collapsible
      {...props}
      key={element.id}
      anchor={anchorOf(element.id)}
      head={<ElementHead {...props} element={element} headingLevel={headingLevel} />}
    >
      <ElementBody {...props} element={element} headingLevel={headingLevel} />
    </Collapsible>
  ))
}

interface ElementHeadProps extends Pick<RowsProps, 'snapshot' | 'headingLevel'> {
  element: ReportElement
}

function ElementHead({ snapshot, element, headingLevel }: ElementHeadProps) {
  const { number, title, current, future, certified } = element
  const scale = scaleOf(snapshot.content_set)
  const Heading = `h${headingLevel}` as const
  return (
    <>
      <Heading className="flex min-w-0 flex-1 gap-2 text-16 font-medium max-md:basis-[calc(100%-3rem)] [details[open]>summary_&]:text-18 [details[open]>summary_&]:font-semibold">
        <span className="text-muted-foreground">{number}</span>
        <bdi className="min-w-0 wrap-anywhere">{title}</bdi>
      </Heading>
      <span className="text-15 font-medium tabular-nums max-md:order-3">
        <span className="sr-only">Current to future: </span>
        {formatRange(current, future, scale)}
      </span>
      <LevelScale {...{ scale, current, future, certified }} className="w-38 max-md:order-4" />
      <Chevron />
    </>
  )
}
