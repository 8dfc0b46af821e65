import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { idIn, toNotFound } from '#core/route-id.ts'
import { ReportError } from '#features/reports/report-error.tsx'
import { readReportSearch } from '#features/reports/report-search.ts'
import { ReportView } from '#features/reports/page/report-view.tsx'
import { Page } from '#ui/page.tsx'

export const Route = createFileRoute('/_private/_ux/action-reports/$reportId')({
  validateSearch: readReportSearch,
  loader: ({ context, params }) =>
    context.queryClient
      .ensureQueryData(api.reports.get.query({ params: { id: idIn(params.reportId) } }))
      .catch(toNotFound),
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.snapshot.title ?? 'Action report' }] }),
  component: ReportPage,
  errorComponent: ReportError,
})

function ReportPage() {
  const { reportId } = Route.useParams()
  const { data } = useSuspenseQuery(api.reports.get.query({ params: { id: idIn(reportId) } }))
  return (
    <Page className="print:p-0">
      <ReportView key={data.id} report={data} />
    </Page>
  )
}
