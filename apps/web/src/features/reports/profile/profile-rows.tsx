import type { ReportElement, ReportSnapshot } from 'contract/reports'
import { Suspense, useState } from 'react'
import { plural } from 'rules/plural'
import { widestGapFirst } from 'rules/report-labels'
import { scaleOf } from 'rules/scores'
import { lazyPart } from '#core/lazy-part.ts'
import { Dumbbell } from '#features/charts/dumbbell.tsx'
import { describeProfile } from '#features/charts/profile.ts'
import { cn } from '#ui/cn.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { LONG_LIST, reportParts, splitByGap } from '#features/reports/report-parts.ts'
import { reportProfile } from './report-profile.ts'
import { ShowMore, useFirstRows } from '#features/reports/first-rows.tsx'
import { usePrinting } from '#features/reports/use-printing.ts'

const Radar = lazyPart(() => import('#features/charts/radar.tsx'), 'Radar')
const FoundProfile = lazyPart(() => import('./found-profile.tsx'), 'FoundProfile')
const GroupedProfile = lazyPart(() => import('./grouped-profile.tsx'), 'GroupedProfile')
const LazyTable = lazyPart(() => import('./profile-table.tsx'), 'ProfileTable')

interface ProfileRowsProps {
  snapshot: ReportSnapshot
  find: string
  isTable: boolean
}

function ProfileTable(props: RowsProps) {
  return (
    <Suspense fallback={<SkeletonRows label="Loading the table" />}>
      <LazyTable {...props} />
    </Suspense>
  )
}

export interface RowsProps {
  snapshot: ReportSnapshot
  elements: readonly ReportElement[]
}

/** All elements, the elements of each group, or the elements that were searched for. */
export function ProfileRows({ snapshot, find, isTable }: ProfileRowsProps) {
  const isPrinting = usePrinting()
  const { elements } = snapshot
  const Rows = isTable ? ProfileTable : GapChart
  if (find.trim() !== '' && !isPrinting)
    return (
      <Suspense>
        <FoundProfile key={find} snapshot={snapshot} find={find} Rows={Rows} />
      </Suspense>
    )
  const parts = reportParts(elements)
  if (parts.every(({ name }) => name === null)) {
    if (isTable) return <ProfileTable snapshot={snapshot} elements={elements} />
    return <Charts snapshot={snapshot} />
  }
  return (
    <Suspense fallback={<SkeletonRows label="Loading the groups" />}>
      <GroupedProfile snapshot={snapshot} parts={parts} Rows={Rows} />
    </Suspense>
  )
}

/** Drawn narrower, because paper shows the whole radar smaller. */
const PRINTED_RADAR = 380

function Charts({ snapshot }: { snapshot: ReportSnapshot }) {
  const isPrinting = usePrinting()
  const elements = reportProfile(snapshot.elements)
  const scale = scaleOf(snapshot.content_set)
  const hasRadar = elements.length >= 3 && elements.length <= 12
  return (
    <div
      className={cn(
        'report-profile md:rounded-lg md:border md:bg-card print:border-0 md:[--surface:var(--color-card)]',
        hasRadar && 'xl:grid xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]',
      )}
    >
      {hasRadar && (
        <figure className="md:border-b md:p-4 xl:border-e xl:border-b-0 print:px-2 print:pt-0">
          <figcaption className="text-14 font-medium max-md:sr-only">
            Overview by element
          </figcaption>
          <Suspense fallback={<div className="min-h-[360px]" />}>
            <Radar
              elements={elements}
              scale={scale}
              {...(isPrinting && { widest: PRINTED_RADAR })}
            />
          </Suspense>
        </figure>
      )}
      <figure className="md:p-4 md:px-5 print:px-2 print:pt-0">
        <figcaption className="mb-3 text-18 font-semibold md:text-14 md:font-medium">
          <OwnText>
            Gap by element<span className="max-md:hidden">, </span>
            <span className="max-md:block max-md:text-14 max-md:first-letter:uppercase max-md:font-normal max-md:text-muted-foreground">
              widest first
            </span>
          </OwnText>
        </figcaption>
        <GapChart snapshot={snapshot} elements={snapshot.elements} />
      </figure>
    </div>
  )
}

/** A long list shows the widest gaps, and collapses the elements without one. */
function GapChart({ snapshot, elements }: RowsProps) {
  const isPrinting = usePrinting()
  const [isOpen, setOpen] = useState(false)
  const scale = scaleOf(snapshot.content_set)
  const sorted = widestGapFirst(elements, scale)
  const { shown, collapsed } = splitByGap(sorted, elements.length > LONG_LIST, (row) => row)
  const label = plural(collapsed.length, {
    one: '# element without a gap',
    other: '# elements without a gap',
  })
  return (
    <>
      <FirstRows snapshot={snapshot} elements={shown} />
      {collapsed.length > 0 && (
        <Disclosure
          title={<OwnText>{label}</OwnText>}
          className="mt-2 border-t text-15"
          open={isOpen || isPrinting}
          onToggle={({ currentTarget }) => isPrinting || setOpen(currentTarget.open)}
        >
          {(isOpen || isPrinting) && (
            <FirstRows snapshot={snapshot} elements={collapsed} label={label} />
          )}
        </Disclosure>
      )}
    </>
  )
}

function FirstRows({ snapshot, elements, label }: RowsProps & { label?: string }) {
  const scale = scaleOf(snapshot.content_set)
  const { rows, more } = useFirstRows(elements, LONG_LIST)
  return (
    <>
      <Dumbbell
        elements={reportProfile(rows)}
        scale={scale}
        label={label ?? describeProfile(reportProfile(elements), scale)}
      />
      <ShowMore {...more} className="mt-2" />
    </>
  )
}
