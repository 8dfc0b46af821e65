import { type RawBuilder, sql } from 'kysely'
import { inScope } from '#db/in-scope.ts'
import { EXPIRES_SOON } from '#features/certification/certificates/days.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

/** As long as somebody may still want to renew. Days. */
const LATELY = 90

/** Nowhere is the day before the one that it is there. */
const LAST_TO_BEGIN_A_DAY = 'Etc/GMT+12'

/**
 * Certificates that expire soon, or did lately, and that nothing later replaces: each with which of the two it is. What
 * replaces one ends later, so one way along the index finds both.
 */
export function endingOf(scope: VisibleScope, now: Date): RawBuilder<unknown> {
  const moment = sql`${now.toISOString()}::timestamptz`
  // A day is made for each organisation and not for each certificate; and all certificates are looked at together, for
  // to sort those of 200 organisations one by one takes fifteen times as long.
  return sql`
    with today as materialized (
      select t.id, (${moment} at time zone t.time_zone)::date as day from tenants t where ${inScope('t.id', scope)})
    select c.tenant_id, c.id, c.user_id, c.assessment_id, c.number, c.valid_until,
      case when c.valid_until < today.day then 'expired' else 'expiring' end as kind
    from (
      select tenant_id, id, user_id, assessment_id, number, valid_until,
        max(valid_until) over (partition by user_id, title) as latest
      from certifications
      where ${inScope('tenant_id', scope)} and revoked_at is null
        and valid_until >= (${moment} at time zone ${LAST_TO_BEGIN_A_DAY})::date - ${LATELY}::int) c
    join today on today.id = c.tenant_id
    where c.valid_until = c.latest and c.valid_until between today.day - ${LATELY}::int and today.day + ${EXPIRES_SOON}::int`
}
