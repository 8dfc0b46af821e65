import { REPORT_TITLES } from 'rules/report-titles'
import { scaleOf } from 'rules/scores'
import type { ReportElement, ReportSnapshot } from 'contract/reports'
import { Fragment, Suspense, useMemo, useState } from 'react'
import { formatRange } from 'rules/report-labels'
import { formatNumber, plural } from 'rules/plural'
import { lazyPart } from '#core/lazy-part.ts'
import { LevelScale } from '#features/charts/level-scale.tsx'
import { Collapsible, Chevron } from './collapsible.tsx'
import { ElementBody } from './element-body.tsx'
import {
  LONG_LIST,
  type ReportPart,
  anchorOf,
  hasGap,
  isOnlyPart,
  reportParts,
  collapsedAnchor,
  splitByGap,
} from '#features/reports/report-parts.ts'
import { ContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { LazyFindField } from './lazy-find-field.tsx'
import { usePrinting } from '#features/reports/use-printing.ts'
import { PartTitle } from './part-title.tsx'
import { Reference } from '#features/charts/element-name.tsx'
import { type OpenParts, useOpenParts } from '#features/reports/use-open-parts.ts'

const FoundElements = lazyPart(() => import('./found-elements.tsx'), 'FoundElements')

interface ElementsProps {
  snapshot: ReportSnapshot
  parts: readonly ReportPart[]
  open: OpenParts
}

interface PartProps extends Omit<ElementsProps, 'parts'> {
  part: ReportPart
  keepMounted: boolean
}

export interface RowsProps extends Omit<PartProps, 'part'> {
  elements: readonly ReportElement[]
  headingLevel: 3 | 4
}

/** Up to this many statements, closed elements stay in the page, so that the browser's search finds them. */
const MAX_MOUNTED_STATEMENTS = 100

/** The elements of a report on a page without a list of contents. */
export function StandaloneElements({ snapshot }: { snapshot: ReportSnapshot }) {
  const parts = useMemo(() => reportParts(snapshot.elements), [snapshot])
  const open = useOpenParts(parts)
  return <Elements snapshot={snapshot} parts={parts} open={open} />
}

export function Elements({ snapshot, parts, open }: ElementsProps) {
  const statements = snapshot.elements.reduce((sum, each) => sum + each.statements.length, 0)
  const [find, setFind] = useState('')
  const keepMounted = statements <= MAX_MOUNTED_STATEMENTS
  const isPrinting = usePrinting()
  return (
    <section id="elements" aria-labelledby="elements-title">
      <h2 id="elements-title" className="mb-3 text-21 font-semibold">
        {REPORT_TITLES.elements}
      </h2>
      {snapshot.elements.length > LONG_LIST && (
        <LazyFindField label="Find an element or statement" value={find} onChange={setFind} />
      )}
      <div className="rounded-lg border bg-card print:border-x-0 print:rounded-none">
        {find.trim() === '' || isPrinting ? (
          parts.map((part) => <Part key={part.anchor} {...{ part, snapshot, open, keepMounted }} />)
        ) : (
          <Suspense>
            <FoundElements key={find} {...{ find, snapshot, open, keepMounted }} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

function Part({ part, ...props }: PartProps) {
  const { anchor, elements } = part
  if (isOnlyPart(part))
    return <PartRows {...props} anchor={anchor} elements={elements} headingLevel={3} />
  const [count, withGap] = [elements.length, elements.filter(hasGap).length]
  return (
    <Collapsible
      {...props}
      anchor={anchor}
      head={
        <>
          <h3 className="min-w-0 flex-1 text-16 font-medium wrap-anywhere max-md:basis-[calc(100%-3rem)]">
            <PartTitle part={part} />
          </h3>
          <span className="text-14 text-muted-foreground max-md:order-3">
            <OwnText>
              {`${formatNumber(withGap)} of ${plural(count, { one: '# element', other: '# elements' })} with a gap`}
            </OwnText>
          </span>
          <Chevron />
        </>
      }
    >
      <div className="border-t md:ps-6 print:ps-0">
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
          anchor={collapsedAnchor(anchor)}
          head={
            <>
              <span className="flex-1 text-15 text-subtle-foreground">
                <OwnText>
                  {plural(collapsed.length, {
                    one: '# element without a gap',
                    other: '# elements without a gap',
                  })}
                </OwnText>
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

/** In a short report, the first element of each group has its name above it. */
export function ElementRows({ elements, headingLevel, ...props }: RowsProps) {
  const hasGroups = headingLevel === 3
  return elements.map((element, index) => (
    <Fragment key={element.id}>
      {hasGroups && element.group !== null && element.group !== elements[index - 1]?.group && (
        <GroupName>{element.group}</GroupName>
      )}
      <Collapsible
        {...props}
        anchor={anchorOf(element.id)}
        head={<ElementHead {...props} element={element} headingLevel={headingLevel} />}
      >
        <ElementBody {...props} element={element} headingLevel={headingLevel} />
      </Collapsible>
    </Fragment>
  ))
}

function GroupName({ children }: { children: string }) {
  return (
    <p className="border-b bg-muted px-4 py-2 text-14 font-medium wrap-anywhere text-subtle-foreground md:px-5 print:bg-transparent print:px-0 print:break-after-avoid">
      <ContentText>{children}</ContentText>
    </p>
  )
}

/** The one that the auditor certified, where there is one. */
function Band({ of: { certified, current } }: { of: NonNullable<ReportElement['verdict']> }) {
  const label = certified ?? current
  return label === null ? <OwnText>No band yet</OwnText> : <ContentText>{label}</ContentText>
}

interface ElementHeadProps extends Pick<RowsProps, 'snapshot' | 'headingLevel'> {
  element: ReportElement
}

function ElementHead({ snapshot, element, headingLevel }: ElementHeadProps) {
  const { title, current, future, certified } = element
  const scale = scaleOf(snapshot.content_set)
  const Heading = `h${headingLevel}` as const
  return (
    <>
      <Heading className="flex min-w-0 flex-1 gap-2 text-16 font-medium max-md:basis-[calc(100%-3rem)] [details[open]>summary_&]:text-18 [details[open]>summary_&]:font-semibold">
        <Reference
          of={element}
          className="max-w-1/3 shrink-0 wrap-anywhere text-muted-foreground"
        />
        <ContentText className="min-w-0 wrap-anywhere">{title}</ContentText>
      </Heading>
      {element.verdict && (
        <span className="max-w-1/3 text-14 wrap-anywhere text-muted-foreground max-md:order-2">
          <Band of={element.verdict} />
        </span>
      )}
      {element.is_counted === false && (
        <span className="text-14 text-muted-foreground max-md:order-2">Not counted</span>
      )}
      <span className="text-15 font-medium tabular-nums max-md:order-3">
        <span className="sr-only">Current to future: </span>
        <OwnText>{formatRange(current, future, scale)}</OwnText>
      </span>
      <LevelScale {...{ scale, current, future, certified }} className="w-38 max-md:order-4" />
      <Chevron />
    </>
  )
}
