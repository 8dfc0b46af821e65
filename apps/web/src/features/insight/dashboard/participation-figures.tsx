import { Link } from '@tanstack/react-router'
import type { Dashboard, ParticipationCounts } from 'contract/dashboard'
import type { AssessmentType } from 'contract/fields'
import { ASSESSMENT_STATUS_LABELS, ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { formatNumber } from 'rules/plural'
import { useTenant } from '#core/tenant.ts'
import { Section } from '#ui/section.tsx'

interface ParticipationFiguresProps {
  years: Dashboard['participation']
  organisations: Dashboard['organisations']
  year: number
}

export function ParticipationFigures({ years, organisations, year }: ParticipationFiguresProps) {
  const isPlatform = useTenant().is_platform
  return (
    <div className="mt-10 grid gap-x-8 gap-y-10 lg:grid-cols-2">
      <Section
        isRuled
        className="min-w-0"
        title="Participation"
        aside={
          <Link to="/admin/participation" search={{ year }} className="link hit-44 text-14">
            View all participants
          </Link>
        }
      >
        <PartTable
          head="People by year and type"
          rows={years.map(({ year: of, type, ...counts }) => ({
            ...counts,
            name: `${of} ${ASSESSMENT_TYPE_LABELS[type].toLowerCase()}`,
            search: { year: of, type },
          }))}
        />
      </Section>
      {isPlatform && organisations.length > 0 && (
        <Section
          isRuled
          className="min-w-0"
          title={`Organisations with self-assessments not started for ${year}`}
        >
          <PartTable
            head="People by organisation"
            rows={organisations.map(({ id, name, ...counts }) => ({
              ...counts,
              name,
              search: { year, type: 'self_assessment', tenant_id: id },
            }))}
          />
        </Section>
      )}
    </div>
  )
}

interface Row extends ParticipationCounts {
  name: string
  search: { year: number; type: AssessmentType; tenant_id?: number }
}

const COLUMNS = [
  {
    key: 'not_started',
    label: ASSESSMENT_STATUS_LABELS.not_started,
    search: { state: ['not_started'] },
  },
  {
    key: 'in_progress',
    label: ASSESSMENT_STATUS_LABELS.in_progress,
    search: { state: ['in_progress'] },
  },
  { key: 'completed', label: ASSESSMENT_STATUS_LABELS.completed, search: { activity: 'complete' } },
] as const

function PartTable({ head, rows }: { head: string; rows: readonly Row[] }) {
  const most = Math.max(1, ...rows.map(allOf))
  return (
    <table className="w-full text-14">
      <thead className="text-13 text-muted-foreground max-sm:text-12">
        <tr className="border-b align-bottom">
          <th scope="col" className="py-2 text-left font-medium">
            {head}
          </th>
          <th scope="col" className="w-1/4 max-sm:hidden">
            <span className="sr-only">Share</span>
          </th>
          {COLUMNS.map(({ key, label }) => (
            <th
              key={key}
              scope="col"
              className="w-16 py-2 pl-1.5 text-right sm:w-20 sm:pl-3 font-medium"
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.name} ${row.search.tenant_id}`} className="h-11 border-b tabular-nums">
            <th scope="row" translate="no" className="text-left font-medium wrap-anywhere">
              {row.name}
            </th>
            <td className="px-2 max-sm:hidden" aria-hidden="true">
              <Bar row={row} most={most} />
            </td>
            {COLUMNS.map(({ key, label, search }) => (
              <td key={key} className="pl-1.5 text-right sm:pl-3">
                <Link
                  to="/admin/participation"
                  search={{ ...row.search, ...search }}
                  aria-label={`${label}, ${row.name}: ${formatNumber(row[key])}`}
                  className="link inline-flex min-h-11 min-w-11 items-center justify-end"
                >
                  {formatNumber(row[key])}
                </Link>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Bar({ row, most }: { row: Row; most: number }) {
  const share = (count: number) => (100 * count) / most
  const started = row.in_progress + row.completed
  return (
    <svg
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="h-2.5 w-full overflow-visible *:[vector-effect:non-scaling-stroke] forced-colors:stroke-foreground"
    >
      <rect width={share(started + row.not_started)} height="8" className="fill-muted" />
      <rect width={share(started)} height="8" className="fill-track forced-colors:fill-border" />
      <rect width={share(row.completed)} height="8" className="fill-foreground" />
    </svg>
  )
}

function allOf({ not_started, in_progress, completed }: ParticipationCounts) {
  return not_started + in_progress + completed
}
