import { ContentText } from '#ui/content-text.tsx'
import { type Scale, scaleOf } from 'rules/scores'
import { Link } from '@tanstack/react-router'
import type { Dashboard, Distribution as Rows } from 'contract/dashboard'
import { plural } from 'rules/plural'
import { levelNames } from '#features/insight/level-names.ts'
import { cn } from '#ui/cn.ts'
import { DistributionTable, type LevelName } from './distribution-table.tsx'
import { type LevelSearch, levelSearch } from './level-search.ts'
import { HEAT_LOOKS } from './heat.ts'

type Year = Rows[number]['years'][number]

export function Distribution({ distribution, levels }: Pick<Dashboard, 'distribution' | 'levels'>) {
  const [first] = distribution
  if (!first) return null
  const names = namesOf(scaleOf(levels))
  return (
    <section aria-labelledby="distribution" className="mt-10">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 id="distribution" className="text-18 font-semibold">
            Levels by year
          </h2>
          <p className="text-14 text-muted-foreground">
            <ContentText language={levels.language}>{levels.title}</ContentText>, based on each
            user’s latest report for the year
          </p>
        </div>
        <Legend names={names} language={levels.language} />
      </div>
      <div
        role="region"
        aria-label="Levels by year"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        className="relative overflow-x-auto rounded-lg border bg-card px-4 py-2"
      >
        <table className="w-full min-w-[40rem] table-fixed text-14">
          <thead className="text-13 text-subtle-foreground">
            <tr className="border-b">
              <th scope="col" className="w-40 py-2 text-left font-medium lg:w-48">
                Organisation
              </th>
              {first.years.map(({ year }) => (
                <th key={year} scope="col" className="px-3 py-2 text-left font-medium">
                  {year}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {distribution.map((row) => (
              <tr key={row.id ?? 'all'} className="h-14 border-b last:border-b-0">
                <th scope="row" className="pr-3 text-left font-medium">
                  <span translate={row.id === null ? undefined : 'no'} className="block truncate">
                    {row.name}
                  </span>
                </th>
                {row.years.map((year) => (
                  <td key={year.year} className="px-3">
                    <Bar
                      year={year}
                      names={names}
                      name={row.name}
                      search={levelSearch(levels, row.id, year.year)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <DistributionTable distribution={distribution} levels={levels} names={names} />
    </section>
  )
}

interface BarProps {
  year: Year
  names: readonly LevelName[]
  name: string
  search: LevelSearch
}

function Bar({ year: { year, counts }, names, name: whose, search }: BarProps) {
  const people = counts.reduce((sum, count) => sum + count, 0)
  if (people === 0) return <span className="text-13 text-muted-foreground">No reports</span>
  return (
    <>
      <span
        aria-hidden="true"
        className="flex h-4 gap-px overflow-hidden rounded-[4px] border border-input"
      >
        {names.map(({ name, look }, level) =>
          counts[level] ? (
            <span
              key={name}
              className={cn('min-w-0.5', look)}
              style={{ flexGrow: counts[level] }}
            />
          ) : null,
        )}
      </span>
      <Link
        to="/admin/participation"
        search={{ ...search, level: 'any' }}
        aria-label={`${usersLabel(people)}, ${whose}, ${year}`}
        className="link hit-44 text-13 tabular-nums"
      >
        {usersLabel(people)}
      </Link>
    </>
  )
}

function usersLabel(count: number) {
  return plural(count, { one: '# user', other: '# users' })
}

type LegendProps = { names: readonly LevelName[]; language: string | null }

function Legend({ names, language }: LegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-subtle-foreground">
      {names.map(({ name, look }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cn('size-3 rounded-[4px]', look)} />
          <ContentText language={language}>{name}</ContentText>
        </li>
      ))}
    </ul>
  )
}

function namesOf(scale: Scale): LevelName[] {
  const names = levelNames(scale)
  const step = (HEAT_LOOKS.length - 1) / Math.max(1, names.length - 1)
  return names.map((name, level) => ({ name, look: HEAT_LOOKS[Math.round(level * step)] ?? '' }))
}
