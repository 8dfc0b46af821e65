import { sql } from 'kysely'
import { IS_ACTIVE_USER } from '#support/active-users.queries.ts'
import type { PlatformScope, Scope, Db } from '#db/scope.ts'

export type DueReminder = {
  tenant_id: number
  id: number
  assessment_id: number
  days: number
  number: string
  title: string
  valid_until: string
  user_id: number
  name: string
  /** Null if the user can no longer sign in. */
  email: string | null
}

/**
 * The latest due reminder of each certificate, unless it was sent. Earlier ones are skipped, as are superseded
 * certificates and notices that are longer than the certificate.
 */
export async function listDueReminders(
  db: Db,
  { tenantIds }: PlatformScope,
  notices: readonly number[],
  now: Date,
): Promise<DueReminder[]> {
  // Few are due. They are found first, because PostgreSQL would compare each certificate with each assessment.
  const { rows } = await sql<DueReminder>`
    with due as materialized (
      select c.tenant_id, c.id, c.user_id, c.assessment_id, d.days, c.number, c.title, c.valid_until
      from certifications c
      join tenants t on t.id = c.tenant_id and t.status = 'active'
      cross join lateral (select (${now.toISOString()}::timestamptz at time zone t.time_zone)::date as day) today
      cross join lateral (
        select min(n) as days from unnest(${[...notices]}::int[]) n
        where c.valid_until - n <= today.day and c.valid_from < c.valid_until - n) d
      where c.tenant_id = any(${[...tenantIds]}::bigint[]) and c.revoked_at is null and c.superseded_at is null
        and c.valid_until >= today.day and d.days is not null
        and not exists (select from certification_reminders r
          where r.tenant_id = c.tenant_id and r.certification_id = c.id and r.days <= d.days))
    select c.tenant_id, c.id, c.assessment_id, c.days, c.number, c.title, c.valid_until::text as valid_until,
      u.id as user_id, u.name, case when ${IS_ACTIVE_USER} then u.email end as email
    from due c
    join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
    order by c.tenant_id, c.id`.execute(db)
  return rows
}

/** False if another node sends it. */
export async function insertReminder(db: Db, scope: Scope, { id, days }: DueReminder) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('certification_reminders')
    .values({ tenant_id: scope.tenantId, certification_id: id, days })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
