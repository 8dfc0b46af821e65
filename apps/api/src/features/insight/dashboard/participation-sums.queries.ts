import { type RawBuilder, sql } from 'kysely'
import type { AttentionEntry, Dashboard } from 'contract/dashboard'
import { ASSESSMENT_TYPES } from 'contract/enumerations'
import type { AssessmentType } from 'contract/fields'
import { PAGE_SIZE } from 'contract/list-sizes'
import type { Db } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import type { Time } from '#features/insight/participation/participation.queries.ts'
import { STALLED_AFTER } from '#features/insight/participation/levels-of.queries.ts'
import {
  TEAM_STATUS,
  IS_COUNTED,
  withTeams,
} from '#features/insight/participation/teams.queries.ts'
import { coversYear } from '#support/in-force.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { MAX_ROWS } from './figures.queries.ts'

/** Assessments of a year with the same status. */
export type Assessments = { year: number; status: string; count: number }

/** A title of content sets with self-assessments of the selected year, and what its newest one says. */
export type Titled = {
  title: string
  scale: string[] | null
  lowest_level: number
  language: string | null
}

type Sums = {
  assessments: Assessments[]
  /** Most used first. */
  titles: Titled[]
  people: number
  people_active: number
  participation: Dashboard['participation']
  organisations: Dashboard['organisations']
  stalled: AttentionEntry[]
}

/** The years that assessments may have. */
const [FIRST_YEAR, LAST_YEAR] = [2000, 2100]

/** Years with started assessments, newest first. */
export async function listYears(db: Db, scope: VisibleScope, limit: number): Promise<number[]> {
  // One row in the order of an index, so that PostgreSQL looks up each year instead of reading every assessment.
  const { rows } = await sql<{ year: number }>`
    select y.year from generate_series(${FIRST_YEAR}::int, ${LAST_YEAR}::int) y(year)
    where (select true from assessments a
      where ${inScope('a.tenant_id', scope)} and a.year = y.year and a.status <> 'not_started'
      order by a.touched_at, a.id limit 1)
    order by y.year desc limit ${limit}`.execute(db)
  return rows.map(({ year }) => year)
}

/**
 * What the dashboard says of assessments and users. Each is read once, in the order of an index, and only sums leave
 * PostgreSQL, because joining all users with their assessments takes as long as the rest of the dashboard. Who hasn't
 * started is counted as the users who could have without those who have; of these, inactive users are looked up.
 * Organisation by organisation, because PostgreSQL would start further processes to read all of them, which costs half
 * as much again.
 */
export async function sumParticipation(
  db: Db,
  scope: VisibleScope,
  { times, year }: { times: readonly Time[]; year: number },
): Promise<Sums> {
  const { rows } = await sql<Sums>`
    with ${withTeams(scope)},
    walked as materialized (
      select t.id as tenant_id, w.* from tenants t cross join lateral (
        select a.content_set_id, a.year, a.type, a.status, count(*)::int as n
        from assessments a where a.tenant_id = t.id
        group by a.content_set_id, a.year, a.type, a.status) w
      where ${inScope('t.id', scope)}),
    started as materialized (
      select w.tenant_id, ${termOf(sql`w.year`, sql`w.type`)} as term, (sum(w.n) filter (where w.status = 'in_progress'))::int as in_progress,
        sum(w.n)::int as n, min(w.content_set_id) <> max(w.content_set_id) as has_several
      from walked w where w.status <> 'not_started' and w.year = any(${times.map((time) => time.year)}::int[])
      group by 1, 2),
    several as materialized (select s.tenant_id from started s where s.has_several
      union select a.tenant_id from assessments a where a.owner_id is not null and ${inScope('a.tenant_id', scope)}),
    ${usersOf(scope, times)},
    ${startersOf(scope, times, year)},
    parts as materialized (${partsOf(scope, times)}),
    counted as materialized (
      select p.tenant_id, p.term, coalesce(sum(p.in_progress), 0)::int as in_progress,
        coalesce(sum(p.completed), 0)::int as completed,
        case when bool_or(p.is_offered) then greatest(0, sum(p.left_over))::int else 0 end as not_started
      from parts p group by p.tenant_id, p.term)
    select ${listOf(sql`select w.year, w.status, sum(w.n)::int as count from walked w group by 1, 2`)} as assessments,
      ${listOf(titlesOf(scope, year))} as titles,
      (select coalesce(sum(o.people), 0)::int from own o) as people,
      (select coalesce(sum(o.active), 0)::int from own o) as people_active,
      ${listOf(sql`select c.term / 2 as year, case c.term % 2 when 1 then 'certification' else 'self_assessment' end as type,
        sum(c.not_started)::int as not_started, sum(c.in_progress)::int as in_progress,
        sum(c.completed)::int as completed from counted c group by c.term`)} as participation,
      ${listOf(sql`select t.id, t.name, c.not_started, c.in_progress, c.completed
        from (select * from counted c
          where c.term = ${2 * year} and c.not_started > 0
          order by c.not_started desc, c.tenant_id limit ${PAGE_SIZE}) c
        join tenants t on t.id = c.tenant_id order by c.not_started desc, t.id`)} as organisations,
      ${listOf(sql`select 'stalled' as kind, t.id, t.name, null as language, s.count
        from (select * from stalled s where s.count > 0 order by s.count desc, s.tenant_id limit ${MAX_ROWS}) s
        join tenants t on t.id = s.tenant_id order by s.count desc, t.id`)} as stalled`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A sum returned no row.')
  return row
}

function listOf(rows: RawBuilder<unknown>) {
  return sql`(select coalesce(json_agg(listed), '[]') from (${rows}) listed)`
}

/** A year and type as one number, which PostgreSQL compares faster. */
function termOf(year: RawBuilder<unknown>, type: RawBuilder<unknown>) {
  return sql`${year} * 2 + (${type} = 'certification')::int`
}

function endOf(year: RawBuilder<unknown> | number) {
  return sql`make_date(${year}::int + 1, 1, 1)`
}

/** The users of each organisation, and the ids of those who can't start an assessment. */
function usersOf(scope: VisibleScope, times: readonly Time[]) {
  // Selected, because a date would be converted for each row.
  const inTime = pastOf(times).map(
    (year) =>
      sql`count(*) filter (where u.is_active and u.created_at < (select ${endOf(year)}::timestamptz))::int`,
  )
  return sql`own as materialized (
      select t.id as tenant_id, o.* from tenants t cross join lateral (
        select count(*)::int as people, count(*)::int - (count(*) filter (where not u.is_active))::int as active,
          array[${sql.join(inTime)}]::int[] as in_time, array_agg(u.id) filter (where not u.is_active) as inactive
        from users u where u.tenant_id = t.id and u.removed_at is null) o
      where ${inScope('t.id', scope)}),
    inactive as materialized (
      select o.tenant_id, o.inactive as ids from own o where o.inactive is not null
      union all
      select u.tenant_id, array_agg(u.id) from users u
      where ${inScope('u.tenant_id', scope)} and u.removed_at is not null group by u.tenant_id)`
}

function pastOf(times: readonly Time[]): number[] {
  return times.flatMap(({ year, isPast }) => (isPast ? [year] : []))
}

function startersOf(scope: VisibleScope, times: readonly Time[], year: number) {
  const past = pastOf(times)
  const years = times.map((time) => time.year)
  // Selected, because the difference would be calculated for each row.
  const isStalled = sql`a.status = 'in_progress' and a.touched_at < (select now() - ${STALLED_AFTER}::interval)`
  return sql`by_inactive as materialized (
      select a.tenant_id, ${termOf(sql`a.year`, sql`a.type`)} as term, (a.year = ${year} and ${isStalled})::int as stalled
      from inactive i cross join lateral (
        select a.tenant_id, a.year, a.type, a.status, a.touched_at from assessments a
        where a.tenant_id = i.tenant_id and a.user_id = any(i.ids) and a.status <> 'not_started' offset 0) a),
    of_inactive as materialized (
      select a.tenant_id, a.term, count(*)::int as n, sum(a.stalled)::int as stalled
      from by_inactive a group by a.tenant_id, a.term),
    -- Active users who have joined after the year of their assessment. Where no user joined before, no one could have started.
    of_late as (
      select o.tenant_id, ${termOf(sql`a.year`, sql`a.type`)} as term, count(*)::int as n from own o cross join lateral (
        select a.year, a.type from assessments a
        where a.tenant_id = o.tenant_id and a.year = any(${past}::int[]) and a.status <> 'not_started'
          and (select u.is_active and u.created_at >= ${endOf(sql`a.year`)} from users u
            where u.tenant_id = o.tenant_id and u.id = a.user_id) offset 0) a
      where 0 < any(o.in_time)
      group by 1, 2),
    -- Where users may have several assessments of one year and type, each user counts once. Those who answer a shared
    -- assessment count by its status.
    of_several as (
      select a.tenant_id, ${termOf(sql`a.year`, sql`a.type`)} as term, count(*) filter (where a.is_open)::int as in_progress,
        count(*) filter (where not a.is_open)::int as completed,
        count(*) filter (where u.is_active
          and (a.year <> all(${past}::int[]) or u.created_at < ${endOf(sql`a.year`)}))::int as could_start
      from several s cross join lateral (
        select x.tenant_id, x.user_id, x.year, x.type, bool_or(x.status = 'in_progress') as is_open from (
          select a.tenant_id, a.user_id, a.year, a.type, a.status from assessments a
          where a.tenant_id = s.tenant_id and a.user_id is not null and a.status <> 'not_started'
            and a.year = any(${years}::int[]) and ${IS_COUNTED}
          union all
          select t.tenant_id, t.user_id, t.year, t.type, ${TEAM_STATUS} from teams t
          where t.tenant_id = s.tenant_id and t.year = any(${years}::int[])) x
        group by x.tenant_id, x.user_id, x.year, x.type) a
      left join users u on u.tenant_id = a.tenant_id and u.id = a.user_id and u.removed_at is null
      group by 1, 2),
    stalled as (
      select x.tenant_id, sum(x.n)::int as count
      from (
        select t.id as tenant_id, old.n from tenants t cross join lateral (
          select count(*)::int as n from assessments a where a.tenant_id = t.id and a.year = ${year} and ${isStalled} and ${IS_COUNTED}) old
        where ${inScope('t.id', scope)}
        union all
        select i.tenant_id, -i.stalled from of_inactive i where i.stalled > 0) x
      group by x.tenant_id)`
}

/** What adds up to the users of an organisation who have and have not started in a year. */
function partsOf(scope: VisibleScope, times: readonly Time[]) {
  const isSingle = (tenantId: RawBuilder<unknown>) =>
    sql`${tenantId} not in (select s.tenant_id from several s)`
  return sql`
    select w.tenant_id, w.term, w.in_progress, w.n - coalesce(w.in_progress, 0) as completed, -w.n as left_over,
      false as is_offered
    from started w where ${isSingle(sql`w.tenant_id`)}
    union all
    select i.tenant_id, i.term, 0, 0, i.n, false from of_inactive i where ${isSingle(sql`i.tenant_id`)}
    union all
    select l.tenant_id, l.term, 0, 0, l.n, false from of_late l where ${isSingle(sql`l.tenant_id`)}
    union all
    select s.tenant_id, s.term, s.in_progress, s.completed, -s.could_start, false from of_several s
    union all
    select f.tenant_id, f.term, 0, 0, coalesce(case when f.place is null then o.active else o.in_time[f.place] end, 0), true
    from (${offersOf(scope, times)}) f left join own o on o.tenant_id = f.tenant_id`
}

/** The organisations with a content set on offer, by year and type. */
function offersOf(scope: VisibleScope, times: readonly Time[]) {
  const past = pastOf(times)
  const offers = times.flatMap(({ year, isPast }) =>
    ASSESSMENT_TYPES.map(
      (type: AssessmentType) =>
        sql`(${year}::int, ${type}::text, ${isPast ? past.indexOf(year) + 1 : null}::int)`,
    ),
  )
  return sql`
    select distinct c.tenant_id, ${termOf(sql`x.year`, sql`x.type`)} as term, x.place
    from content_sets c cross join (values ${sql.join(offers)}) x(year, type, place)
    where ${inScope('c.tenant_id', scope)} and ${coversYear(sql`x.year`)}
      and (c.status = 'published' or (x.place is not null and c.status = 'retired'))
      and case x.type when 'certification' then c.offers_certification else c.offers_self_assessment end`
}

function titlesOf(scope: VisibleScope, year: number) {
  return sql`
    select used.title, newest.scale, newest.lowest_level, newest.language
    from (select c.title, max(array[c.id, c.tenant_id]) as newest, sum(w.n) as count
      from (select w.tenant_id, w.content_set_id, sum(w.n) as n from walked w
        where w.year = ${year} and w.type = 'self_assessment' group by w.tenant_id, w.content_set_id) w
      join content_sets c on c.tenant_id = w.tenant_id and c.id = w.content_set_id
      where ${inScope('c.tenant_id', scope)}
      group by c.title) used
    join content_sets newest on newest.tenant_id = used.newest[2] and newest.id = used.newest[1]
    order by used.count desc, used.title limit 50`
}
