import { PAGE_SIZE } from 'contract/list-sizes'
import { sql } from 'kysely'
import type { Levels } from 'contract/dashboard'
import type { Db } from '#db/scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import type { Assessments } from './figures.queries.ts'
import { inScope, isInTenants } from '#db/in-scope.ts'
import { listSetIds } from '#features/insight/participation/participation.queries.ts'
import { type Steps, levelOf } from '#features/insight/participation/matching.queries.ts'

/** The self-assessments of a year with content sets of one title. */
type Answered = {
  year: number
  by: Levels['by']
  /** Each organisation has its own copy of a content set. */
  sets: readonly number[]
  counted: readonly Assessments[]
}

type Titled = {
  title: string
  scale: string[] | null
  lowest_level: number
  language: string | null
  sets: number[]
}

/** Titles of these assessments' content sets, most used first. */
export async function listTitles(db: Db, scope: VisibleScope, counted: readonly Assessments[]) {
  const counts = counted.map(({ count }) => count)
  const tenants = counted.map((one) => one.tenant_id)
  const sets = counted.map((one) => one.content_set_id)
  const { rows } = await sql<Titled>`
    select used.title, used.sets, newest.scale, newest.lowest_level, newest.language
    from (select c.title, max(array[c.id, c.tenant_id]) as newest, sum(used.count) as count, json_agg(distinct c.id) as sets
      from unnest(${tenants}::bigint[], ${sets}::bigint[], ${counts}::int[]) used(tenant_id, id, count)
      join content_sets c on c.tenant_id = used.tenant_id and c.id = used.id
      where ${inScope('c.tenant_id', scope)}
      group by c.title) used
    join content_sets newest on newest.tenant_id = used.newest[2] and newest.id = used.newest[1]
    order by used.count desc, used.title limit 50`.execute(db)
  return rows
}

type Owner = { id: number; name: string; is_removed: boolean; statements: number; all: number }

/** A page of the organisations or users with answers, by name, each with the number of statements to answer. */
export async function listOwners(db: Db, scope: VisibleScope, answered: Answered, page: number) {
  const [table, tenant, isRemoved] =
    answered.by === 'person'
      ? [sql`users`, 'o.tenant_id', sql`o.removed_at is not null`]
      : [sql`tenants`, 'o.id', sql`false`]
  // A page after the last one shows the last one.
  const { rows } = await sql<Owner>`
    with answered as materialized (${ownersOf(scope, answered)}),
    owners as materialized (
      select o.id, o.name, ${isRemoved} as is_removed from ${table} o
      where o.id = any(array(select owner from answered)) and ${inScope(tenant, scope)}),
    counted as (select count(*) as n from owners),
    shown as materialized (
      select owners.* from owners order by owners.name, owners.id limit ${PAGE_SIZE}
      offset (select least(${page - 1}::bigint, greatest(0, n - 1) / ${PAGE_SIZE}) * ${PAGE_SIZE} from counted))
    select shown.id, shown.name, shown.is_removed, (select n from counted) as all,
      (select sum(answered.n * (select count(*) from statements s
          where s.tenant_id = answered.tenant_id and s.content_set_id = answered.content_set_id))
        from answered where answered.owner = shown.id)::int as statements
    from shown order by shown.name, shown.id`.execute(db)
  return rows
}

function ownersOf(scope: VisibleScope, { year, by, sets, counted }: Answered) {
  if (by === 'person')
    return sql`
      select a.user_id as owner, a.tenant_id, a.content_set_id, count(*)::int as n from assessments a
      where ${inScope('a.tenant_id', scope)} and a.content_set_id = any(${[...sets]}::bigint[])
        and a.year = ${year} and a.type = 'self_assessment'
      group by 1, 2, 3`
  const wanted = new Set(sets)
  const ofSets = counted.filter((one) => wanted.has(one.content_set_id))
  return sql`
    select x.tenant_id as owner, x.tenant_id, x.content_set_id, x.n
    from unnest(${ofSets.map((one) => one.tenant_id)}::bigint[], ${ofSets.map((one) => one.content_set_id)}::bigint[],
      ${ofSets.map(({ count }) => count)}::int[]) x(tenant_id, content_set_id, n)`
}

export type Element = { key: string; number: number; title: string; group: string | null }

/** The elements of these content sets, in order. */
export async function listElements(db: Db, scope: VisibleScope, sets: readonly number[]) {
  const { rows } = await sql<Element>`
    select e.key, max(e.title) as title, max(e.group_name) as group,
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

/** The weighted mean of the responses by owner and element; without a key where the statement doesn't apply. */
export async function listScores(
  db: Db,
  scope: VisibleScope,
  { year, by, sets }: Answered,
  owners: readonly number[],
) {
  const owner = by === 'person' ? sql`a.user_id` : sql`r.tenant_id`
  const ofOwners = (column: string) =>
    by === 'person' ? inScope(column, scope) : isInTenants(column, owners)
  // There are few different responses and many answers, so equal answers are counted first.
  const { rows } = await sql<Score>`
    with chosen as materialized (
      select r.statement_response_id as id, ${owner} as owner, count(*)::int as n
      from assessments a
      join responses r on r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.state = 1
      where ${ofOwners('r.tenant_id')} and ${ofOwners('a.tenant_id')} and a.content_set_id = any(${[...sets]}::bigint[]) and a.year = ${year}
        and a.type = 'self_assessment' and ${owner} = any(${[...owners]}::bigint[])
      group by 1, 2),
    weighted as materialized (
      select v.id, e.key, s.weight,
        (v.value - min(v.value) over statement) / (max(v.value) over statement - min(v.value) over statement) as score
      from elements e
      join statements s on s.tenant_id = e.tenant_id and s.element_id = e.id
      join statement_responses v on v.tenant_id = s.tenant_id and v.statement_id = s.id
      where ${ofOwners('e.tenant_id')} and e.content_set_id = any(${[...sets]}::bigint[])
      window statement as (partition by v.statement_id))
    select c.owner, w.key, sum(c.n)::int as answered, sum(c.n * w.weight * w.score) / nullif(sum(c.n * w.weight), 0) as score,
      coalesce(sum(c.n * w.weight), 0) as weight
    from chosen c left join weighted w on w.id = c.id
    group by c.owner, w.key`.execute(db)
  return rows
}

type Reached = { tenant_id: number | null; year: number; level: number; people: number }

/**
 * How many users reach each level with their newest self-assessment report of a year, in these organisations and in all
 * others together.
 */
export async function countLevels(
  db: Db,
  scope: VisibleScope,
  { title, steps, tenants }: { title: string; steps: Steps; tenants: readonly number[] },
) {
  const sets = await listSetIds(db, scope, title)
  const { rows } = await sql<Reached>`
    select newest.tenant_id, newest.year, ${levelOf(sql`newest.current_score`, steps)} as level, count(*)::int as people
    from (
      select distinct on (r.tenant_id, r.user_id, r.year) r.year, r.current_score,
        case when r.tenant_id = any(${[...tenants]}::bigint[]) then r.tenant_id end as tenant_id
      from reports r
      where ${inScope('r.tenant_id', scope)} and r.kind = 'action' and r.type = 'self_assessment'
        and r.content_set_id = any(${sets}::bigint[])
      order by r.tenant_id, r.user_id, r.year desc, r.id desc) newest
    where newest.current_score is not null
    group by newest.tenant_id, newest.year, level`.execute(db)
  return rows
}
