import { sql } from 'kysely'
import type { Ending } from 'contract/dashboard'
import type { PlatformScope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { endingOf } from '#features/certifications/ending.ts'

const MOST = 4

/** Organisations with certificates that need to be renewed: soonest first. */
export async function listEnding(db: Db, { tenantIds }: PlatformScope, now: Date) {
  const { rows } = await sql<Ending>`
    select c.kind, t.id, t.name, count(*)::int as count,
      (array_agg(jsonb_build_object('id', c.id, 'number', c.number, 'valid_until', c.valid_until,
        'person_id', case when u.removed_at is null then u.id end) order by c.valid_until, c.id))[1] as first
    from (${endingOf(tenantIds, now)}) c
    join tenants t on t.id = c.tenant_id
    join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
    group by c.kind, t.id, t.name
    order by min(c.valid_until), t.name limit ${MOST}`.execute(db)
  return rows
}
