import { sql } from 'kysely'
import type { Db } from '#db/driver.ts'
import { inScope } from '#db/in-scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { type Steps, levelOf } from '#features/overview/participation/level-of.ts'

/** How many people's newest self-assessment reports of each year reach each level, in each organisation. */
export async function countLevels(db: Db, scope: VisibleScope, title: string, steps: Steps) {
  const { rows } = await sql<{ tenant_id: number; year: number; level: number; people: number }>`
    select newest.tenant_id, newest.year, ${levelOf(sql`newest.current_score`, steps)} as level, count(*)::int as people
    from (
      select distinct on (r.tenant_id, r.user_id, r.year) r.tenant_id, r.year, r.current_score
      from reports r
      where ${inScope('r.tenant_id', scope)} and r.kind = 'action' and r.type = 'self_assessment'
        and r.content_set_id = any(array(
          select c.id from content_sets c where ${inScope('c.tenant_id', scope)} and c.title = ${title}))
      order by r.tenant_id, r.user_id, r.year desc, r.id desc) newest
    where newest.current_score is not null
    group by newest.tenant_id, newest.year, level`.execute(db)
  return rows
}
