import type { ReportSnapshot } from 'contract/reports'
import { ChartSpline, Table2 } from 'lucide-react'
import { REPORT_TITLES } from 'rules/report-titles'
import { useState } from 'react'
import { Legend, type LegendSign } from '#features/charts/legend.tsx'
import { LazyFindField } from '#features/reports/elements/lazy-find-field.tsx'
import { ProfileRows } from './profile-rows.tsx'
import { LONG_LIST } from '#features/reports/report-parts.ts'
import type { ReportSearch } from '#features/reports/report-search.ts'

interface ProfileProps {
  snapshot: ReportSnapshot
  view: ReportSearch['profile']
  onView: (view: ReportSearch['profile']) => void
}

export function Profile({ snapshot, view, onView }: ProfileProps) {
  const isTable = view === 'table'
  const [find, setFind] = useState('')
  const Icon = isTable ? ChartSpline : Table2
  const signs: LegendSign[] = ['current', 'future']
  if (snapshot.certified !== null) signs.push('certified')
  return (
    <section id="profile" aria-labelledby="profile-title">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 id="profile-title" className="text-21 font-semibold">
          {REPORT_TITLES.profile}
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
      {snapshot.elements.length > LONG_LIST && (
        <LazyFindField label="Find an element" value={find} onChange={setFind} />
      )}
      <ProfileRows snapshot={snapshot} find={find} isTable={isTable} />
    </section>
  )
}
