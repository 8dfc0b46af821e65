import type { AttentionEntry, Dashboard } from 'contract/dashboard'
import { ASSESSMENT_TYPES } from 'contract/enumerations'
import type { AssessmentType } from 'contract/fields'
import { MAX_STALLED, PAGE_SIZE } from 'contract/list-sizes'
import type { Db } from '#db/scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { type Time, listOffering } from '#features/insight/participation/participation.queries.ts'
import { type Assessments, MAX_ROWS } from './figures.queries.ts'
import {
  type Started,
  countStarters,
  countUsers,
  listOrganisationNames,
} from './users-by-year.queries.ts'

type Participation = Pick<Dashboard, 'participation' | 'organisations'> & {
  people: Pick<Dashboard['figures'], 'people' | 'people_active'>
  stalled: AttentionEntry[]
}

/** The newest years, besides the selected one. */
const MAX_YEARS = 5

/** Users of an organisation, each in one of the three. */
type Counts = { tenant_id: number; not_started: number; in_progress: number; completed: number }

/** Users, participation by year and type, and of the selected year the organisations that need attention. */
export async function readParticipation(
  db: Db,
  scope: VisibleScope,
  counted: readonly Assessments[],
  { year, thisYear, now }: { year: number; thisYear: number; now: Date },
): Promise<Participation> {
  const started = counted.filter(({ status }) => status !== 'not_started')
  const newest = [...new Set(started.map((one) => one.year))].toSorted((one, other) => other - one)
  const years = [...new Set([year, ...newest.slice(0, MAX_YEARS)])]
  const times = years
    .toSorted((one, other) => other - one)
    .map((one) => ({ year: one, isPast: one < thisYear, now }))
  const past = times.filter(({ isPast }) => isPast).map((time) => time.year)
  const users = await countUsers(db, scope, past)
  const starters = await countStarters(db, scope, times, withSeveral(started))
  const countOf = counterOf(db, scope, { past, users, starters })
  const participation = []
  let organisations: Counts[] = []
  for (const time of times)
    for (const type of ASSESSMENT_TYPES) {
      const counts = await countOf(time, type)
      const isSelected = time.year === year && type === 'self_assessment'
      const part = { year: time.year, type, ...totalOf(counts) }
      if (isSelected || part.in_progress + part.completed > 0) participation.push(part)
      if (isSelected) organisations = counts
    }
  const people = {
    people: sum(users.map((one) => one.people)),
    people_active: sum(users.map(({ active }) => active)),
  }
  return {
    people,
    participation,
    organisations: await named(db, organisations),
    stalled: await listStalled(
      db,
      starters.filter((one) => one.year === year),
    ),
  }
}

type Read = {
  past: readonly number[]
  users: Awaited<ReturnType<typeof countUsers>>
  starters: readonly Started[]
}

/** Counts users by organisation. Who could have started and hasn't is the rest of those who could. */
function counterOf(db: Db, scope: VisibleScope, { past, users, starters }: Read) {
  const usersOf = new Map(users.map((row) => [row.tenant_id, row]))
  const started = Map.groupBy(starters, keyOf)
  return async (time: Time, type: AssessmentType): Promise<Counts[]> => {
    const ofTime = new Map(
      started.get(keyOf({ year: time.year, type }))?.map((row) => [row.tenant_id, row]),
    )
    const offering = new Set(await listOffering(db, scope, time, type))
    return [...new Set([...offering, ...ofTime.keys()])].map((id) => {
      const { in_progress, completed, could_start } = ofTime.get(id) ?? NO_ONE
      const own = usersOf.get(id)
      const could = time.isPast ? own?.in_time[past.indexOf(time.year)] : own?.active
      const left = (could ?? 0) - could_start
      return { tenant_id: id, not_started: offering.has(id) ? left : 0, in_progress, completed }
    })
  }
}

const NO_ONE = { in_progress: 0, completed: 0, could_start: 0 }

/** Organisations with assessments of several content sets in one year and type. */
function withSeveral(started: readonly Assessments[]): number[] {
  const bySet = Map.groupBy(started, (one) => `${one.tenant_id} ${keyOf(one)}`)
  return [...bySet.values()].flatMap((all) => {
    const [first, ...others] = all
    const has = others.some((other) => other.content_set_id !== first?.content_set_id)
    return first && has ? [first.tenant_id] : []
  })
}

/** Organisations with the most stalled assessments, one more than is shown. */
async function listStalled(db: Db, starters: readonly Started[]): Promise<AttentionEntry[]> {
  const byTenant = Map.groupBy(starters, (row) => row.tenant_id)
  const most = [...byTenant]
    .map(([id, rows]) => ({ id, count: sum(rows.map(({ stalled }) => stalled)) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || one.id - other.id)
    .slice(0, MAX_ROWS)
  const names = await namesOf(db, most)
  return most.map(({ id, count }) => ({
    kind: 'stalled',
    id,
    name: names.get(id) ?? '',
    language: null,
    count: Math.min(count, MAX_STALLED + 1),
  }))
}

async function namesOf(db: Db, organisations: readonly { id: number }[]) {
  if (organisations.length === 0) return new Map<number, string>()
  const found = await listOrganisationNames(
    db,
    organisations.map(({ id }) => id),
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}

function keyOf({ year, type }: { year: number; type: string }) {
  return `${year} ${type}`
}

function totalOf(counts: readonly Counts[]) {
  return {
    not_started: sum(counts.map(({ not_started }) => not_started)),
    in_progress: sum(counts.map(({ in_progress }) => in_progress)),
    completed: sum(counts.map(({ completed }) => completed)),
  }
}

async function named(db: Db, counts: readonly Counts[]): Promise<Dashboard['organisations']> {
  const most = counts
    .filter(({ not_started }) => not_started > 0)
    .toSorted(
      (one, other) => other.not_started - one.not_started || one.tenant_id - other.tenant_id,
    )
    .slice(0, PAGE_SIZE)
    .map(({ tenant_id: id, ...rest }) => ({ id, ...rest }))
  const names = await namesOf(db, most)
  return most
    .map(({ id, ...rest }) => ({ id, name: names.get(id) ?? '', ...rest }))
    .toSorted(
      (one, other) =>
        other.not_started - one.not_started || one.name.localeCompare(other.name, 'en-GB'),
    )
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
