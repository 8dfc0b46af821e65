import { sql } from 'kysely'
import type { PlatformScope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { type Steps, levelOf } from '#features/overview/participation/level-of.ts'

/** How many people's newest self-assessment reports of each year reach each level, in each organisation. */
export async function countLevels(
  db: Db,
  { tenantIds }: PlatformScope,
  title: string,
  steps: Steps,
) {
  const ids = sql`${[...tenantIds]}::bigint[]`
  // One organisation after the other: an index has its reports in this order, and nothing is sorted.
  const { rows } = await sql<{ tenant_id: number; year: number; level: number; people: number }>`
    select t.id as tenant_id, counted.*
    from unnest(${ids}) t(id) cross join lateral (
      select newest.year, count(*)::int as people,
        ${levelOf(sql`newest.current_score`, steps)} as level
      from (
        select distinct on (r.user_id, r.year) r.year, r.current_score
        from reports r
        where r.tenant_id = t.id and r.kind = 'action' and r.type = 'self_assessment'
          and r.content_set_id = any(array(
            select c.id from content_sets c where c.tenant_id = t.id and c.title = ${title}))
        order by r.user_id, r.year desc, r.id desc) newest
      where newest.current_score is not null
      group by newest.year, level) counted`.execute(db)
  return rows
}
