import { useQuery } from '@tanstack/react-query'
import type { ReportSummary } from 'contract/assessments'
import type { ReportSnapshot } from 'contract/reports'
import { cn } from '#ui/cn.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { useReadReport } from './report-place.tsx'
import { useReportSearch } from './use-report-search.ts'

interface EarlierReportsProps {
  snapshot: ReportSnapshot
  earlier: ReportSummary[]
}

/** Then and now, once a year is chosen. */
export function EarlierReports({ snapshot, earlier }: EarlierReportsProps) {
  const [search, change] = useReportSearch()
  const chosen = earlier.find(({ id }) => id === search.compare)
  return (
    <section id="earlier" aria-labelledby="earlier-title" className={cn(!chosen && 'print:hidden')}>
      <header className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="earlier-title" className="text-21 font-semibold">
            Earlier years
          </h2>
          <p className="text-14 text-muted-foreground">
            {chosen
              ? `Current state of ${chosen.year} and ${snapshot.year} side by side.`
              : `See what has changed since an earlier report.`}
          </p>
        </div>
        <div data-print="hide" className="max-md:w-full">
          <SelectField
            label="Compare with"
            isLabelHidden
            fieldClassName="md:w-52"
            placeholder="Choose a year"
            value={chosen ? String(chosen.id) : ''}
            onChange={({ target }) => change({ compare: Number(target.value) || undefined })}
            options={earlier.map(({ id, year }) => ({
              value: String(id),
              label: `Compare with ${year}`,
            }))}
          />
        </div>
      </header>
      {chosen && <Comparison id={chosen.id} snapshot={snapshot} />}
    </section>
  )
}

function Comparison({ id, snapshot }: { id: number; snapshot: ReportSnapshot }) {
  const read = useReadReport()
  const { data, error, refetch, isFetching } = useQuery({
    // Its number is one report's, whoever reads it.
    queryKey: ['compared report', id],
    queryFn: () => read(id),
  })
  if (data) return <ComparisonTable earlier={data.snapshot} now={snapshot} />
  if (!error) return <SkeletonRows label="Loading the earlier report" />
  return (
    <ErrorPanel
      title="The earlier report could not be loaded"
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      detail={error.message}
    >
      This report is complete; only the comparison is missing.
    </ErrorPanel>
  )
}
