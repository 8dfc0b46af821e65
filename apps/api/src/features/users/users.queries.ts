import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import { notFound } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'

export async function findUserForSignIn(db: Db, scope: Scope, email: string) {
  return await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_active'])
    .where('tenant_id', '=', scope.tenantId)
    .where('email_norm', '=', email.toLowerCase())
    .executeTakeFirst()
}

export async function getUser(db: Db, scope: Scope, userId: number) {
  const user = await db
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select([
      'u.id',
      'u.name',
      'u.email',
      'u.roles',
      'u.organisation_name',
      'u.is_active',
      'u.pending_email',
      'u.salesforce_id',
      'u.last_login_at',
      't.id as tenant_id',
      't.name as tenant_name',
      't.kind as tenant_kind',
      't.domain as tenant_domain',
      sql<boolean>`u.accepted_terms_version >= coalesce((select max(version) from terms where must_accept), 0)`.as(
        'tc_accepted',
      ),
    ])
    .where('u.tenant_id', '=', scope.tenantId)
    .where('u.id', '=', userId)
    .executeTakeFirst()
  if (!user) throw notFound('user')
  return user
}

/** The organisations that an auditor is assigned to. */
export async function listAuditedOrganisations(
  db: Db,
  scope: Scope,
  auditorId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('tenant_auditors')
    .select('organisation_id')
    .where('tenant_id', '=', scope.tenantId)
    .where('auditor_id', '=', auditorId)
    .orderBy('organisation_id')
    .execute()
  return rows.map((row) => row.organisation_id)
}

export async function touchLastLogin(db: Db, scope: Scope, userId: number): Promise<void> {
  await updateUser(db, scope, userId, { last_login_at: sql<string>`now()` as unknown as string })
}

export async function getPasswordHash(
  db: Db,
  scope: Scope,
  userId: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

type UserChange = Partial<{
  name: string
  organisation_name: string
  email: string
  pending_email: string | null
  password_hash: string
  accepted_terms_version: number
  last_login_at: string
}>

export async function updateUser(
  db: Db,
  scope: Scope,
  userId: number,
  change: UserChange,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(change)
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw notFound('user')
}
