import { isolated } from '#core/isolated.ts'
import { Link } from '@tanstack/react-router'
import type { Distribution, Levels } from 'contract/dashboard'
import { ChevronRight } from 'lucide-react'
import { ContentText } from '#ui/content-text.tsx'
import { formatNumber } from 'rules/plural'
import { type LevelSearch, levelSearch } from './level-search.ts'

export type LevelName = { name: string; look: string }

interface DistributionTableProps {
  distribution: Distribution
  levels: Levels
  names: readonly LevelName[]
}

export function DistributionTable({ distribution, levels, names }: DistributionTableProps) {
  return (
    <details className="group mt-2">
      <summary className="link hit-44 inline-flex list-none items-center gap-1.5 text-14 [&::-webkit-details-marker]:hidden">
        View as table
        <ChevronRight className="size-4 stroke-[1.75] transition-transform group-open:rotate-90" />
      </summary>
      <div
        role="region"
        aria-label="Levels by year as a table"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        className="relative mt-2 overflow-x-auto"
      >
        <table className="w-full min-w-[40rem] text-14 tabular-nums">
          <thead className="text-13 text-muted-foreground">
            <tr className="border-b text-right">
              <th scope="col" className="py-2 pr-3 text-left font-medium">
                Organisation
              </th>
              <th scope="col" className="py-2 pl-3 font-medium">
                Year
              </th>
              <th scope="col" className="py-2 pl-3 font-medium">
                Users
              </th>
              {names.map(({ name }) => (
                <th key={name} scope="col" className="py-2 pl-3 font-medium">
                  <ContentText language={levels.language}>{name}</ContentText>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {distribution.flatMap(({ id, name, years }) =>
              years.map(({ year, counts }) => (
                <tr key={`${id} ${year}`} className="h-11 border-b text-right">
                  <th
                    scope="row"
                    translate={id === null ? undefined : 'no'}
                    className="pr-3 text-left font-medium"
                  >
                    {name}
                  </th>
                  <td className="pl-3">{year}</td>
                  <td className="pl-3">
                    <ToUsers
                      count={sum(counts)}
                      label={`Users, ${name}, ${year}`}
                      search={{ ...levelSearch(levels, id, year), level: 'any' }}
                    >
                      {formatNumber(sum(counts))}
                    </ToUsers>
                  </td>
                  {names.map((level, index) => (
                    <td key={level.name} className="pl-3">
                      {sum(counts) === 0 ? (
                        '–'
                      ) : (
                        <ToUsers
                          count={counts[index] ?? 0}
                          label={`${isolated(level.name)}, ${isolated(name)}, ${year}`}
                          search={{ ...levelSearch(levels, id, year), level: index + 1 }}
                        >
                          {`${Math.round((100 * (counts[index] ?? 0)) / sum(counts))}%`}
                        </ToUsers>
                      )}
                    </td>
                  ))}
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
    </details>
  )
}

interface ToUsersProps {
  count: number
  label: string
  search: LevelSearch & { level: number | 'any' }
  children: string
}

function ToUsers({ count, label, search, children }: ToUsersProps) {
  return (
    <Link
      to="/admin/participation"
      search={search}
      aria-label={`${label}: ${[...new Set([formatNumber(count), children])].join(', ')}`}
      className="link hit-44"
    >
      {children}
    </Link>
  )
}

function sum(counts: readonly number[]) {
  return counts.reduce((total, count) => total + count, 0)
}
