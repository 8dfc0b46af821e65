import { Link, createFileRoute } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '#core/api.ts'
import { idIn, toNotFound } from '#core/route-id.ts'
import { ReportUserId } from '#features/reports/page/report-context.tsx'
import { readReportSearch } from '#features/reports/report-search.ts'
import { ReportView } from '#features/reports/page/report-view.tsx'

export const Route = createFileRoute('/_private/admin/users/$id_/reports/$reportId')({
  validateSearch: readReportSearch,
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(reportQuery(params)).catch(toNotFound),
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.snapshot.title ?? 'Action report' }] }),
  component: UserReport,
})

function reportQuery({ id, reportId }: { id: string; reportId: string }) {
  return api.userResults.report.query({ params: { id: idIn(id), reportId: idIn(reportId) } })
}

function UserReport() {
  const params = Route.useParams()
  const { data: report } = useSuspenseQuery(reportQuery(params))
  const { respondent, organisation, year, content_set } = report.snapshot
  return (
    <ReportUserId value={idIn(params.id)}>
      <p className="mb-4 text-14 print:hidden">
        Report for{' '}
        <Link
          to="/admin/users/$id/assessment/$contentSetId"
          params={{ id: params.id, contentSetId: String(content_set.id) }}
          search={{ year }}
          translate="no"
          className="link hit-44"
        >
          {respondent}
        </Link>
        , <span translate="no">{organisation}</span>
      </p>
      <ReportView key={report.id} report={report} />
    </ReportUserId>
  )
}
