import { type RawBuilder, sql } from 'kysely'
import { ofTenants } from '#db/of-tenants.ts'
import { EXPIRES_SOON } from './days.ts'

/** As long as somebody may still want to renew. Days. */
const LATELY = 90

/**
 * Certificates that expire soon, or did lately, and that nothing later replaces: each with which of the two it is. What
 * replaces one ends later, so one way along the index finds both, one organisation after the other.
 */
export function endingOf(tenantIds: readonly number[], now: Date): RawBuilder<unknown> {
  // Fenced in, so that a day is made for each organisation and not for each certificate.
  return sql`
    select c.tenant_id, c.id, c.user_id, c.assessment_id, c.number, c.valid_until,
      case when c.valid_until < today.day then 'expired' else 'expiring' end as kind
    from tenants t
    cross join lateral (select (${now.toISOString()}::timestamptz at time zone t.time_zone)::date as day offset 0) today
    cross join lateral (
      select tenant_id, id, user_id, assessment_id, number, valid_until,
        max(valid_until) over (partition by user_id, title) as latest
      from certifications
      where tenant_id = t.id and revoked_at is null and valid_until >= today.day - ${LATELY}::int) c
    where ${ofTenants('t.id', tenantIds)}
      and c.valid_until = c.latest and c.valid_until <= today.day + ${EXPIRES_SOON}::int`
}
