import { sql } from 'kysely'
import type { Attention, Dashboard } from 'contract/dashboard'
import { MOST_STALLED } from 'contract/list-sizes'
import { ANSWERED_STATES } from 'contract/participation-states'
import type { PlatformScope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { STALLED_AFTER } from '#features/participation/taking-part.ts'

/** Invitations hold for seven days: a reminder makes sense when the last ones begin. */
const LAST_DAYS = '2 days'
type Figures = Dashboard['figures']
type OfInvitations = Pick<Figures, 'invitations' | 'invitations_expiring' | 'invitations_expired'>

export async function getFigures(db: Db, { tenantIds }: PlatformScope, year: number) {
  const ids = sql`${[...tenantIds]}::bigint[]`
  const { rows } = await sql<Omit<Figures, keyof OfInvitations>>`
    select t.*, u.*, a.*
    from (select count(*) as organisations,
        count(*) filter (where created_at >= date_trunc('month', now())) as organisations_joined
      from tenants where id = any(${ids}) and kind <> 'platform') t,
      (select count(*) as people, count(*) filter (where is_active) as people_active
      from users where tenant_id = any(${ids}) and removed_at is null) u,
      (select count(*) as assessments, count(*) filter (where status = 'in_progress') as in_progress,
        count(*) filter (where status = any(${[...ANSWERED_STATES]})) as completed
      from assessments where tenant_id = any(${ids}) and year = ${year} and status <> 'not_started') a`.execute(
    db,
  )
  return only(rows)
}

/** Those that wait for an answer: in time, or too late. */
export async function countInvitations(db: Db, { tenantIds }: PlatformScope) {
  const { rows } = await sql<OfInvitations>`
    select count(*) as invitations,
      count(*) filter (where expires_at > now() and expires_at < now() + ${LAST_DAYS}::interval) as invitations_expiring,
      count(*) filter (where expires_at <= now()) as invitations_expired
    from one_time_links where tenant_id = any(${[...tenantIds]}::bigint[]) and kind = 'invite' and used_at is null
      and revoked_at is null`.execute(db)
  return only(rows)
}

function only<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('Counting answers one row.')
  return row
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
          and a.touched_at < now() - ${STALLED_AFTER}::interval
        limit ${MOST_STALLED + 1}) untouched) s(count)
    where t.id = any(${ids}) and s.count > 0
    union all
    select 'content-set-draft', c.id, c.title, 1
    from content_sets c where c.tenant_id = any(${ids}) and c.status = 'draft'
    order by 4 desc, 3 limit 8`.execute(db)
  return rows
}
