import { formatNumber } from 'rules/plural'
import { ContentText } from '#ui/content-text.tsx'
import { Link } from '@tanstack/react-router'
import type { Participant } from 'contract/participation'
import { formatMoment } from '#core/time.ts'
import { AssessmentBadge } from '#features/assessments/assessment-badge.tsx'
import { ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import type { Column } from '#features/lists/table.tsx'

const ORGANISATION: Column<Participant> = {
  key: 'organisation',
  label: 'Organisation',
  isName: true,
  cell: ({ tenant }) => <span className="text-subtle-foreground">{tenant.name}</span>,
}

export function participationColumns(
  year: number,
  hasOrganisations: boolean,
): Column<Participant>[] {
  return [
    {
      key: 'name',
      label: 'Name',
      isName: true,
      sort: 'name',
      cell: (row) => <ToResults row={row} />,
    },
    ...(hasOrganisations ? [ORGANISATION] : []),
    {
      key: 'content_set',
      label: 'Content set',
      isFullWidth: true,
      cell: ({ assessment }) =>
        assessment && (
          <span className="text-subtle-foreground">
            <ContentText language={assessment.content_set.language}>
              {assessment.content_set.title}
            </ContentText>
            {assessment.year !== year && ` ${assessment.year}`}
            {assessment.shared_id === null ? (
              assessment.type === 'certification' && (
                <span className="block text-13">{ASSESSMENT_TYPE_LABELS.certification}</span>
              )
            ) : (
              <span className="block text-13">
                Shared {ASSESSMENT_TYPE_LABELS[assessment.type].toLowerCase()}
              </span>
            )}
          </span>
        ),
    },
    {
      key: 'state',
      label: 'Status',
      cell: ({ state }) => <AssessmentBadge status={state} />,
    },
    {
      key: 'answered',
      label: 'Answered',
      cell: ({ assessment }) =>
        assessment && (
          <span className="whitespace-nowrap tabular-nums">
            {/* Cards on a phone have no column heads. */}
            <span className="text-muted-foreground lg:hidden">Answered </span>
            {formatNumber(assessment.answered)} of {formatNumber(assessment.total)}
          </span>
        ),
    },
    {
      key: 'touched_at',
      label: 'Last activity',
      sort: 'touched_at',
      isFullWidth: true,
      cell: ({ assessment }) =>
        assessment && (
          <span className="whitespace-nowrap text-subtle-foreground tabular-nums">
            <span className="lg:hidden">Last activity </span>
            <time dateTime={assessment.touched_at}>{formatMoment(assessment.touched_at)}</time>
          </span>
        ),
    },
  ]
}

function ToResults({ row }: { row: Participant }) {
  const { name, is_removed: isRemoved } = row.person
  if (isRemoved) return <>{name}</>
  return (
    <Link {...resultsOf(row)} className="hit-44 hover:underline">
      {name}
    </Link>
  )
}

function resultsOf({ person, assessment, state }: Participant) {
  const params = { id: String(person.id) }
  if (!assessment) return { to: '/admin/users/$id/assessment', params } as const
  const { shared_id: sharedId } = assessment
  if (sharedId !== null)
    return { to: '/admin/shared-assessments/$id', params: { id: String(sharedId) } } as const
  if (state === 'certified') return { to: '/admin/users/$id/certifications', params } as const
  return {
    to: '/admin/users/$id/assessment/$contentSetId',
    params: { ...params, contentSetId: String(assessment.content_set.id) },
    search: { year: assessment.year },
  } as const
}

const keys = new Map<string, number>()

/** Each user of a shared assessment has a row with the same id. */
export function keyOf({ id, person, assessment }: Participant): number {
  if (!assessment || assessment.shared_id === null) return id
  const name = `${person.id} in ${id}`
  const key = keys.get(name) ?? -1 - keys.size
  keys.set(name, key)
  return key
}
