import { sql } from 'kysely'
import type { Dashboard } from 'contract/dashboard'
import { ANSWERED_STATES } from 'contract/participation-states'
import type { PlatformScope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { LAST_DAYS } from '#features/people/invitations.queries.ts'

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
