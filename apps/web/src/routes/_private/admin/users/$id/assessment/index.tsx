import { isolated } from 'rules/language'
import { formatNumber } from 'rules/plural'
import { ContentText } from '#ui/content-text.tsx'
import { scaleOf } from 'rules/scores'
import { Link, createFileRoute } from '@tanstack/react-router'
import type { UserAssessment } from 'contract/user-results'
import { api } from '#core/api.ts'
import { idIn } from '#core/route-id.ts'
import { ASSESSMENT_STATUS_LABELS, ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { Table, type Column } from '#features/lists/table.tsx'
import { NoResults } from '#features/insight/results/no-results.tsx'
import { routeText } from '#features/charts/profile.ts'

export const Route = createFileRoute('/_private/admin/users/$id/assessment/')({
  loader: ({ context, params }) => {
    const query = api.userResults.assessments.query({ params: { id: idIn(params.id) } })
    // A load error shows the same as none.
    return context.queryClient.fetchQuery({ ...query, retry: false }).then(
      ({ rows }) => rows,
      (): UserAssessment[] => [],
    )
  },
  component: Assessments,
})

const COLUMNS: Column<UserAssessment>[] = [
  { key: 'content_set', label: 'Content set', cell: (row) => <ToResults row={row} /> },
  { key: 'year', label: 'Year', cell: ({ year }) => year },
  { key: 'type', label: 'Type', cell: ({ type }) => ASSESSMENT_TYPE_LABELS[type] },
  { key: 'status', label: 'Status', cell: ({ status }) => ASSESSMENT_STATUS_LABELS[status] },
  {
    key: 'answered',
    label: 'Answered',
    isNumber: true,
    cell: ({ answered, total }) => `${formatNumber(answered)} of ${formatNumber(total)}`,
  },
  {
    key: 'levels',
    label: 'Current and future level',
    isNumber: true,
    cell: (row) => routeText(row, scaleOf(row.content_set)),
  },
]

function Assessments() {
  const rows = Route.useLoaderData()
  if (rows.length === 0) return <NoResults />
  return (
    <Table
      noun="assessments"
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => rows.indexOf(row)}
      rowLabel={({ content_set, year }) => `${isolated(content_set.title)}, ${year}`}
    />
  )
}

function ToResults({ row: { content_set, year } }: { row: UserAssessment }) {
  const { id } = Route.useParams()
  return (
    <Link
      to="/admin/users/$id/assessment/$contentSetId"
      params={{ id, contentSetId: String(content_set.id) }}
      search={{ year }}
      className="link"
    >
      <ContentText language={content_set.language}>{content_set.title}</ContentText>
    </Link>
  )
}
