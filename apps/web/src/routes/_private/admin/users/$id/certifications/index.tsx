import { titleWithScope } from 'rules/scope'
import { ContentText } from '#ui/content-text.tsx'
import { Link, createFileRoute } from '@tanstack/react-router'
import type { CertificationSummary } from 'contract/certifications'
import { CertificationBadge } from '#features/certification/certification-badge.tsx'
import { formatDay } from '#features/certification/status-labels.ts'
import { Table, type Column } from '#features/lists/table.tsx'
import { NoCertifications } from '#features/insight/results/no-results.tsx'
import { api } from '#core/api.ts'
import { idIn } from '#core/route-id.ts'

export const Route = createFileRoute('/_private/admin/users/$id/certifications/')({
  loader: ({ context, params }) => {
    const query = api.userResults.certifications.query({ params: { id: idIn(params.id) } })
    // A load error shows the same as none.
    return context.queryClient.fetchQuery({ ...query, retry: false }).then(
      ({ rows }) => rows,
      (): CertificationSummary[] => [],
    )
  },
  component: Certifications,
})

const COLUMNS: Column<CertificationSummary>[] = [
  { key: 'title', label: 'Certificate', cell: (row) => <ToCertification row={row} /> },
  { key: 'number', label: 'Number', cell: ({ number }) => number },
  { key: 'band', label: 'Band', cell: ({ band }) => band },
  {
    key: 'valid_until',
    label: 'Valid until',
    cell: ({ valid_until: day }) => <time dateTime={day}>{formatDay(day)}</time>,
  },
  { key: 'status', label: 'Status', cell: (row) => <CertificationBadge {...row} /> },
]

function Certifications() {
  const certifications = Route.useLoaderData()
  if (certifications.length === 0) return <NoCertifications />
  return (
    <Table
      noun="certifications"
      columns={COLUMNS}
      rows={certifications}
      rowKey={({ id }) => id}
      rowLabel={({ title, number }) => `${title}, ${number}`}
    />
  )
}

function ToCertification({ row }: { row: CertificationSummary }) {
  const { id } = Route.useParams()
  return (
    <Link
      to="/admin/users/$id/certifications/$certificationId"
      params={{ id, certificationId: String(row.id) }}
      className="link hit-44"
    >
      <ContentText language={row.language}>{titleWithScope(row.title, row.scope)}</ContentText>{' '}
      {row.year}
    </Link>
  )
}
