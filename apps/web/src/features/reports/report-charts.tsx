import { scaleOf } from 'rules/scores'
import type { ReportSnapshot } from 'contract/reports'
import { ChartSpline, Table2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatScore, widestGapFirst } from 'rules/report-labels'
import { plural } from 'rules/plural'
import { Dumbbell } from '#features/charts/dumbbell.tsx'
import { Legend, type LegendSign } from '#features/charts/legend.tsx'
import { cn } from '#ui/cn.ts'
import { reportProfile } from './report-profile.ts'
import type { ReportSearch } from './report-search.ts'
import {
  type ProfileElement,
  type Scale,
  describeProfile,
  gapOf,
} from '#features/charts/profile.ts'
import { lazyPart } from '#core/lazy-part.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { LONG_LIST, splitByGap } from './report-parts.ts'
import { ShowMore, useFirstRows } from './show-more.tsx'
import { usePrinting } from './use-printing.ts'

const Radar = lazyPart(() => import('#features/charts/radar.tsx'), 'Radar')

interface ProfileProps {
  snapshot: ReportSnapshot
  view: ReportSearch['profile']
  onView: (view: ReportSearch['profile']) => void
}

export function Profile({ snapshot, view, onView }: ProfileProps) {
  const isTable = view === 'table'
  const Icon = isTable ? ChartSpline : Table2
  const signs: LegendSign[] = ['current', 'future']
  if (snapshot.certified !== null) signs.push('certified')
  return (
    <section id="profile" aria-labelledby="profile-title">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 id="profile-title" className="text-21 font-semibold">
          Profile
        </h2>
        <div className="flex flex-wrap items-center gap-x-6">
          {!isTable && <Legend signs={signs} />}
          <button
            type="button"
            onClick={() => onView(isTable ? undefined : 'table')}
            className="inline-flex min-h-11 items-center gap-2 text-14 font-medium text-primary-text underline-offset-4 hover:underline"
          >
            <Icon className="size-4.5 stroke-[1.75]" />
            {isTable ? 'View as chart' : 'View as table'}
          </button>
        </div>
      </header>
      {isTable ? <ProfileTable snapshot={snapshot} /> : <Charts snapshot={snapshot} />}
    </section>
  )
}

function Charts({ snapshot }: { snapshot: ReportSnapshot }) {
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
        <figure className="md:border-b md:p-4 xl:border-r xl:border-b-0">
          <figcaption className="text-14 font-medium max-md:sr-only">
            Overview by element
          </figcaption>
          <Suspense fallback={<div className="min-h-[360px]" />}>
            <Radar elements={elements} scale={scale} />
          </Suspense>
        </figure>
      )}
      <figure className="md:p-4 md:px-5">
        <figcaption className="mb-3 text-18 font-semibold md:text-14 md:font-medium">
          Gap by element<span className="max-md:hidden">, </span>
          <span className="max-md:block max-md:text-14 max-md:first-letter:uppercase max-md:font-normal max-md:text-muted-foreground">
            widest first
          </span>
        </figcaption>
        <GapChart elements={elements} scale={scale} />
      </figure>
    </div>
  )
}

interface GapChartProps {
  elements: readonly ProfileElement[]
  scale: Scale
}

/** A long list shows the widest gaps, and collapses the elements without one. */
function GapChart({ elements, scale }: GapChartProps) {
  const isPrinting = usePrinting()
  const [isOpen, setOpen] = useState(false)
  const sorted = widestGapFirst(elements, scale)
  const { shown, collapsed } = splitByGap(sorted, elements.length > LONG_LIST, (row) => row)
  const { rows, more } = useFirstRows(shown, LONG_LIST)
  const label = plural(collapsed.length, {
    one: '# element without a gap',
    other: '# elements without a gap',
  })
  return (
    <>
      <Dumbbell elements={rows} scale={scale} label={describeProfile(elements, scale)} />
      <ShowMore {...more} className="mt-2" />
      {collapsed.length > 0 && (
        <Disclosure
          title={label}
          className="mt-2 border-t text-15"
          open={isOpen || isPrinting}
          onToggle={({ currentTarget }) => isPrinting || setOpen(currentTarget.open)}
        >
          {(isOpen || isPrinting) && <RestChart elements={collapsed} scale={scale} label={label} />}
        </Disclosure>
      )}
    </>
  )
}

function RestChart({ elements, scale, label }: GapChartProps & { label: string }) {
  const { rows, more } = useFirstRows(elements, LONG_LIST)
  return (
    <>
      <Dumbbell elements={rows} scale={scale} label={label} />
      <ShowMore {...more} className="mt-2" />
    </>
  )
}

const FIRST_ROWS = 50

function ProfileTable({ snapshot }: { snapshot: ReportSnapshot }) {
  const elements = reportProfile(snapshot.elements)
  const scale = scaleOf(snapshot.content_set)
  const hasCertified = elements.some((element) => element.certified !== null)
  const { rows, more } = useFirstRows(elements, FIRST_ROWS)
  const figure = (value: number | null) =>
    value === null ? 'Not scored' : formatScore(value, scale)
  return (
    <div className="rounded-lg border bg-card px-5 py-1">
      <table className="w-full text-15">
        <caption className="sr-only">Current and future by element</caption>
        <thead>
          <tr className="border-b border-border text-right text-13 text-muted-foreground">
            <th scope="col" className="py-2.5 text-left font-medium">
              Element
            </th>
            <Head>Current</Head>
            <Head>Future</Head>
            <Head>Gap</Head>
            {hasCertified && <Head>Certified</Head>}
          </tr>
        </thead>
        <tbody>
          {rows.map((element) => (
            <tr key={element.id} className="border-b border-border text-right last:border-b-0">
              <th scope="row" className="py-3 text-left font-medium">
                <span className="mr-1.5 text-muted-foreground">{element.number}</span>
                {element.title}
              </th>
              <Cell>{figure(element.current)}</Cell>
              <Cell>{figure(element.future)}</Cell>
              <Cell>{gapOf(element, scale)}</Cell>
              {hasCertified && <Cell>{figure(element.certified)}</Cell>}
            </tr>
          ))}
        </tbody>
      </table>
      <ShowMore {...more} className="border-t" />
    </div>
  )
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className="py-2.5 pl-3 font-medium sm:pl-6">
      {children}
    </th>
  )
}

function Cell({ children }: { children: string }) {
  return <td className="py-3 pl-3 tabular-nums sm:pl-6">{children}</td>
}
