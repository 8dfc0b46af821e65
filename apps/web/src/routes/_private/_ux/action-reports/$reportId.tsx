import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import type { Report } from 'contract/reports'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { Actions } from '#features/reports/report-actions.tsx'
import { Profile } from '#features/reports/report-charts.tsx'
import { Elements } from '#features/reports/report-elements.tsx'
import { ReportError } from '#features/reports/report-error.tsx'
import { readReportSearch } from '#features/reports/report-search.ts'
import { Figures, Headline, Introduction } from '#features/reports/report-summary.tsx'
import { widestElement } from '#features/reports/widest-element.ts'
import { Page } from '#ui/page.tsx'
import { Contents } from './-contents.tsx'
import { EarlierReports } from './-earlier-reports.tsx'
import { ReportButtons } from './-report-buttons.tsx'
import { NewerVersion, ReportHead } from './-report-head.tsx'
import { ReportSkeleton } from './-report-skeleton.tsx'
import { useReportSearch } from './-use-report-search.ts'
import { Versions } from './-versions.tsx'
import './-report.css'

export const Route = createFileRoute('/_private/_ux/action-reports/$reportId')({
  validateSearch: readReportSearch,
  loader: ({ context, params }) =>
    context.queryClient
      .ensureQueryData(api.reports.get.query({ params: { id: Number(params.reportId) } }))
      .catch((error: unknown) => {
        // An address that is no number, and a report of somebody else.
        throw hasCode(error, 'not-found', 'invalid-input') ? notFound() : error
      }),
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.snapshot.title ?? 'Action report' }] }),
  component: ReportPage,
  errorComponent: ReportError,
  pendingComponent: ReportSkeleton,
})

function ReportPage() {
  const { reportId } = Route.useParams()
  const { data } = useSuspenseQuery(api.reports.get.query({ params: { id: Number(reportId) } }))
  return <ReportView key={data.id} report={data} />
}

function ReportView({ report }: { report: Report }) {
  const { snapshot, versions, earlier } = report
  const [search, change] = useReportSearch()
  const [open, setOpen] = useState(() => [widestElement(snapshot)])
  const toggle = (id: number, isOpen: boolean) =>
    setOpen((before) => [...before.filter((each) => each !== id), ...(isOpen ? [id] : [])])
  return (
    <Page className="report print:p-0">
      <ReportHead report={report} />
      <NewerVersion report={report} />
      <Headline snapshot={snapshot} />
      <ReportButtons id={report.id} />
      <Contents
        snapshot={snapshot}
        hasEarlier={earlier.length > 0}
        hasVersions={versions.length > 1}
        onElement={(id) => toggle(id, true)}
      />
      <div className="report-main min-w-0 space-y-10">
        <div>
          <Introduction snapshot={snapshot} />
          <Figures snapshot={snapshot} />
        </div>
        <Profile
          snapshot={snapshot}
          view={search.profile}
          onView={(profile) => change({ profile })}
        />
        <Actions snapshot={snapshot} search={search} onChange={change} />
        <Elements snapshot={snapshot} open={open} onChange={toggle} />
        {earlier.length > 0 && <EarlierReports snapshot={snapshot} earlier={earlier} />}
        {versions.length > 1 && <Versions report={report} />}
      </div>
    </Page>
  )
}
