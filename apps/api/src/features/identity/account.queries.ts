import { sql } from 'kysely'
import type { PlatformScope, Scope, Db } from '#db/scope.ts'

/** Locks the account until the transaction ends, so that two changes can't both remove the second-last method. False if there is none. */
export async function lockAccount(db: Db, scope: Scope, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type LockedUser = Awaited<ReturnType<typeof lockUsers>>[number]

/** Locks these users in the order of their ids, and first the organisations, whose changes lock users too. */
export async function lockUsers(db: Db, { tenantIds }: PlatformScope, ids: readonly number[]) {
  const isOf = sql<boolean>`tenant_id = any(${[...tenantIds]}::bigint[]) and id = any(${[...ids]}::bigint[])`
  await sql`select from tenants where id in (select tenant_id from users where ${isOf})
    order by id for key share`.execute(db)
  const users = await db
    .selectFrom('users')
    .select(['tenant_id', 'id', 'is_active', 'roles', 'removed_at'])
    .where(isOf)
    .orderBy('id')
    .forUpdate()
    .execute()
  return users.filter((user) => user.removed_at === null)
}

export async function listIdentities(db: Db, scope: Scope, userId: number) {
  return await db
    .selectFrom('identities')
    .select(['id', 'issuer', 'connection_id', 'is_salesforce', 'created_at'])
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(100)
    .execute()
}

/** Active connections for users of this organisation. */
export async function listOwnConnections(db: Db, { tenantId }: Scope) {
  return await db
    .selectFrom('sso_connections')
    .select(['id', 'name', 'domain', 'issuer'])
    .where('tenant_id', '=', tenantId)
    .where('is_active', '=', true)
    .where((eb) =>
      eb.or([eb('people_tenant_id', 'is', null), eb('people_tenant_id', '=', tenantId)]),
    )
    .orderBy('name')
    .orderBy('domain')
    .limit(100)
    .execute()
}

export async function deleteIdentity(db: Db, scope: Scope, userId: number, id: number) {
  await db
    .deleteFrom('identities')
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** The next link brings its own id. */
export async function forgetSalesforceId(db: Db, scope: Scope, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ salesforce_id: null })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .execute()
}
