import { sql } from 'kysely'
import type { Ending } from 'contract/dashboard'
import type { Db } from '#db/driver.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { endingOf } from '#features/certification/ending.ts'
import { MOST_SHOWN } from './most-shown.ts'

/** Organisations with certificates that need to be renewed: soonest first, of each kind one more than is shown. */
export async function listEnding(db: Db, scope: VisibleScope, now: Date) {
  // The names are looked up for the few that are shown.
  const { rows } = await sql<Ending>`
    select e.kind, t.id, t.name, e.count,
      jsonb_build_object('id', c.id, 'number', c.number, 'valid_until', c.valid_until,
        'person_id', case when u.removed_at is null then u.id end) as first
    from (
      select kind, tenant_id, count(*)::int as count, (array_agg(id order by valid_until, id))[1] as first_id,
        row_number() over (partition by kind order by min(valid_until), tenant_id) as place
      from (${endingOf(scope, now)}) ending
      group by kind, tenant_id) e
    join tenants t on t.id = e.tenant_id
    join certifications c on c.tenant_id = e.tenant_id and c.id = e.first_id
    join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
    where e.place <= ${MOST_SHOWN + 1}
    order by c.valid_until, t.name`.execute(db)
  return rows
}
