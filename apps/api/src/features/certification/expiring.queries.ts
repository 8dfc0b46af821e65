import { type RawBuilder, sql } from 'kysely'
import { inScope } from '#db/in-scope.ts'
import { EXPIRES_SOON } from '#features/certification/certificates/days.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

/** Days after its expiry in which a certificate may still be renewed. */
const LATELY = 90

/** The time zone where a day starts last. It may be two days later where one starts first. */
const LAST_TIME_ZONE = 'Etc/GMT+12'
const MOST_DAYS_APART = 2

/** Certificates that expire soon or expired recently, without those that were superseded or that no one can renew any more. */
export function expiringCertificates(scope: VisibleScope, now: Date): RawBuilder<unknown> {
  const moment = sql`${now.toISOString()}::timestamptz`
  // First for an index, by the days that it is anywhere.
  return sql`
    with today as materialized (
      select t.id, (${moment} at time zone t.time_zone)::date as day from tenants t where ${inScope('t.id', scope)})
    select c.tenant_id, c.id, c.user_id, c.assessment_id, c.number, c.valid_until,
      case when c.valid_until < today.day then 'expired' else 'expiring' end as kind
    from certifications c
    join today on today.id = c.tenant_id
    where ${inScope('c.tenant_id', scope)} and c.revoked_at is null and c.superseded_at is null
      and c.valid_until between (${moment} at time zone ${LAST_TIME_ZONE})::date - ${LATELY}::int
        and (${moment} at time zone ${LAST_TIME_ZONE})::date + ${EXPIRES_SOON + MOST_DAYS_APART}::int
      and c.valid_until between today.day - ${LATELY}::int and today.day + ${EXPIRES_SOON}::int
      and not exists (select from users u where u.tenant_id = c.tenant_id and u.id = c.user_id and u.removed_at is not null)`
}
