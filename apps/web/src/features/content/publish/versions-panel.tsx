import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ContentSetDetails } from 'contract/content-sets'
import type { EditionInHistory } from 'contract/editions'
import { Ellipsis } from 'lucide-react'
import { api } from '#core/api.ts'
import { formatNumber, plural } from 'rules/plural'
import { formatDate, recentInSentence } from '#core/time.ts'
import { Badge } from '#ui/badge.tsx'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { QueryError } from '#ui/query-error.tsx'
import { Menu } from '#ui/menu.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import type { EditionQuestion } from './edition-dialogs.tsx'
import { EditionMenu, useEditionDialog } from './edition-menu.tsx'
import { EditionStatus } from './edition-status.tsx'
import { changesLabel, titleOf, yearsLabel } from './edition-labels.ts'

export function VersionsPanel({ set }: { set: ContentSetDetails }) {
  const navigate = useNavigate()
  const { ask, dialog } = useEditionDialog({
    onDeleted: (id) => id === set.id && navigate({ to: '/admin/content-sets' }),
  })
  const params = { id: set.id }
  const query = useQuery({
    ...api.editions.history.query({ params }),
    refetchInterval: ({ state }) => (state.data?.versions.some(isMoving) ? 2000 : false),
  })
  const { data } = query
  if (query.error && !data) {
    return (
      <QueryError query={query} title="The versions could not be loaded">
        The content set hasn’t changed.
      </QueryError>
    )
  }
  if (!data) return <SkeletonRows label="Loading the versions" count={3} />
  return (
    <>
      <ol aria-label="Versions" className="divide-y">
        {data.versions.map((version, index) => (
          <Version
            key={version.id}
            set={set}
            version={version}
            before={data.versions[index + 1]}
            onOpenDialog={ask}
          />
        ))}
      </ol>
      {dialog}
    </>
  )
}

interface VersionProps {
  set: ContentSetDetails
  version: EditionInHistory
  before: EditionInHistory | undefined
  onOpenDialog: (question: EditionQuestion) => void
}

function Version({ set, version, before, onOpenDialog }: VersionProps) {
  const isCurrentPage = version.id === set.id
  return (
    <li
      aria-current={isCurrentPage ? 'true' : undefined}
      className="relative flex flex-wrap items-start gap-x-3 gap-y-1 py-4 pl-7 text-14"
    >
      <span
        aria-hidden="true"
        className={cn(
          'absolute top-5.5 left-0 size-3.5 rounded-full border-2',
          isCurrentPage ? 'border-primary-ui' : 'border-muted-foreground',
          version.status === 'published' && 'border-success bg-success',
        )}
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-15 font-semibold">Version {version.version}</span>
          <EditionStatus status={version.status} />
          {version.is_minor && <Badge variant="outline">Minor change</Badge>}
        </p>
        <p className="mt-1">{summaryText(version)}</p>
        <MoveProgress move={version.move} />
        {version.what_changed && (
          <p dir="auto" className="mt-1 text-subtle-foreground wrap-anywhere">
            {version.what_changed}
          </p>
        )}
        <p className="mt-0.5 text-13 text-muted-foreground">{dateAndAuthor(version)}</p>
      </div>
      <div className="flex items-center gap-2">
        {before && (
          <Link
            to="/admin/content-sets/$id/compare"
            params={{ id: String(version.id) }}
            search={{ with: before.id }}
            className="link hit-44"
          >
            Compare<span className="sr-only"> with version {before.version}</span>
          </Link>
        )}
        {!isCurrentPage && (
          <Link
            to="/admin/content-sets/$id"
            params={{ id: String(version.id) }}
            className="link hit-44"
          >
            Open<span className="sr-only"> version {version.version}</span>
          </Link>
        )}
        <Menu
          trigger={
            <IconButton
              label={`Actions for version ${version.version}`}
              icon={<Ellipsis />}
              size="xs"
            />
          }
        >
          <EditionMenu
            isCurrentPage={isCurrentPage}
            onOpenDialog={onOpenDialog}
            edition={{
              id: version.id,
              title: titleOf(set.head),
              language: set.head.language,
              version: version.version,
              status: version.status,
              isTemplate: set.tenant.is_platform,
              assessments: version.assessments,
            }}
          />
        </Menu>
      </div>
    </li>
  )
}

function summaryText({ changes, status, assessments, ...years }: EditionInHistory) {
  const what =
    changes === null ? 'First version' : (changesLabel(changes) ?? 'No statements changed')
  const span = yearsLabel(years.year_from, years.year_to)
  if (status === 'draft' || span === '') return `${what}.`
  const facts = `${what}. ${yearsText(span)}.`
  if (assessments === 0) return facts
  return `${facts} ${plural(assessments, { one: '# assessment.', other: '# assessments.' })}`
}

function yearsText(span: string) {
  const when = span.startsWith('From') ? span.replace('From', 'from') : `in ${span}`
  return `For assessments ${when}`
}

function dateAndAuthor({ at, by, status, is_copy }: EditionInHistory) {
  const isDraft = status === 'draft'
  const when = isDraft ? recentInSentence(at) : formatDate(at)
  if (is_copy)
    return isDraft
      ? `Copied from a platform template, saved ${when}`
      : `Copied from a platform template, ${when}`
  if (by === null) return isDraft ? `Saved ${when}` : when
  return isDraft ? `Saved ${when} by ${by}` : `${when} by ${by}`
}

function isMoving({ move }: Pick<EditionInHistory, 'move'>) {
  return move !== null && !move.is_over
}

function MoveProgress({ move }: Pick<EditionInHistory, 'move'>) {
  if (!move || (move.is_over && move.moved === move.total)) return null
  const moved = formatNumber(move.moved)
  const progress = plural(move.total, {
    one: `${moved} of # assessment moved to this version.`,
    other: `${moved} of # assessments moved to this version.`,
  })
  return (
    <p className="mt-1 text-subtle-foreground tabular-nums">
      {move.is_over
        ? `${progress} Respondents can move the other assessments at any time.`
        : progress}
    </p>
  )
}
