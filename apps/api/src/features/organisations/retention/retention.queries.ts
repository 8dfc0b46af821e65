import { sql } from 'kysely'
import type { Db, Scope, PlatformScope } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'

export type Retention = { id: number; timeZone: string; years: number | null }

export async function deleteClientsBefore(
  db: Db,
  { tenantId }: Scope,
  { year, timeZone }: { year: number; timeZone: string },
): Promise<void> {
  await sql`delete from audit_clients
    where tenant_id = ${tenantId} and at < make_timestamptz(${year}::int, 1, 1, 0, 0, 0, ${timeZone})`.execute(
    db,
  )
}

export async function forgetEndedSessions(db: Db, { tenantId }: Scope): Promise<void> {
  await sql`update sessions set address = null
    where tenant_id = ${tenantId} and address is not null
      and (revoked_at is not null or expires_at < now() or last_used_at < now() - interval '1 day')`.execute(
    db,
  )
}

/** Presence is ignored after a minute. */
export async function deletePresence(db: Db, { tenantId }: Scope): Promise<void> {
  await sql`delete from presence where tenant_id = ${tenantId} and seen_at < now() - interval '1 hour'`.execute(
    db,
  )
}

/** An address with which no one joined by the end of the year after. The owner answers the element. */
export async function forgetAwaited(db: Db, { tenantId }: Scope, year: number): Promise<void> {
  await sql`delete from element_assignments e using assessments a
    where e.tenant_id = ${tenantId} and e.awaited_email is not null
      and a.tenant_id = e.tenant_id and a.id = e.assessment_id and a.year < ${year - 1}`.execute(db)
}

/** Without suspended organisations, which keep everything. */
export async function listRetention(db: Db): Promise<Retention[]> {
  return await db
    .selectFrom('tenants')
    .select(['id', 'time_zone as timeZone', 'retention_years as years'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
}

/** A valid certificate keeps its assessment `a`. */
const isCertified = (today: string) => sql`exists (select from certifications c
  where c.tenant_id = a.tenant_id and c.assessment_id = a.id
    and c.revoked_at is null and c.superseded_at is null and c.valid_until >= ${today}::date)`

export async function countOldAssessments(
  db: Db,
  { tenantId }: Scope,
  { upTo, today }: { upTo: number; today: string },
): Promise<{ year: number; count: number }[]> {
  const { rows } = await sql<{ year: number; count: number }>`
    select a.year, count(*) as count from assessments a
    where a.tenant_id = ${tenantId} and a.year <= ${upTo} and not ${isCertified(today)}
    group by a.year order by a.year`.execute(db)
  return rows
}

/** Returns the years of the deleted assessments. Skips assessments in use until the next sweep. */
export async function deleteOldAssessments(
  db: Db,
  { tenantId }: Scope,
  { upTo, today, atMost }: { upTo: number; today: string; atMost: number },
): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    delete from assessments where (tenant_id, id) in (
      select a.tenant_id, a.id from assessments a
      where a.tenant_id = ${tenantId} and a.year <= ${upTo} and not ${isCertified(today)}
      order by a.year, a.id limit ${atMost} for update skip locked)
    returning year`.execute(db)
  return rows.map(({ year }) => year)
}

function isDone(scope: PlatformScope) {
  return sql`${inScope('tenant_id', scope)} and status in ('sent', 'discarded')`
}

/** Deletes mails that were sent or discarded some days ago. Returns how many. */
export async function deleteMails(
  db: Db,
  scope: PlatformScope,
  { days, atMost }: { days: number; atMost: number },
): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    delete from mails where (tenant_id, id) in (select tenant_id, id from mails
      where ${isDone(scope)} and coalesce(sent_at, created_at) < now() - make_interval(days => ${days}) limit ${atMost})`.execute(
    db,
  )
  return numAffectedRows
}

/** Empties texts of mails that were sent or discarded. Returns how many. */
export async function emptyMails(db: Db, scope: PlatformScope, atMost: number): Promise<bigint> {
  const { numAffectedRows = 0n } = await sql`
    update mails set text = '', html = '' where (tenant_id, id) in (select tenant_id, id from mails
      where ${isDone(scope)} and (text <> '' or html <> '') limit ${atMost})`.execute(db)
  return numAffectedRows
}
