import { PATH_SEPARATOR } from 'rules/heading-path'
import { PAGE_SIZE } from 'contract/list-sizes'
import { type RawBuilder, sql } from 'kysely'
import type { Levels } from 'contract/dashboard'
import type { Db } from '#db/scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { applies, isAnswerAsked } from '#support/applies.queries.ts'
import { inScope, isInTenants } from '#db/in-scope.ts'
import { listSetIds } from '#features/insight/participation/participation.queries.ts'
import { type Steps, levelOf } from '#features/insight/participation/levels-of.queries.ts'
import { teamReports } from '#features/insight/participation/team-rows.queries.ts'
import {
  IS_COUNTED,
  teamsAndReplaced,
  teamsOf,
  withTeams,
} from '#features/insight/participation/teams.queries.ts'

/** The self-assessments of a year with content sets of one title. Each organisation has its own copy of a set. */
type Answered = { year: number; by: Levels['by']; title: string }

/** The answered content sets, of these organisations alone if they are given. */
export async function listAnsweredSets(
  db: Db,
  scope: VisibleScope,
  answered: Answered,
  tenants?: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from content_sets c
    where ${tenants ? isInTenants('c.tenant_id', tenants) : inScope('c.tenant_id', scope)}
      and ${isAnswered(answered)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a content set `c` has the title and assessments of the year. */
function isAnswered({ title, year }: Answered) {
  // The limit of one row makes PostgreSQL look up each set instead of reading every assessment.
  return sql`c.title = ${title} and (select true from assessments a
    where a.tenant_id = c.tenant_id and a.content_set_id = c.id and a.year = ${year} and a.type = 'self_assessment' limit 1)`
}

type Owner = {
  id: number
  name: string
  is_removed: boolean
  is_shared: boolean
  statements: number
  all: number
}

/** A page of the organisations or users with answers, by name, each with the number of statements to answer. */
export async function listOwners(db: Db, scope: VisibleScope, answered: Answered, page: number) {
  const [table, tenant, isRemoved] =
    answered.by === 'person'
      ? [sql`users`, 'o.tenant_id', sql`o.removed_at is not null`]
      : [sql`tenants`, 'o.id', sql`false`]
  // A page after the last one shows the last one.
  const { rows } = await sql<Owner>`
    with ${withTeams(scope)}, answered as materialized (${ownersOf(scope, answered)}),
    owners as materialized (
      select o.id, o.name, ${isRemoved} as is_removed from ${table} o
      where o.id = any(array(select owner from answered)) and ${inScope(tenant, scope)}),
    counted as (select count(*) as n from owners),
    shown as materialized (
      select owners.* from owners order by owners.name, owners.id limit ${PAGE_SIZE}
      offset (select least(${page - 1}::bigint, greatest(0, n - 1) / ${PAGE_SIZE}) * ${PAGE_SIZE} from counted))
    select shown.id, shown.name, shown.is_removed, ${isInTeam(answered)} as is_shared, (select n from counted) as all,
      (select sum(g.n * (select count(*) from statements s
          where s.tenant_id = answered.tenant_id and s.content_set_id = answered.content_set_id and ${applies(sql`s`, sql`g`)}))
        from answered cross join lateral (${assessmentsOf(answered)}) g where answered.owner = shown.id)::int as statements
    from shown order by shown.name, shown.id`.execute(db)
  return rows
}

const inYear = (year: number) => sql`t.year = ${year} and t.type = 'self_assessment'`

function isInTeam({ by, year }: Answered) {
  if (by === 'organisation') return sql`false`
  return sql`exists (select from teams t where t.user_id = shown.id and ${inYear(year)}
    and (t.tenant_id, t.content_set_id) in (select answered.tenant_id, answered.content_set_id from answered))`
}

/** How many assessments of the same scope an owner has with a content set. Counted for the page alone. */
function assessmentsOf({ by, year }: Answered) {
  const own = sql`select a.scope_levels, a.scope_profiles from assessments a
    where a.tenant_id = answered.tenant_id and a.content_set_id = answered.content_set_id
      and a.year = ${year} and a.type = 'self_assessment' and ${IS_COUNTED}
      and ${by === 'person' ? sql`a.user_id = answered.owner` : sql`true`}`
  const theirs = sql`select t.scope_levels, t.scope_profiles from teams t
    where t.tenant_id = answered.tenant_id and t.content_set_id = answered.content_set_id
      and ${inYear(year)} and t.user_id = answered.owner`
  const all = by === 'organisation' ? own : sql`${own} union all ${theirs}`
  return sql`select scope_levels, scope_profiles, count(*) as n from (${all}) every_one group by 1, 2`
}

function ownersOf(scope: VisibleScope, answered: Answered) {
  const { by, year } = answered
  const sets = sql`
    select c.tenant_id, c.id from content_sets c
    where ${inScope('c.tenant_id', scope)} and ${isAnswered(answered)}`
  if (by === 'organisation')
    return sql`select c.tenant_id as owner, c.tenant_id, c.id as content_set_id from (${sets}) c`
  return sql`
    select distinct a.user_id as owner, a.tenant_id, a.content_set_id
    from (${sets}) c join assessments a on a.tenant_id = c.tenant_id and a.content_set_id = c.id
    where a.year = ${year} and a.type = 'self_assessment' and a.user_id is not null and ${IS_COUNTED}
    union
    select t.user_id, t.tenant_id, t.content_set_id
    from (${sets}) c join teams t on t.tenant_id = c.tenant_id and t.content_set_id = c.id
    where ${inYear(year)}`
}

export type Element = { key: string; number: number; title: string; group: string | null }

/** The elements of these content sets, in order. */
export async function listElements(db: Db, scope: VisibleScope, sets: readonly number[]) {
  const { rows } = await sql<Element>`
    select e.key, max(e.title) as title, max(coalesce(array_to_string(e.path, ${PATH_SEPARATOR}), e.group_name)) as group,
      row_number() over (order by min(e.position), e.key)::int as number
    from elements e
    where ${inScope('e.tenant_id', scope)} and e.content_set_id = any(${[...sets]}::bigint[])
    group by e.key order by number`.execute(db)
  return rows
}

export type Score = {
  owner: number
  key: string | null
  score: number | null
  weight: number
  answered: number
}

/** The weighted mean of the responses by owner and element, of a shared assessment for each who takes part in it; without a key where a statement that doesn't apply isn't counted. */
export async function listScores(
  db: Db,
  scope: VisibleScope,
  { year, by, sets }: Pick<Answered, 'year' | 'by'> & { sets: readonly number[] },
  owners: readonly number[],
) {
  const ofOwners = (column: string) =>
    by === 'person' ? inScope(column, scope) : isInTenants(column, owners)
  const isOwners = (owner: RawBuilder<unknown>) => sql`${owner} = any(${[...owners]}::bigint[])`
  const ofSets = (set: RawBuilder<unknown>) => sql`${set} = any(${[...sets]}::bigint[])`
  const own = (owner: RawBuilder<unknown>) => sql`
    select a.tenant_id, a.id, a.scope_levels, a.scope_profiles, ${owner} as owner from assessments a
    where ${ofOwners('a.tenant_id')} and ${ofSets(sql`a.content_set_id`)} and a.year = ${year}
      and a.type = 'self_assessment' and ${isOwners(owner)} and ${IS_COUNTED}`
  const theirs = sql`
    select t.tenant_id, t.assessment_id, t.scope_levels, t.scope_profiles, t.user_id from teams t
    where ${ofSets(sql`t.content_set_id`)} and ${inYear(year)} and ${isOwners(sql`t.user_id`)}`
  const counted =
    by === 'person' ? sql`${own(sql`a.user_id`)} union all ${theirs}` : own(sql`a.tenant_id`)
  // There are few different responses and many answers, so equal answers are counted first.
  const { rows } = await sql<Score>`
    with ${withTeams(scope)}, chosen as materialized (
      select coalesce(r.statement_response_id, case when r.not_applicable_reason is not null then -r.statement_id end) as id,
        a.owner, count(*)::int as n
      from (${counted}) a
      join responses r on r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.state = 1
      where ${ofOwners('r.tenant_id')} and ${isAnswerAsked(sql`r.statement_id`, sql`a`)}
      group by 1, 2),
    ranged as (
      select v.id, v.value, e.key, s.weight, max(v.value) over statement as highest,
        case when c.score_from = 'zero' and max(v.value) over statement > 0 then 0 else min(v.value) over statement end as lowest
      from elements e
      join content_sets c on c.tenant_id = e.tenant_id and c.id = e.content_set_id
      join statements s on s.tenant_id = e.tenant_id and s.element_id = e.id
      join statement_responses v on v.tenant_id = s.tenant_id and v.statement_id = s.id
      where ${ofOwners('e.tenant_id')} and e.content_set_id = any(${[...sets]}::bigint[])
      window statement as (partition by v.statement_id)),
    weighted as materialized (
      select id, key, weight, (greatest(value, lowest) - lowest) / (highest - lowest) as score from ranged
      union all
      select -s.id, e.key, s.weight, case c.not_applicable_counts when 'full' then 1 else 0 end
      from content_sets c
      join elements e on e.tenant_id = c.tenant_id and e.content_set_id = c.id
      join statements s on s.tenant_id = e.tenant_id and s.element_id = e.id
      where ${ofOwners('c.tenant_id')} and c.id = any(${[...sets]}::bigint[]) and c.not_applicable_counts is not null)
    select c.owner, w.key, sum(c.n)::int as answered, sum(c.n * w.weight * w.score) / nullif(sum(c.n * w.weight), 0) as score,
      coalesce(sum(c.n * w.weight), 0) as weight
    from chosen c left join weighted w on w.id = c.id
    group by c.owner, w.key`.execute(db)
  return rows
}

type Reached = { tenant_id: number | null; year: number; level: number; people: number }

type Reports = { title: string; steps: Steps; tenants: readonly number[] }

/**
 * How many users reach each level with their newest self-assessment report of a year, in all organisations together and in
 * each of these.
 */
export async function countLevels(
  db: Db,
  scope: VisibleScope,
  { title, steps, tenants }: Reports,
): Promise<Reached[]> {
  const sets = await listSetIds(db, scope, title)
  // The organisation as part of the groups would double what the other ones take.
  const count = async (isVisible: RawBuilder<boolean>, tenantId: RawBuilder<unknown>) => {
    const { rows } = await sql<Reached>`
      select ${tenantId} as tenant_id, newest.year, ${levelOf(sql`newest.current_score`, steps)} as level, count(*)::int as people
      from ((
        select distinct on (r.tenant_id, r.user_id, r.year) r.tenant_id, r.year, r.current_score
        from reports r
        where ${isVisible} and r.kind = 'action' and r.type = 'self_assessment'
          and r.content_set_id = any(${sets}::bigint[])
          and (r.tenant_id, r.assessment_id) not in (${teamsAndReplaced(scope)})
        order by r.tenant_id, r.user_id, r.year desc, r.id desc)
        union all
        select r.tenant_id, r.year, r.score
        from (${teamReports(scope)}) r
        join (${teamsOf(scope)}) t on t.tenant_id = r.tenant_id and t.assessment_id = r.assessment_id
        where ${isVisible} and r.content_set_id = any(${sets}::bigint[])) newest
      where newest.current_score is not null
      group by 1, 2, 3`.execute(db)
    return rows
  }
  const all = await count(inScope('r.tenant_id', scope), sql`null::bigint`)
  if (tenants.length === 0) return all
  return [...all, ...(await count(isInTenants('r.tenant_id', tenants), sql`newest.tenant_id`))]
}
