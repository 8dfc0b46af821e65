import { Link } from '@tanstack/react-router'
import type { SharedAssessment } from 'contract/shared-assessments'
import { ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { ChevronDown } from 'lucide-react'
import { formatNumber, plural } from 'rules/plural'
import { AssessmentBadge } from '#features/assessments/assessment-badge.tsx'
import type { Column } from '#features/lists/table.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { validityText } from './validity-text.ts'

export function sharedColumns(isPlatform: boolean): Column<SharedAssessment>[] {
  return [
    {
      key: 'content_set',
      label: 'Content set',
      cell: ({ id, title, language }) => (
        <Link
          to="/admin/shared-assessments/$id"
          params={{ id: String(id) }}
          className="link hit-44 lg:inline-block lg:min-w-28"
        >
          <ContentText language={language}>{title}</ContentText>
        </Link>
      ),
    },
    ...(isPlatform ? [ORGANISATION] : []),
    ...COLUMNS,
  ]
}

const ORGANISATION: Column<SharedAssessment> = {
  key: 'organisation',
  label: 'Organisation',
  isName: true,
  cell: ({ tenant }) => <span className="text-subtle-foreground">{tenant.name}</span>,
}

const COLUMNS: Column<SharedAssessment>[] = [
  { key: 'year', label: 'Year', cell: ({ year }) => <span className="tabular-nums">{year}</span> },
  {
    key: 'type',
    label: 'Type',
    cell: ({ type }) => <span className="whitespace-nowrap">{ASSESSMENT_TYPE_LABELS[type]}</span>,
  },
  {
    key: 'owner',
    label: 'Owner',
    isFullWidth: true,
    cell: ({ owner }) => (
      <>
        <span className="text-muted-foreground lg:hidden">Owner </span>
        <bdi translate="no" className="lg:inline-block lg:min-w-20">
          {owner.name}
        </bdi>
      </>
    ),
  },
  { key: 'members', label: 'Members', cell: (row) => <MemberNames of={row} /> },
  {
    key: 'answered',
    label: 'Answered',
    cell: ({ answered, total }) => (
      <span className="whitespace-nowrap tabular-nums">
        <span className="text-muted-foreground lg:hidden">Answered </span>
        {formatNumber(answered)} of {formatNumber(total)}
      </span>
    ),
  },
  { key: 'status', label: 'Status', cell: ({ status }) => <AssessmentBadge status={status} /> },
  {
    key: 'certificate',
    label: 'Certificate',
    isFullWidth: true,
    cell: ({ certificate }) =>
      certificate && (
        <span className="whitespace-nowrap tabular-nums">
          <span className="text-muted-foreground lg:hidden">Certificate </span>
          <span translate="no">{certificate.number}</span>
          <span className="block text-13 text-muted-foreground">{validityText(certificate)}</span>
        </span>
      ),
  },
]

/** The number; the names open below it. */
function MemberNames({ of: { members } }: { of: SharedAssessment }) {
  if (members.length === 0) return <span className="text-muted-foreground">No members</span>
  return (
    <details className="group">
      <summary className="hit-44 inline-flex list-none items-center gap-1.5 whitespace-nowrap [&::-webkit-details-marker]:hidden">
        {plural(members.length, { one: '# member', other: '# members' })}
        <ChevronDown
          aria-hidden="true"
          className="size-4 stroke-[1.75] text-muted-foreground transition-transform duration-200 group-open:rotate-180"
        />
      </summary>
      <ul className="pb-1 text-13 text-subtle-foreground">
        {members.map(({ id, name }) => (
          <li key={id}>
            <bdi translate="no" className="wrap-anywhere">
              {name}
            </bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}
