import { sql } from 'kysely'
import type { Dashboard, TakingPart } from 'contract/dashboard'
import { ANSWERED_STATES } from 'contract/assessment-statuses'
import type { Db } from '#core/context.ts'
import { inScope } from '#db/in-scope.ts'
import { LAST_DAYS } from '#features/people/invitations.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

/** A number of assessments with the same organisation, year, type, content set and status. */
export type Assessments = Awaited<ReturnType<typeof countAssessments>>[number]

/** Read once, because several figures of the dashboard add these up. */
export async function countAssessments(db: Db, scope: VisibleScope) {
  return await db
    .selectFrom('assessments')
    .select(['tenant_id', 'year', 'type', 'content_set_id', 'status'])
    .select((count) => count.fn.countAll<number>().as('count'))
    .where(inScope('tenant_id', scope))
    .groupBy(['tenant_id', 'year', 'type', 'content_set_id', 'status'])
    .execute()
}

export function countOf(counted: readonly Assessments[], statuses?: readonly string[]): number {
  return counted
    .filter(({ status }) => (statuses ? statuses.includes(status) : status !== 'not_started'))
    .reduce((sum, { count }) => sum + count, 0)
}

export function stagesOf(counted: readonly Assessments[] = []): Omit<TakingPart, 'not_started'> {
  return {
    in_progress: countOf(counted, ['in_progress']),
    completed: countOf(counted, ANSWERED_STATES),
  }
}

type Figures = Dashboard['figures']

export async function getFigures(db: Db, scope: VisibleScope) {
  const { rows } = await sql<
    Pick<Figures, 'organisations' | 'organisations_joined' | 'people' | 'people_active'>
  >`
    select t.*, u.*
    from (select count(*) as organisations,
        count(*) filter (where created_at >= date_trunc('month', now())) as organisations_joined
      from tenants where ${inScope('id', scope)} and kind <> 'platform') t,
      (select count(*) as people, count(*) filter (where is_active) as people_active
      from users where ${inScope('tenant_id', scope)} and removed_at is null) u`.execute(db)
  return only(rows)
}

/** Open and expired invitations. */
export async function countInvitations(db: Db, scope: VisibleScope) {
  const { rows } = await sql<
    Pick<Figures, 'invitations' | 'invitations_expiring' | 'invitations_expired'>
  >`
    select count(*) as invitations,
      count(*) filter (where expires_at > now() and expires_at < now() + ${LAST_DAYS}::interval) as invitations_expiring,
      count(*) filter (where expires_at <= now()) as invitations_expired
    from one_time_links where ${inScope('tenant_id', scope)} and kind = 'invite' and used_at is null
      and revoked_at is null`.execute(db)
  return only(rows)
}

function only<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('A count returned no row.')
  return row
}
