import { sql } from 'kysely'
import type { Attention, Dashboard } from 'contract/dashboard'
import { MOST_STALLED } from 'contract/list-sizes'
import type { PlatformScope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'

/** Invitations hold for seven days: a reminder makes sense when the last ones begin. */
const LAST_DAYS = '2 days'
/** No save for so long: somebody may have given up. */
const STALLED_AFTER = '30 days'

/**
 * Has the rest of the transaction planned for the organisations that are in view: a plan for any number of them
 * takes six times as long for a god-admin with 200.
 */
export async function planAnew(db: Db): Promise<void> {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(db)
}

type Figures = Dashboard['figures']
type OfInvitations = Pick<Figures, 'invitations' | 'invitations_expiring'>

export async function getFigures(db: Db, { tenantIds }: PlatformScope, year: number) {
  const ids = sql`${[...tenantIds]}::bigint[]`
  const { rows } = await sql<Omit<Figures, keyof OfInvitations>>`
    select t.*, u.*, a.*
    from (select count(*) as organisations,
        count(*) filter (where created_at >= date_trunc('month', now())) as organisations_joined
      from tenants where id = any(${ids}) and kind <> 'platform') t,
      (select count(*) as people from users where tenant_id = any(${ids}) and is_active) u,
      (select count(*) as assessments, count(*) filter (where status = 'in_progress') as in_progress,
        count(*) filter (where status in ('completed', 'in_review', 'returned', 'certified')) as completed
      from assessments where tenant_id = any(${ids}) and year = ${year}) a`.execute(db)
  return only(rows)
}

export async function countInvitations(db: Db, { tenantIds }: PlatformScope) {
  const { rows } = await sql<OfInvitations>`
    select count(*) as invitations,
      count(*) filter (where expires_at < now() + ${LAST_DAYS}::interval) as invitations_expiring
    from one_time_links where tenant_id = any(${[...tenantIds]}::bigint[]) and kind = 'invite' and used_at is null
      and revoked_at is null and expires_at > now()`.execute(db)
  return only(rows)
}

function only<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('Counting answers one row.')
  return row
}

/** How many assessments were begun and finished in each year. */
export async function listParticipation(db: Db, { tenantIds }: PlatformScope) {
  return await db
    .selectFrom('assessments')
    .select([
      'year',
      sql<number>`count(*) filter (where status <> 'not_started')`.as('started'),
      sql<number>`count(*) filter (where status in ('completed', 'in_review', 'returned', 'certified'))`.as(
        'completed',
      ),
    ])
    .where('tenant_id', '=', sql<number>`any(${[...tenantIds]}::bigint[])`)
    .groupBy('year')
    .orderBy('year', 'desc')
    .limit(6)
    .execute()
}

/** What waits for somebody, the most first. */
export async function listAttention(
  db: Db,
  { tenantIds }: PlatformScope,
  year: number,
): Promise<Attention[]> {
  const ids = sql`${[...tenantIds]}::bigint[]`
  const { rows } = await sql<Attention>`
    select 'invitations' as kind, t.id, t.name, count(*) as count
    from one_time_links l join tenants t on t.id = l.tenant_id
    where l.tenant_id = any(${ids}) and l.kind = 'invite' and l.used_at is null and l.revoked_at is null
      and l.expires_at > now() and l.expires_at < now() + ${LAST_DAYS}::interval
    group by t.id
    union all
    select 'stalled', t.id, t.name, s.count
    from tenants t cross join lateral (
      select count(*) from (
        select from assessments a
        where a.tenant_id = t.id and a.year = ${year} and a.status = 'in_progress'
          and a.created_at < now() - ${STALLED_AFTER}::interval
          and not exists (select from responses r where r.tenant_id = a.tenant_id and r.assessment_id = a.id
            and r.updated_at > now() - ${STALLED_AFTER}::interval)
        limit ${MOST_STALLED + 1}) untouched) s(count)
    where t.id = any(${ids}) and s.count > 0
    union all
    select 'content-set-draft', c.id, c.title, 1
    from content_sets c where c.tenant_id = any(${ids}) and c.status = 'draft'
    order by 4 desc, 3 limit 8`.execute(db)
  return rows
}
