import { ASSESSMENT_TYPES } from 'contract/enumerations'
import { MAX_STALLED } from 'contract/list-sizes'
import type { Db } from '#db/scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { listYears, sumParticipation } from './participation-sums.queries.ts'

/** The newest years, besides the selected one. */
const MAX_YEARS = 5

/** Users, participation by year and type, and of the selected year the organisations that need attention. */
export async function readParticipation(
  db: Db,
  scope: VisibleScope,
  { year, thisYear, now }: { year: number; thisYear: number; now: Date },
) {
  const years = [...new Set([year, ...(await listYears(db, scope, MAX_YEARS))])].toSorted(
    (one, other) => other - one,
  )
  const times = years.map((one) => ({ year: one, isPast: one < thisYear, now }))
  const { people, people_active, assessments, titles, ...sums } = await sumParticipation(
    db,
    scope,
    { times, year },
  )
  const participation = years.flatMap((one) =>
    ASSESSMENT_TYPES.flatMap((type) => {
      const found = sums.participation.find((part) => part.year === one && part.type === type)
      const part = found ?? { year: one, type, not_started: 0, in_progress: 0, completed: 0 }
      const isSelected = one === year && type === 'self_assessment'
      return isSelected || part.in_progress + part.completed > 0 ? [part] : []
    }),
  )
  return {
    people: { people, people_active },
    assessments,
    titles,
    participation,
    organisations: sums.organisations.toSorted(
      (one, other) =>
        other.not_started - one.not_started || one.name.localeCompare(other.name, 'en-GB'),
    ),
    stalled: sums.stalled.map((row) => ({ ...row, count: Math.min(row.count, MAX_STALLED + 1) })),
  }
}
