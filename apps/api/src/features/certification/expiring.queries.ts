import { type RawBuilder, sql } from 'kysely'
import { inScope } from '#db/in-scope.ts'
import { EXPIRES_SOON } from '#features/certification/certificates/days.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

/** Days after its expiry in which a certificate may still be renewed. */
const LATELY = 90

/** The time zone where a day starts last. */
const LAST_TIME_ZONE = 'Etc/GMT+12'

/** Certificates that expire soon or expired recently, without those that a later one of the same content set replaces, or that no one can renew any more. */
export function expiringCertificates(scope: VisibleScope, now: Date): RawBuilder<unknown> {
  const moment = sql`${now.toISOString()}::timestamptz`
  // One pass over all certificates. Few users have several, so few content sets are compared.
  return sql`
    with today as materialized (
      select t.id, (${moment} at time zone t.time_zone)::date as day from tenants t where ${inScope('t.id', scope)})
    select c.tenant_id, c.id, c.user_id, c.assessment_id, c.number, c.valid_until,
      case when c.valid_until < today.day then 'expired' else 'expiring' end as kind
    from (
      select o.tenant_id, o.id, o.user_id, o.assessment_id, o.number, o.valid_until,
        max(o.valid_until) over (partition by o.tenant_id, o.user_id) as latest
      from certifications o
      where ${inScope('o.tenant_id', scope)} and o.revoked_at is null
        and o.valid_until >= (${moment} at time zone ${LAST_TIME_ZONE})::date - ${LATELY}::int) c
    join today on today.id = c.tenant_id
    where not exists (select from users u where u.tenant_id = c.tenant_id and u.id = c.user_id and u.removed_at is not null)
      and c.valid_until between today.day - ${LATELY}::int and today.day + ${EXPIRES_SOON}::int
      and (c.valid_until = c.latest or not exists (
        select from certifications later
        where later.tenant_id = c.tenant_id and later.user_id = c.user_id and later.revoked_at is null
          and later.valid_until > c.valid_until and ${familyOf('later')} = ${familyOf('c')}))`
}

/** The family of a certificate's content set. */
function familyOf(certificate: 'c' | 'later'): RawBuilder<number> {
  const [tenantId, assessmentId] =
    certificate === 'c'
      ? [sql`c.tenant_id`, sql`c.assessment_id`]
      : [sql`later.tenant_id`, sql`later.assessment_id`]
  return sql`(select s.family_id from assessments a
    join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id
    where a.tenant_id = ${tenantId} and a.id = ${assessmentId})`
}
