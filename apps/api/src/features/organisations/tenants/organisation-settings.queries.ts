import { sql } from 'kysely'
import { IS_ACTIVE_USER } from '#support/active-users.queries.ts'
import { hasTwoStep } from '#features/identity/two-step.queries.ts'
import type { Scope, Db } from '#db/scope.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import { STORED_BYTES } from '#support/stored-bytes.queries.ts'
import type { lockTenant } from '#support/tenants.queries.ts'

const LOGO_VERSION = sql<string | null>`encode(sha256(t.logo), 'hex')`

/** Returns the logo's version and locks the row. */
export async function lockLogo(db: Db, scope: Scope): Promise<string | null> {
  const { version } = await db
    .selectFrom('tenants as t')
    .select(LOGO_VERSION.as('version'))
    .where('t.id', '=', scope.tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return version
}

export async function getSettings(db: Db, scope: Scope) {
  return await db
    .selectFrom('tenants as t')
    .select([
      't.version',
      't.removal_at',
      't.brand_colour',
      't.time_zone',
      't.retention_years',
      't.is_mfa_required',
      sql<HostTenant['signInMode']>`t.sign_in_mode`.as('sign_in_mode'),
      sql<boolean>`t.logo is not null`.as('has_logo'),
      LOGO_VERSION.as('logo_version'),
      sql<Buffer | null>`substring(t.logo from 17 for 8)`.as('logoHead'),
      sql<number>`(select count(*) from one_time_links l where l.tenant_id = t.id and l.kind = 'invite'
        and l.used_at is null and l.revoked_at is null and l.expires_at > now())`.as(
        'open_invitations',
      ),
      sql<number>`(select count(*) from users u where u.tenant_id = t.id and ${IS_ACTIVE_USER})`.as(
        'active_users',
      ),
      sql<number>`(select count(*) from users u where u.tenant_id = t.id and ${IS_ACTIVE_USER}
        and not ${hasTwoStep()})`.as('without_mfa'),
      sql<number>`(select count(*) from sso_connections c where c.tenant_id = t.id and c.is_active)`.as(
        'active_connections',
      ),
      STORED_BYTES.as('attachment_bytes'),
      't.attachment_quota',
    ])
    .where('t.id', '=', scope.tenantId)
    .executeTakeFirstOrThrow()
}

type Changeable = Omit<Awaited<ReturnType<typeof lockTenant>>, 'kind' | 'version'>
type TenantChange = { [Name in keyof Changeable]?: Changeable[Name] | undefined } & {
  logo?: Buffer | null
  moving_at?: string | null
}

export async function updateTenant(db: Db, scope: Scope, change: TenantChange): Promise<void> {
  await db.updateTable('tenants').set(change).where('id', '=', scope.tenantId).execute()
}

/** False if the domain is taken. */
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

/** The assignments are rows of the platform. */
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
