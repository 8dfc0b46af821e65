import { SET_LANGUAGE } from '#features/content/content-sets.queries.ts'
import { sql } from 'kysely'
import type {
  Dashboard,
  ParticipationCounts,
  AttentionEntry,
  ExpiringCertificates,
} from 'contract/dashboard'
import { ANSWERED_STATES } from 'contract/enumerations'
import type { Db, Scope } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import { LAST_DAYS } from '#features/people/invitations.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import type { Assessments } from './participation-sums.queries.ts'
import { expiringCertificates } from '#features/certification/expiring.queries.ts'

export function countOf(counted: readonly Assessments[], statuses?: readonly string[]): number {
  return counted
    .filter(({ status }) => (statuses ? statuses.includes(status) : status !== 'not_started'))
    .reduce((sum, { count }) => sum + count, 0)
}

export function stagesOf(
  counted: readonly Assessments[] = [],
): Omit<ParticipationCounts, 'not_started'> {
  return {
    in_progress: countOf(counted, ['in_progress']),
    completed: countOf(counted, ANSWERED_STATES),
  }
}

type Figures = Dashboard['figures']

export async function countOrganisations(db: Db, scope: VisibleScope) {
  const { rows } = await sql<Pick<Figures, 'organisations' | 'organisations_joined'>>`
    select count(*) as organisations,
      count(*) filter (where created_at >= date_trunc('month', now())) as organisations_joined
    from tenants where ${inScope('id', scope)} and kind <> 'platform'`.execute(db)
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

/** One row more of each kind than is shown, to know whether there are more. */
export const MAX_ROWS = 4

const IS_EXPIRING = sql`l.kind = 'invite' and l.used_at is null and l.revoked_at is null
  and l.expires_at > now() and l.expires_at < now() + ${LAST_DAYS}::interval`

/** What needs attention, highest counts first. */
export async function listAttention(db: Db, scope: VisibleScope) {
  const { rows } = await sql<AttentionEntry>`
    (select 'invitations' as kind, t.id, t.name, null as language, count(*) as count
    from one_time_links l join tenants t on t.id = l.tenant_id
    where ${inScope('l.tenant_id', scope)} and ${IS_EXPIRING}
    group by t.id order by 5 desc, 3 limit ${MAX_ROWS})
    union all
    (select 'content-set-draft', c.id, c.title, ${SET_LANGUAGE}, 1
    from content_sets c where ${inScope('c.tenant_id', scope)} and c.status = 'draft'
    order by 3, 2 limit ${MAX_ROWS})
    order by 5 desc, 3`.execute(db)
  return rows
}

/** The platform's own invitations that expire soon. */
export async function listPlatformInvitations(
  db: Db,
  { tenantId }: Scope,
): Promise<AttentionEntry[]> {
  const { rows } = await sql<AttentionEntry>`
    select 'platform-invitation' as kind, null as id, l.email as name, null as language, 1 as count
    from one_time_links l where l.tenant_id = ${tenantId} and ${IS_EXPIRING}
    order by l.expires_at, l.id limit ${MAX_ROWS}`.execute(db)
  return rows
}

/** Organisations whose mails could not be built in the last 7 days. */
export async function listFailedMails(db: Db, scope: VisibleScope): Promise<AttentionEntry[]> {
  const { rows } = await sql<AttentionEntry>`
    select 'failed-mails' as kind, t.id, t.name, null as language, count(*) as count
    from audit_events e join tenants t on t.id = e.tenant_id
    where ${inScope('e.tenant_id', scope)} and e.action = 'mail.failed' and e.at > now() - interval '7 days'
    group by t.id order by 5 desc, 3 limit ${MAX_ROWS}`.execute(db)
  return rows
}

/** Organisations with certificates to renew, soonest first. */
export async function listExpiring(db: Db, scope: VisibleScope, now: Date) {
  // What is shown of an organisation is looked up for the first ones only.
  const { rows } = await sql<ExpiringCertificates>`
    with ending as materialized (${expiringCertificates(scope, now)}),
    counted as (
      select kind, tenant_id, count(*)::int as count,
        row_number() over (partition by kind order by min(valid_until), tenant_id) as place
      from ending group by kind, tenant_id)
    select c.kind, t.id, t.name, c.count,
      jsonb_build_object('id', f.id, 'number', f.number, 'valid_until', f.valid_until, 'person_id', f.user_id) as first
    from counted c
    join tenants t on t.id = c.tenant_id
    cross join lateral (
      select e.id, e.number, e.valid_until, e.user_id from ending e
      where e.kind = c.kind and e.tenant_id = c.tenant_id order by e.valid_until, e.id limit 1) f
    where c.place <= ${MAX_ROWS}
    order by f.valid_until, t.name`.execute(db)
  return rows
}
