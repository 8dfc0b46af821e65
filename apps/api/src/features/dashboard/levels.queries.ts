import { sql } from 'kysely'
import type { Levels } from 'contract/dashboard'
import type { PlatformScope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'

/** Whose levels stand in one row. */
type By = Levels['by']
export type Wanted = { year: number; title: string; by: By }

/** The titles that were answered in the year, the most used first: each organisation has its own copy of a set. */
export async function listTitles(db: Db, { tenantIds }: PlatformScope, year: number) {
  const ids = sql`${[...tenantIds]}::bigint[]`
  const { rows } = await sql<{ title: string; scale: string[] | null }>`
    select used.title, newest.scale
    from (select c.title, max(c.id) as id, count(*) as count
      from assessments a join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
      where a.tenant_id = any(${ids}) and a.year = ${year} and a.type = 'self_assessment'
      group by c.title) used
    join content_sets newest on newest.tenant_id = any(${ids}) and newest.id = used.id
    order by used.count desc, used.title limit 50`.execute(db)
  return rows
}

/** Everybody who answered the set in the year, by name, and how many statements that makes. */
export async function listOwners(
  db: Db,
  { tenantIds }: PlatformScope,
  { year, title, by }: Wanted,
  limit: number,
) {
  const owner = by === 'person' ? sql`u` : sql`t`
  const { rows } = await sql<{ id: number; name: string; statements: number; all: number }>`
    select ${owner}.id, ${owner}.name, sum(n.count)::int as statements, count(*) over () as all
    from assessments a
    join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id and c.title = ${title}
    join (select tenant_id, content_set_id, count(*) from statements
      where tenant_id = any(${[...tenantIds]}::bigint[]) group by 1, 2) n
      on n.tenant_id = c.tenant_id and n.content_set_id = c.id
    join tenants t on t.id = a.tenant_id
    ${by === 'person' ? sql`join users u on u.tenant_id = a.tenant_id and u.id = a.user_id` : sql``}
    where a.tenant_id = any(${[...tenantIds]}::bigint[]) and a.year = ${year} and a.type = 'self_assessment'
    group by ${owner}.id, ${owner}.name order by ${owner}.name, ${owner}.id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** The elements that sets of this title have in this year, in their order. */
export async function listElementTitles(
  db: Db,
  { tenantIds }: PlatformScope,
  { year, title }: Wanted,
) {
  const { rows } = await sql<{ key: string; title: string }>`
    select e.key, max(e.title) as title
    from content_sets c join elements e on e.tenant_id = c.tenant_id and e.content_set_id = c.id
    where c.tenant_id = any(${[...tenantIds]}::bigint[]) and c.title = ${title}
      and exists (select from assessments a where a.tenant_id = c.tenant_id and a.content_set_id = c.id and a.year = ${year})
    group by e.key order by min(e.position), e.key`.execute(db)
  return rows
}

/** Mean of the answered statements, by their weight, for each owner and element. */
export async function listScores(
  db: Db,
  { tenantIds }: PlatformScope,
  { year, title, by }: Wanted,
  owners: readonly number[],
) {
  const owner = by === 'person' ? sql`a.user_id` : sql`a.tenant_id`
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
      join responses r on r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.state = 1
      where a.tenant_id = any(${[...tenantIds]}::bigint[]) and a.year = ${year}
        and a.type = 'self_assessment' and ${owner} = any(${[...owners]}::bigint[])
      group by 1, 2, 3, 4)
    select c.owner, e.key, sum(c.n)::int as answered,
      sum(c.n * s.weight * (v.value - b.low) / (b.high - b.low)) / nullif(sum(c.n * s.weight) filter (where v.id is not null), 0) as score
    from chosen c
    join statements s on s.tenant_id = c.tenant_id and s.id = c.statement_id
    join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
    left join statement_responses v on v.tenant_id = c.tenant_id and v.statement_id = c.statement_id and v.id = c.response_id
    left join lateral (select min(value) as low, max(value) as high from statement_responses x
      where x.tenant_id = c.tenant_id and x.statement_id = c.statement_id) b on true
    group by c.owner, e.key`.execute(db)
  return rows
}
