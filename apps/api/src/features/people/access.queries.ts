import { sql } from 'kysely'
import { hasTwoStep } from '#features/identity/two-step.queries.ts'
import type { AdminUser } from 'contract/admin-users'
import type { Scope, Db } from '#db/scope.ts'
import { knownRoles } from '#core/permissions.ts'

/** All users of the platform, which are few, with the organisations that auditors are assigned to. */
export async function listAdminUsers(db: Db, scope: Scope): Promise<AdminUser[]> {
  const users = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.roles', 'u.is_active', 'u.last_login_at', 'u.version'])
    .select(hasTwoStep().as('mfaEnabled'))
    .where('u.tenant_id', '=', scope.tenantId)
    .execute()
  const assignments = await db
    .selectFrom('tenant_auditors as a')
    .innerJoin('tenants as t', 't.id', 'a.organisation_id')
    .select(['a.auditor_id', 't.id', 't.name'])
    .where('a.tenant_id', '=', scope.tenantId)
    .orderBy('t.name')
    .execute()
  return users.map((user) => ({
    ...user,
    roles: knownRoles(user.roles),
    organisations: assignments
      .filter(({ auditor_id }) => auditor_id === user.id)
      .map(({ id, name }) => ({ id, name })),
  }))
}

/** Locks the active god-admins in one order, so that the second of two simultaneous changes sees who is left. */
export async function lockGodAdmins(db: Db, scope: Scope): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('is_active', '=', true)
    .where(sql<boolean>`'god-admin' = any(roles)`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}

export async function updateAdminUser(
  db: Db,
  scope: Scope,
  id: number,
  change: Pick<AdminUser, 'name' | 'roles' | 'is_active'>,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}

/** Makes earlier versions of these users stale. */
export async function raiseVersionOf(db: Db, scope: Scope, userIds: readonly number[]) {
  await db
    .updateTable('users')
    .set({ version: sql<number>`version + 1` })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', sql<number>`any(${[...userIds]}::bigint[])`)
    .execute()
}

export async function replaceAssignments(
  db: Db,
  scope: Scope,
  auditorId: number,
  organisations: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('tenant_auditors')
    .where('tenant_id', '=', scope.tenantId)
    .where('auditor_id', '=', auditorId)
    .execute()
  if (organisations.length === 0) return
  const rows = organisations.map((organisation_id) => ({
    tenant_id: scope.tenantId,
    auditor_id: auditorId,
    organisation_id,
  }))
  await db.insertInto('tenant_auditors').values(rows).execute()
}

/** The ids that are in only one of two lists. */
export function difference(before: readonly number[], after: readonly number[]): number[] {
  return [
    ...before.filter((id) => !after.includes(id)),
    ...after.filter((id) => !before.includes(id)),
  ]
}
