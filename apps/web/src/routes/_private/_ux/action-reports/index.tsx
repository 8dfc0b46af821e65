import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import type { ReportSummary } from 'contract/assessments'
import { FileChartColumn, History } from 'lucide-react'
import { api } from '#core/api.ts'
import { formatDate } from '#core/time.ts'
import { LoadingReport, NoReports } from '#features/reports/no-reports.tsx'
import { ReportError } from '#features/reports/report-error.tsx'
import { readReportsSearch } from '#features/reports/report-search.ts'
import { choiceOf } from '#features/assessments/choice-of.ts'
import { SetTitle } from '#features/assessments/set-title.tsx'
import { Badge } from '#ui/badge.tsx'
import { buttonLook } from '#ui/button.tsx'
import { Page, PageHead, Panel } from '#ui/page.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Section } from '#ui/section.tsx'

const POLL_MS = 2000

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
})

function ActionReportsPage() {
  const search = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { data: overview } = useSuspenseQuery(api.assessments.overview.query({ query: search }))
  const { data } = useSuspenseQuery({
    ...api.reports.list.query({ query: search }),
    refetchInterval: (query) => query.state.data?.is_report_pending && POLL_MS,
  })
  const choice = choiceOf(overview)
  return (
    <Page>
      <PageHead
        overline={overview.content_set && <SetTitle overview={overview} />}
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
      {data.reports.length > 0 && (
        <Panel>
          <ul aria-label="Reports" className="divide-y">
            {data.reports.map((report, index) => (
              <ReportRow key={report.id} report={report} choice={choice} isNewest={index === 0} />
            ))}
          </ul>
        </Panel>
      )}
      {data.reports.length === 0 && !data.is_report_pending && <NoReports overview={overview} />}
      <EarlierYears years={data.years.filter((year) => year < data.year)} />
    </Page>
  )
}

function EarlierYears({ years }: { years: number[] }) {
  if (years.length === 0) return null
  return (
    <Section id="earlier-years" title="Earlier years" className="mt-10">
      <ul className="mt-2 divide-y border-y">
        {years.map((year) => (
          <li key={year}>
            <Link
              to="/action-reports"
              search={(before) => ({ ...before, year })}
              className="flex min-h-12 items-center gap-3 text-15 font-medium text-primary-text hover:underline"
            >
              <History className="size-4.5 stroke-[1.75]" />
              Reports for {year}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface ReportRowProps {
  report: ReportSummary
  choice: ReturnType<typeof choiceOf>
  isNewest: boolean
}

function ReportRow({ report, choice, isNewest }: ReportRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
      <FileChartColumn className="size-6 shrink-0 stroke-[1.5] text-subtle-foreground" />
      <div className="min-w-52 flex-1">
        <h2 className="flex flex-wrap items-center gap-x-3 text-16 font-medium">
          {report.title}
          {isNewest && report.version > 1 && <Badge variant="success">Newest</Badge>}
        </h2>
        <p className="text-14 text-muted-foreground">
          Version {report.version}, finalised {formatDate(report.created_at)}
        </p>
      </div>
      <Link
        to="/action-reports/$reportId"
        params={{ reportId: String(report.id) }}
        search={{ year: report.year, type: report.type, ...choice }}
        className={buttonLook(isNewest ? 'primary' : 'outline')}
      >
        View report<span className="sr-only">{`, version ${report.version}`}</span>
      </Link>
    </li>
  )
}
