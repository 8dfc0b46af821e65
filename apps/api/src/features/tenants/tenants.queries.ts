import { sql } from 'kysely'
import type { PlatformScope } from '#core/context.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'

/** Ids of every organisation: what a god-admin has in view. Tenants are a cross-tenant table. */
export async function listOrganisationIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('tenants')
    .select('id')
    .where('kind', '<>', 'platform')
    .orderBy('name')
    .execute()
  return rows.map((row) => row.id)
}

export async function getPlatformId(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom('tenants')
    .select('id')
    .where('kind', '=', 'platform')
    .executeTakeFirstOrThrow()
  return id
}

/** Organisations with their people and this year's assessments. */
export async function listCustomers(db: Db, scope: PlatformScope, year: number) {
  const ids = [...scope.tenantIds]
  return await db
    .selectFrom('tenants as t')
    .select([
      't.id',
      't.name',
      't.domain',
      't.status',
      sql<boolean>`t.kind = 'public'`.as('is_public'),
      sql<number>`(select count(*) from users u where u.tenant_id = t.id and u.removed_at is null)`.as(
        'users',
      ),
      sql<number>`(select count(*) from assessments a where a.tenant_id = t.id and a.year = ${year} and a.status = 'in_progress')`.as(
        'assessments_in_progress',
      ),
      sql<number>`(select count(*) from assessments a where a.tenant_id = t.id and a.year = ${year} and a.status in ('completed', 'in_review', 'returned', 'certified'))`.as(
        'assessments_completed',
      ),
    ])
    .where('t.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('t.name')
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

export async function getTimeZone(db: Db, tenantId: number): Promise<string> {
  const row = await db
    .selectFrom('tenants')
    .select('time_zone')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return row.time_zone
}

export async function getLogo(db: Db, tenantId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('tenants')
    .select('logo')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return row?.logo ?? null
}

/** What a job needs to write in an organisation's name; nothing while it is suspended. */
export async function findActiveTenant(db: Db, tenantId: number): Promise<HostTenant | undefined> {
  return await db
    .selectFrom('tenants')
    .select([
      'id',
      'name',
      'domain',
      sql<HostTenant['kind']>`kind`.as('kind'),
      sql<HostTenant['signInMode']>`sign_in_mode`.as('signInMode'),
      'brand_colour as brandColour',
      sql<boolean>`logo is not null`.as('hasLogo'),
      'time_zone as timeZone',
    ])
    .where('id', '=', tenantId)
    .where('status', '=', 'active')
    .executeTakeFirst()
}
