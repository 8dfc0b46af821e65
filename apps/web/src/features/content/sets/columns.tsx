import { ContentText } from '#ui/content-text.tsx'
import { Link } from '@tanstack/react-router'
import type { ListedContentSet } from 'contract/content-sets'
import { LayoutTemplate } from 'lucide-react'
import { formatRecent } from '#core/time.ts'
import { EditionStatus } from '#features/content/publish/edition-status.tsx'
import { inForceLabel, titleOf, yearsLabel } from '#features/content/publish/edition-labels.ts'
import { Badge, StatusDot } from '#ui/badge.tsx'
import type { Column } from '#features/lists/table.tsx'

export function columnsOf(isPlatform: boolean) {
  return isPlatform ? COLUMNS : COLUMNS.filter(({ key }) => key !== 'organisation')
}

const COLUMNS: Column<ListedContentSet>[] = [
  {
    key: 'title',
    label: 'Title',
    sort: 'title',
    cell: (set) => (
      <Link to="/admin/content-sets/$id" params={{ id: String(set.id) }} className="link">
        <ContentText language={set.language}>{titleOf(set)}</ContentText>
      </Link>
    ),
  },
  {
    key: 'organisation',
    label: 'Organisation',
    isFullWidth: true,
    cell: ({ tenant: { name, is_platform } }) =>
      is_platform ? (
        <Badge variant="outline" icon={<LayoutTemplate />}>
          Template
        </Badge>
      ) : (
        name
      ),
  },
  {
    key: 'status',
    label: 'Status',
    sort: 'status',
    cell: (set) => <Status set={set} />,
  },
  { key: 'version', label: 'Version', isNumber: true, cell: ({ version }) => version },
  {
    key: 'years',
    label: 'Years',
    cell: ({ year_from, year_to }) => (
      <span className="whitespace-nowrap">{yearsLabel(year_from, year_to)}</span>
    ),
  },
  { key: 'elements', label: 'Elements', isNumber: true, cell: ({ elements }) => elements },
  { key: 'statements', label: 'Statements', isNumber: true, cell: ({ statements }) => statements },
  {
    key: 'assessments',
    label: 'Assessments',
    isNumber: true,
    cell: ({ assessments }) => assessments,
  },
  {
    key: 'changed',
    label: 'Changed',
    cell: ({ changed_at }) => (
      <span className="whitespace-nowrap text-muted-foreground">{formatRecent(changed_at)}</span>
    ),
  },
]

function Status({ set }: { set: ListedContentSet }) {
  const inForce = inForceLabel(set)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <EditionStatus status={set.status} />
      {inForce !== null && (
        <StatusDot isOn={set.in_force?.length !== 0}>
          <span className="text-13">{inForce}</span>
        </StatusDot>
      )}
    </span>
  )
}
