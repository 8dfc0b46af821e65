import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate, Link } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { LoadingReport } from '#features/reports/no-reports.tsx'
import { LazyReportSkeleton } from '#features/reports/lazy-report-skeleton.tsx'
import { ReportError } from '#features/reports/report-error.tsx'
import { readReportsSearch } from '#features/reports/report-search.ts'
import { YearWithoutReports } from '#features/reports/year-without-reports.tsx'
import { Page, PageHead } from '#ui/page.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { ReportList } from './-report-list.tsx'
import { History } from 'lucide-react'

const WHILE_PENDING = 2000

export const Route = createFileRoute('/_private/_ux/action-reports/')({
  validateSearch: readReportsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    Promise.all([
      context.queryClient.ensureQueryData(api.reports.list.query({ query: deps })),
      context.queryClient.ensureQueryData(api.assessments.overview.query({ query: deps })),
    ]),
  head: () => ({ meta: [{ title: 'Action reports' }] }),
  component: ActionReportsPage,
  errorComponent: ReportError,
  pendingComponent: LazyReportSkeleton,
})

function ActionReportsPage() {
  const search = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { data: overview } = useSuspenseQuery(api.assessments.overview.query({ query: search }))
  const { data } = useSuspenseQuery({
    ...api.reports.list.query({ query: search }),
    refetchInterval: (query) => query.state.data?.is_report_pending && WHILE_PENDING,
  })
  return (
    <Page>
      <PageHead
        overline={overview.content_set?.title}
        title="Action reports"
        actions={
          <SelectField
            label="Year"
            isLabelHidden
            value={data.year}
            options={data.years.map((year) => ({ value: String(year), label: String(year) }))}
            onChange={({ target }) =>
              void navigate({ search: (before) => ({ ...before, year: Number(target.value) }) })
            }
          />
        }
      />
      {data.is_report_pending && <LoadingReport />}
      {data.reports.length > 0 && <ReportList reports={data.reports} />}
      {data.reports.length === 0 && !data.is_report_pending && (
        <YearWithoutReports overview={overview} />
      )}
      <EarlierYears years={data.years.filter((year) => year < data.year)} />
    </Page>
  )
}

function EarlierYears({ years }: { years: number[] }) {
  if (years.length === 0) return null
  return (
    <section aria-labelledby="earlier-years" className="mt-10">
      <h2 id="earlier-years" className="text-18 font-semibold">
        Earlier years
      </h2>
      <ul className="mt-2 divide-y border-y">
        {years.map((year) => (
          <li key={year}>
            <Link
              to="/action-reports"
              search={(before) => ({ ...before, year })}
              className="flex min-h-12 items-center gap-3 text-15 font-medium text-primary-text hover:underline"
            >
              <History aria-hidden="true" className="size-4.5 stroke-[1.75]" />
              Reports for {year}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
