import { type RawBuilder, sql } from 'kysely'
import type { AllScope, Db, PlatformScope, Scope } from '#db/scope.ts'
import { moving, notFound } from '#core/errors.ts'
import { type HostTenant, yearOf } from '#core/host-tenant.ts'
import { inScope } from '#db/in-scope.ts'

/** Whether a row `t` of tenants is an organisation. */
export const IS_ORGANISATION: RawBuilder<boolean> = sql`t.kind <> 'platform'`

/** The status of a row `t` of tenants. One that moves is stored as suspended. */
export const TENANT_STATUS = sql<'active' | 'moving' | 'suspended'>`
  case when t.moving_at is null then t.status else 'moving' end`

/** By name. Tenants are a cross-tenant table. */
export async function listOrganisationIds(db: Db, isWanted = IS_ORGANISATION): Promise<number[]> {
  const rows = await db
    .selectFrom('tenants as t')
    .select('t.id')
    .where(isWanted)
    .orderBy('t.name')
    .execute()
  return rows.map((row) => row.id)
}

/** Of all tenants, the platform included. */
export async function listTenantIds(db: Db): Promise<number[]> {
  return await listOrganisationIds(db, sql`true`)
}

/** As `listTenantIds`, without organisations that move to another installation. */
export async function listChangeableIds(db: Db): Promise<number[]> {
  return await listOrganisationIds(db, sql`t.moving_at is null`)
}

/** The organisations that an auditor of the platform is assigned to. */
export async function listAssignedIds(
  db: Db,
  { tenantId }: Scope,
  auditorId: number,
): Promise<number[]> {
  return await listOrganisationIds(
    db,
    sql<boolean>`t.id in (select a.organisation_id from tenant_auditors a
      where a.tenant_id = ${tenantId} and a.auditor_id = ${auditorId})`,
  )
}

export async function getPlatformId(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom('tenants')
    .select('id')
    .where('kind', '=', 'platform')
    .executeTakeFirstOrThrow()
  return id
}

/** The visible organisation of a row. */
export async function findTenantOf(
  db: Db,
  scope: PlatformScope | AllScope,
  table: 'certifications' | 'content_sets' | 'reviews',
  id: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom(table)
    .select('tenant_id')
    .where(inScope('tenant_id', scope))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.tenant_id
}

export async function getTimeZone(db: Db, tenantId: number): Promise<string> {
  const row = await db
    .selectFrom('tenants')
    .select('time_zone')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return row.time_zone
}

/** The current year in the organisation's time zone. */
export async function getYear(db: Db, { tenantId }: Scope, now: Date): Promise<number> {
  return yearOf({ timeZone: await getTimeZone(db, tenantId) }, now)
}

/** For changes, which wait for each other. New rows of the organisation don’t wait. */
export async function lockTenant(db: Db, scope: Scope) {
  const { moving_at, ...tenant } = await db
    .selectFrom('tenants')
    .select([
      'name',
      'domain',
      'kind',
      'brand_colour',
      'time_zone',
      'retention_years',
      'is_mfa_required',
      'attachment_quota',
      'status',
      'removal_at',
      'moving_at',
      'version',
      sql<HostTenant['signInMode']>`sign_in_mode`.as('sign_in_mode'),
    ])
    .where('id', '=', scope.tenantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (moving_at !== null) throw moving()
  return tenant
}

/** Makes earlier versions of these organisations stale. */
export async function raiseVersion(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('tenants')
    .set({ version: sql<number>`version + 1` })
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
}

/** Locks the organisations. Always before users, so that no two transactions wait for each other. */
export async function lockTenants(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function nextId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('ids') as id`.execute(db)
  return rows[0]?.id ?? 0
}

export async function getHostTenant(db: Db, tenantId: number): Promise<HostTenant> {
  return await selectHostTenant(db, tenantId).executeTakeFirstOrThrow(() =>
    notFound('organisation'),
  )
}

/** Undefined while the organisation is suspended. */
export async function findActiveTenant(db: Db, tenantId: number): Promise<HostTenant | undefined> {
  return await selectHostTenant(db, tenantId).where('status', '=', 'active').executeTakeFirst()
}

function selectHostTenant(db: Db, tenantId: number) {
  return db
    .selectFrom('tenants')
    .select([
      'id',
      'name',
      'domain',
      sql<HostTenant['kind']>`kind`.as('kind'),
      sql<HostTenant['signInMode']>`sign_in_mode`.as('signInMode'),
      'brand_colour as brandColour',
      sql<boolean>`logo is not null`.as('hasLogo'),
      sql<Buffer | null>`substring(logo from 17 for 8)`.as('logoHead'),
      'time_zone as timeZone',
    ])
    .where('id', '=', tenantId)
}

export async function getLogo(db: Db, tenantId: number): Promise<Buffer> {
  const row = await db
    .selectFrom('tenants')
    .select('logo')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  if (!row?.logo) throw notFound('logo')
  return row.logo
}
