import { sql } from 'kysely'
import type { Attention } from 'contract/dashboard'
import { MOST_STALLED } from 'contract/list-sizes'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { inScope } from '#db/in-scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { LAST_DAYS } from '#features/people/invitations.queries.ts'
import { STALLED_AFTER } from '#features/overview/participation/matching.queries.ts'
import { MOST_SHOWN } from './most-shown.ts'

const IS_EXPIRING = sql`l.kind = 'invite' and l.used_at is null and l.revoked_at is null
  and l.expires_at > now() and l.expires_at < now() + ${LAST_DAYS}::interval`

/** What waits for somebody, the most first; of each kind one more than is shown, if there is more. */
export async function listAttention(
  db: Db,
  scope: VisibleScope,
  year: number,
): Promise<Attention[]> {
  const { rows } = await sql<Attention>`
    (select 'invitations' as kind, t.id, t.name, count(*) as count
    from one_time_links l join tenants t on t.id = l.tenant_id
    where ${inScope('l.tenant_id', scope)} and ${IS_EXPIRING}
    group by t.id order by 4 desc, 3 limit ${MOST_SHOWN + 1})
    union all
    (select 'stalled', t.id, t.name, s.count
    from tenants t cross join lateral (
      select count(*) from (
        select from assessments a
        where a.tenant_id = t.id and a.year = ${year} and a.status = 'in_progress'
          and a.touched_at < now() - ${STALLED_AFTER}::interval
        limit ${MOST_STALLED + 1}) untouched) s(count)
    where ${inScope('t.id', scope)} and s.count > 0
    order by 4 desc, 3 limit ${MOST_SHOWN + 1})
    union all
    (select 'content-set-draft', c.id, c.title, 1
    from content_sets c where ${inScope('c.tenant_id', scope)} and c.status = 'draft'
    order by 3, 2 limit ${MOST_SHOWN + 1})
    order by 4 desc, 3`.execute(db)
  return rows
}

/** Who is invited to the platform and has not long left to come. */
export async function listPlatformInvitations(db: Db, { tenantId }: Scope): Promise<Attention[]> {
  const { rows } = await sql<Attention>`
    select 'platform-invitation' as kind, null as id, l.email as name, 1 as count
    from one_time_links l where l.tenant_id = ${tenantId} and ${IS_EXPIRING}
    order by l.expires_at, l.id limit ${MOST_SHOWN + 1}`.execute(db)
  return rows
}
