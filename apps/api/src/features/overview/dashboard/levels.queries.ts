import { sql } from 'kysely'
import type { Levels } from 'contract/dashboard'
import { PAGE_SIZE } from 'contract/list-sizes'
import type { Db } from '#db/driver.ts'
import { inScope, isOfTenants } from '#db/in-scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import type { Assessments } from './assessments.queries.ts'

/** Whose levels stand in one row. */
type By = Levels['by']
export type Wanted = { year: number; title: string; by: By }

/** The titles that were answered in the year, the most used first: each organisation has its own copy of a set. */
export async function listTitles(db: Db, scope: VisibleScope, ofYear: readonly Assessments[]) {
  const answers = ofYear.filter(({ type }) => type === 'self_assessment')
  const counts = answers.map(({ count }) => count)
  const sets = answers.map((one) => one.content_set_id)
  const { rows } = await sql<{ title: string; scale: string[] | null }>`
    select used.title, newest.scale
    from (select c.title, max(c.id) as id, sum(used.count) as count
      from unnest(${sets}::bigint[], ${counts}::int[]) used(id, count)
      join content_sets c on ${inScope('c.tenant_id', scope)} and c.id = used.id
      group by c.title) used
    join content_sets newest on ${inScope('newest.tenant_id', scope)} and newest.id = used.id
    order by used.count desc, used.title limit 50`.execute(db)
  return rows
}

type Owner = { id: number; name: string; is_removed: boolean; statements: number; all: number }

/** A page of those who answered the set in the year, by name, and how many statements that makes for each. */
export async function listOwners(
  db: Db,
  scope: VisibleScope,
  { year, title, by }: Wanted,
  page: number,
) {
  const [own, table, isRemoved] =
    by === 'person'
      ? [sql`a.user_id`, sql`users`, sql`o.removed_at is not null`]
      : [sql`a.tenant_id`, sql`tenants`, sql`false`]
  const inTenant = by === 'person' ? sql`and ${inScope('o.tenant_id', scope)}` : sql``
  // A page past the last one is the last one.
  const { rows } = await sql<Owner>`
    with answered as materialized (
      select ${own} as owner, a.tenant_id, a.content_set_id, count(*) as n
      from assessments a
      join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id and c.title = ${title}
      where ${inScope('a.tenant_id', scope)} and a.year = ${year} and a.type = 'self_assessment'
      group by 1, 2, 3),
    owners as materialized (
      select o.id, o.name, ${isRemoved} as is_removed from ${table} o
      where o.id = any(array(select owner from answered)) ${inTenant}),
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

/** The elements that sets of this title have in this year, in their order. */
export async function listElementTitles(db: Db, scope: VisibleScope, { year, title }: Wanted) {
  const { rows } = await sql<{ key: string; title: string }>`
    with answered as materialized (
      select c.tenant_id, c.id from content_sets c
      where ${inScope('c.tenant_id', scope)} and c.title = ${title}
        and exists (select from assessments a where a.tenant_id = c.tenant_id and a.content_set_id = c.id and a.year = ${year}))
    select e.key, max(e.title) as title
    from answered c join elements e on e.tenant_id = c.tenant_id and e.content_set_id = c.id
    group by e.key order by min(e.position), e.key`.execute(db)
  return rows
}

/** Mean of the answered statements, by their weight, for each owner and element. */
export async function listScores(
  db: Db,
  scope: VisibleScope,
  { year, title, by }: Wanted,
  owners: readonly number[],
) {
  const owner = by === 'person' ? sql`a.user_id` : sql`a.tenant_id`
  const ofOwners =
    by === 'person' ? inScope('r.tenant_id', scope) : isOfTenants('r.tenant_id', owners)
  // Equal answers are counted before anything is looked up: there are few of them and many answers.
  const { rows } = await sql<{
    owner: number
    key: string
    score: number | null
    answered: number
  }>`
    with chosen as materialized (
      select ${owner} as owner, a.tenant_id, r.statement_id, r.statement_response_id as response_id, count(*) as n
      from assessments a
      join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id and c.title = ${title}
      join responses r on r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.state = 1 and ${ofOwners}
      where ${inScope('a.tenant_id', scope)} and a.year = ${year}
        and a.type = 'self_assessment' and ${owner} = any(${[...owners]}::bigint[])
      group by 1, 2, 3, 4),
    weighed as materialized (
      select c.*, s.element_id, s.weight from chosen c
      join statements s on s.tenant_id = c.tenant_id and s.id = c.statement_id)
    select w.owner, e.key, sum(w.n)::int as answered,
      sum(w.n * w.weight * (v.value - b.low) / (b.high - b.low)) / nullif(sum(w.n * w.weight) filter (where v.id is not null), 0) as score
    from weighed w
    join elements e on e.tenant_id = w.tenant_id and e.id = w.element_id
    left join statement_responses v on v.tenant_id = w.tenant_id and v.statement_id = w.statement_id and v.id = w.response_id
    left join lateral (select min(value) as low, max(value) as high from statement_responses x
      where x.tenant_id = w.tenant_id and x.statement_id = w.statement_id) b on true
    group by w.owner, e.key`.execute(db)
  return rows
}
