import { AssessmentStatus } from 'contract/assessments'
import { sql } from 'kysely'
import type { PlatformScope, Scope } from '#core/context.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import { ofTenants } from '#db/of-tenants.ts'
import type { lockTenant } from '#support/tenants.queries.ts'

const BEGUN = AssessmentStatus.exclude(['not_started']).options

// Of a row `t` of tenants: its people who are not removed, and those of them who may sign in (decision 041).
const PEOPLE = sql<number>`(select coalesce(sum(h.people), 0) from headcounts h where h.tenant_id = t.id)`
const ACTIVE = sql<number>`(select coalesce(sum(h.active), 0) from headcounts h where h.tenant_id = t.id)`

/**
 * These organisations, in this order, with their people and this year's assessments. These are counted status by status,
 * each out of an index alone.
 */
export async function listCustomers(db: Db, { tenantIds: ids }: PlatformScope, year: number) {
  return await db
    .selectFrom('tenants as t')
    .crossJoinLateral(
      sql<{ in_progress: number; completed: number }>`(
        select coalesce(sum(n) filter (where x.status = 'in_progress'), 0) as in_progress,
          coalesce(sum(n) filter (where x.status <> 'in_progress'), 0) as completed
        from unnest(${BEGUN}::text[]) x(status)
        cross join lateral (
          select count(*)::int as n from assessments a where a.tenant_id = t.id and a.year = ${year} and a.status = x.status) own)`.as(
        'counted',
      ),
    )
    .select(['t.id', 't.name', 't.domain', 't.status', PEOPLE.as('users')])
    .select([
      'counted.in_progress as assessments_in_progress',
      'counted.completed as assessments_completed',
    ])
    .select(sql<boolean>`t.kind = 'public'`.as('is_public'))
    .where(ofTenants('t.id', ids))
    .orderBy(sql`array_position(${[...ids]}::bigint[], t.id)`)
    .execute()
}

/** Which auditors are assigned to which of these organisations. The assignments belong to the platform's tenant. */
export async function listAuditors(db: Db, platformId: number, organisationIds: readonly number[]) {
  return await db
    .selectFrom('tenant_auditors as a')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'a.tenant_id').onRef('u.id', '=', 'a.auditor_id'),
    )
    .select(['a.organisation_id', 'u.id', 'u.name'])
    .where('a.tenant_id', '=', platformId)
    .where('a.organisation_id', '=', sql<number>`any(${[...organisationIds]}::bigint[])`)
    .orderBy('u.name')
    .execute()
}

const LOGO_VERSION = sql<string | null>`encode(sha256(t.logo), 'hex')`

/** Which logo stands; nobody else changes it until the transaction ends. */
export async function lockLogo(db: Db, scope: Scope): Promise<string | null> {
  const { version } = await db
    .selectFrom('tenants as t')
    .select(LOGO_VERSION.as('version'))
    .where('t.id', '=', scope.tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return version
}

/** What the form of an organisation shows beside what lists show. */
export async function getSettings(db: Db, scope: Scope) {
  return await db
    .selectFrom('tenants as t')
    .select([
      't.version',
      't.brand_colour',
      't.time_zone',
      't.retention_years',
      't.is_mfa_required',
      sql<HostTenant['signInMode']>`t.sign_in_mode`.as('sign_in_mode'),
      sql<boolean>`t.logo is not null`.as('has_logo'),
      LOGO_VERSION.as('logo_version'),
      sql<number>`open_invitations(t.id)`.as('open_invitations'),
      ACTIVE.as('active_users'),
      sql<number>`${ACTIVE} - (
        select count(*) from users u where u.tenant_id = t.id and u.is_active and u.id in (
          select a.user_id from authenticators a where a.tenant_id = t.id and a.confirmed_at is not null))`.as(
        'without_second_step',
      ),
      sql<number>`(select count(*) from sso_connections c where c.tenant_id = t.id and c.is_active)`.as(
        'active_connections',
      ),
      sql<number>`(select coalesce(sum(f.size), 0)::float8 from attachments f where f.tenant_id = t.id)`.as(
        'attachment_bytes',
      ),
      't.attachment_quota',
    ])
    .where('t.id', '=', scope.tenantId)
    .executeTakeFirstOrThrow()
}

type Changeable = Omit<Awaited<ReturnType<typeof lockTenant>>, 'kind' | 'version'>
type TenantChange = { [Name in keyof Changeable]?: Changeable[Name] | undefined } & {
  logo?: Buffer | null
}

export async function updateTenant(db: Db, scope: Scope, change: TenantChange): Promise<void> {
  await db.updateTable('tenants').set(change).where('id', '=', scope.tenantId).execute()
}

/** Answers whether it was added: a domain names one organisation. */
export async function insertTenant(
  db: Db,
  tenant: { id: number; name: string; domain: string; brand_colour?: string | undefined },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('tenants')
    .values(tenant)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function isDomainTaken(db: Db, domain: string): Promise<boolean> {
  const row = await db
    .selectFrom('tenants')
    .select('id')
    .where('domain', '=', domain)
    .executeTakeFirst()
  return row !== undefined
}

/** People of the platform who may be assigned: active, with the role. */
export async function listAssignableAuditors(db: Db, scope: Scope) {
  return await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('tenant_id', '=', scope.tenantId)
    .where('is_active', '=', true)
    .where('roles', '@>', sql<string[]>`array['auditor']`)
    .orderBy('name')
    .execute()
}

/** Makes these the auditors of an organisation; the assignments lie in the platform's tenant. */
export async function assignAuditors(
  db: Db,
  platform: Scope,
  organisationId: number,
  auditorIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('tenant_auditors')
    .where('tenant_id', '=', platform.tenantId)
    .where('organisation_id', '=', organisationId)
    .execute()
  if (auditorIds.length === 0) return
  await db
    .insertInto('tenant_auditors')
    .values(
      auditorIds.map((auditor_id) => ({
        tenant_id: platform.tenantId,
        organisation_id: organisationId,
        auditor_id,
      })),
    )
    .execute()
}

export async function getLogo(db: Db, tenantId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('tenants')
    .select('logo')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return row?.logo ?? null
}
