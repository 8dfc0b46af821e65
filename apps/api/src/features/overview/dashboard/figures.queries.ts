import { sql } from 'kysely'
import type { Dashboard } from 'contract/dashboard'
import type { Db } from '#db/driver.ts'
import { inScope } from '#db/in-scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { LAST_DAYS } from '#features/people/invitations.queries.ts'

type Figures = Dashboard['figures']
type OfInvitations = Pick<Figures, 'invitations' | 'invitations_expiring' | 'invitations_expired'>

type OfTenants = Pick<
  Figures,
  'organisations' | 'organisations_joined' | 'people' | 'people_active'
>

export async function getFigures(db: Db, scope: VisibleScope) {
  const { rows } = await sql<OfTenants>`
    select t.*, u.*
    from (select count(*) as organisations,
        count(*) filter (where created_at >= date_trunc('month', now())) as organisations_joined
      from tenants where ${inScope('id', scope)} and kind <> 'platform') t,
      (select count(*) as people, count(*) filter (where is_active) as people_active
      from users where ${inScope('tenant_id', scope)} and removed_at is null) u`.execute(db)
  return only(rows)
}

/** Those that wait for an answer: in time, or too late. */
export async function countInvitations(db: Db, scope: VisibleScope) {
  const { rows } = await sql<OfInvitations>`
    select count(*) as invitations,
      count(*) filter (where expires_at > now() and expires_at < now() + ${LAST_DAYS}::interval) as invitations_expiring,
      count(*) filter (where expires_at <= now()) as invitations_expired
    from one_time_links where ${inScope('tenant_id', scope)} and kind = 'invite' and used_at is null
      and revoked_at is null`.execute(db)
  return only(rows)
}

function only<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('Counting answers one row.')
  return row
}
