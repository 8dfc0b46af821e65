import { isolated } from '#core/isolated.ts'
import { type Scale, scaleOf } from 'rules/scores'
import { levelNames } from '#features/insight/level-names.ts'
import { Link } from '@tanstack/react-router'
import type { Levels } from 'contract/dashboard'
import { formatScore } from 'rules/report-labels'
import { cn } from '#ui/cn.ts'
import { ContentText } from '#ui/content-text.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { HEAT_LOOKS, heatLook } from './heat.ts'
import { HeatHead } from './heat-head.tsx'
import { type LevelSearch, levelSearch } from './level-search.ts'
import { PAGE_SIZE } from 'contract/list-sizes'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatNumber } from 'rules/plural'
import { useTenant } from '#core/tenant.ts'
import { IconButton } from '#ui/button.tsx'

interface Change {
  year?: number
  title?: string | undefined
  page: number | undefined
}

interface LevelTableProps {
  levels: Levels
  page: number
  year: number
  years: readonly number[]
  onChange: (change: Change) => void
}

export function LevelTable({ levels, page, year, years, onChange }: LevelTableProps) {
  const { by, title, titles, rows, total } = levels
  return (
    <section aria-labelledby="levels">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="levels" className="text-18 font-semibold">
            {by === 'person' ? 'Current level by user' : 'Current level by organisation'}
          </h2>
          <p className="text-14 text-muted-foreground">
            {title ? (
              <>
                <ContentText language={levels.language}>{title}</ContentText>, average of all
                answered statements in self-assessments
                {rows.some((row) => row.is_shared) &&
                  '. Users who answer together are shown with the levels of their shared assessment.'}
              </>
            ) : (
              `No self-assessment answers for ${year}`
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-4">
          {title && <HeatLegend levels={levels} />}
          {titles.length > 1 && (
            <SelectField
              label="Content set"
              isLabelHidden
              options={titles.map((value) => ({ value, label: isolated(value) }))}
              value={title ?? ''}
              onChange={(event) => onChange({ title: event.target.value, page: undefined })}
              fieldClassName="max-w-80"
            />
          )}
          <SelectField
            label="Year"
            isLabelHidden
            options={yearsWith(years, year).map((value) => ({ value, label: value }))}
            value={String(year)}
            onChange={(event) =>
              onChange({ year: Number(event.target.value), title: undefined, page: undefined })
            }
            fieldClassName="w-28"
          />
        </div>
      </div>
      {rows.length === 0 ? <NoLevels year={year} /> : <HeatTable levels={levels} year={year} />}
      <LevelPages page={page} total={total} onPage={(next) => onChange({ page: next })} />
    </section>
  )
}

function NoLevels({ year }: { year: number }) {
  const { year: currentYear } = useTenant()
  if (year < currentYear)
    return (
      <EmptyState headingLevel={3} title={`No levels for ${year}`}>
        This table doesn’t include certifications.
      </EmptyState>
    )
  return (
    <EmptyState headingLevel={3} title={`No levels for ${year} yet`}>
      Levels appear here after someone answers a statement in a self-assessment. This table doesn’t
      include certifications.
    </EmptyState>
  )
}

const COLUMN_REM = 5.25
const OTHERS_REM = 17

function HeatTable({ levels, year }: { levels: Levels; year: number }) {
  const { by, columns, rows } = levels
  const scale = scaleOf(levels)
  const least = Math.max(58, OTHERS_REM + COLUMN_REM * columns.length)
  return (
    <div
      role="region"
      aria-label="Current levels"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border bg-card p-3"
    >
      <table
        style={{ minWidth: `${least}rem` }}
        className="w-full table-fixed border-separate border-spacing-[3px] text-14"
      >
        <HeatHead levels={levels} />
        <tbody>
          {rows.map(({ id, name, is_removed: isRemoved, scores, answered }) => (
            <tr key={id} className="h-9">
              <th scope="row" translate="no" className="px-1 text-left font-medium">
                {isRemoved ? (
                  <span title={name} className="block truncate">
                    {name}
                  </span>
                ) : (
                  <Link
                    to={placeOf(by, id)}
                    title={name}
                    className="hit-44 block truncate hover:underline"
                  >
                    {name}
                  </Link>
                )}
              </th>
              {scores.map((score, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the column is its name
                <HeatCell key={index} score={score} scale={scale} />
              ))}
              <td className="px-1 text-right text-subtle-foreground tabular-nums">
                {answered !== null && (
                  <Answered part={answered} name={name} search={searchOf(levels, id, year)} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type AnsweredProps = { part: number; name: string; search: LevelSearch | null }

function Answered({ part, name, search }: AnsweredProps) {
  const label = `${Math.round(part * 100)}%`
  if (!search) return <>{label}</>
  return (
    <Link
      to="/admin/participation"
      search={search}
      aria-label={`Answered by ${name}: ${label}`}
      className="link hit-44"
    >
      {label}
    </Link>
  )
}

function searchOf(levels: Levels, id: number, year: number): LevelSearch | null {
  if (levels.by === 'person') return null
  const { scale: _scale, ...search } = levelSearch(levels, id, year)
  return { ...search, type: 'self_assessment' }
}

function placeOf(by: Levels['by'], id: number): string {
  return by === 'person' ? `/admin/users/${id}/assessment` : `/admin/applications/${id}/main`
}

function HeatCell({ score, scale }: { score: number | null; scale: Scale }) {
  if (score === null) {
    return (
      <td className="rounded-[4px] bg-[repeating-linear-gradient(-45deg,var(--border)_0_1.5px,transparent_1.5px_5px)]">
        <span className="sr-only">Not answered</span>
      </td>
    )
  }
  return (
    <td className={cn('rounded-[4px] text-center font-semibold tabular-nums', heatLook(score))}>
      {formatScore(score, scale)}
    </td>
  )
}

function HeatLegend({ levels }: { levels: Levels }) {
  const { language } = levels
  const scale = scaleOf(levels)
  const names = scale ? levelNames(scale) : ['0%', '100%']
  const [lowest, highest] = [names[0], names.at(-1)]
  return (
    <p className="flex items-center gap-2 text-13 text-subtle-foreground">
      <ContentText language={language}>{lowest}</ContentText>
      <span aria-hidden="true" className="flex overflow-hidden rounded-[4px]">
        {HEAT_LOOKS.map((look) => (
          <span key={look} className={cn('h-3 w-6', look)} />
        ))}
      </span>
      <span className="sr-only">to</span>
      <ContentText language={language}>{highest}</ContentText>
    </p>
  )
}

function yearsWith(years: readonly number[], year: number) {
  return [...new Set([...years, year])].toSorted((a, b) => b - a).map(String)
}

interface LevelPagesProps {
  page: number
  total: number
  onPage: (page: number) => void
}

function LevelPages({ page, total, onPage }: LevelPagesProps) {
  if (total <= PAGE_SIZE) return null
  const last = Math.min(page * PAGE_SIZE, total)
  return (
    <nav aria-label="Level table pages" className="mt-3 flex items-center gap-2 text-14">
      <p role="status" className="mr-auto tabular-nums">
        <strong className="font-medium">
          {(page - 1) * PAGE_SIZE + 1} to {last}
        </strong>{' '}
        <span className="text-muted-foreground">of {formatNumber(total)}, sorted by name</span>
      </p>
      <IconButton
        label="Previous page"
        icon={<ChevronLeft />}
        aria-disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        label="Next page"
        icon={<ChevronRight />}
        aria-disabled={last >= total}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
