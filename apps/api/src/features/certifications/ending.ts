import { type RawBuilder, sql } from 'kysely'
import { ofTenants } from '#db/of-tenants.ts'
import { EXPIRES_SOON } from './days.ts'

/** As long as somebody may still want to renew. Days. */
const LATELY = 90

/** Certificates that expire soon, or did lately, and that nothing later replaces: each with which of the two it is. */
export function endingOf(tenantIds: readonly number[], now: Date): RawBuilder<unknown> {
  // Fenced in, so that a day is made for each organisation and not for each certificate.
  return sql`
    select c.tenant_id, c.id, c.user_id, c.assessment_id, c.number, c.valid_until,
      case when c.valid_until < today.day then 'expired' else 'expiring' end as kind
    from tenants t
    cross join lateral (select (${now.toISOString()}::timestamptz at time zone t.time_zone)::date as day offset 0) today
    join certifications c on c.tenant_id = t.id and c.revoked_at is null
      and c.valid_until between today.day - ${LATELY}::int and today.day + ${EXPIRES_SOON}::int
    where ${ofTenants('t.id', tenantIds)}
      and not exists (select from certifications later
        where later.tenant_id = c.tenant_id and later.user_id = c.user_id and later.title = c.title
          and later.valid_until > c.valid_until and later.revoked_at is null)`
}
