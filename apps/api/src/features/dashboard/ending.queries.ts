import { sql } from 'kysely'
import type { Ending } from 'contract/dashboard'
import type { PlatformScope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { EXPIRES_SOON } from '#features/certifications/days.ts'

/** As long as somebody may still want to renew. Days. */
const LATELY = 90
const MOST = 4

/** Organisations with certificates that expire soon, or did lately, and that nothing later replaces: soonest first. */
export async function listEnding(db: Db, { tenantIds }: PlatformScope, now: Date) {
  const ids = sql`${[...tenantIds]}::bigint[]`
  const { rows } = await sql<Ending>`
    select ending.kind, t.id, t.name, ending.count, ending.first
    from tenants t
    cross join lateral (select (${now.toISOString()}::timestamptz at time zone t.time_zone)::date as day) today
    cross join lateral (
      select case when c.valid_until < today.day then 'expired' else 'expiring' end as kind, count(*)::int as count,
        (array_agg(jsonb_build_object('id', c.id, 'number', c.number, 'valid_until', c.valid_until,
          'person_id', case when u.removed_at is null then u.id end) order by c.valid_until, c.id))[1] as first
      from certifications c join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
      where c.tenant_id = t.id and c.revoked_at is null
        and c.valid_until between today.day - ${LATELY}::int and today.day + ${EXPIRES_SOON}::int
        and not exists (select from certifications later
          where later.tenant_id = c.tenant_id and later.user_id = c.user_id and later.title = c.title
            and later.valid_until > c.valid_until and later.revoked_at is null)
      group by 1) ending
    where t.id = any(${ids})
    order by ending.first ->> 'valid_until', t.name limit ${MOST}`.execute(db)
  return rows
}
