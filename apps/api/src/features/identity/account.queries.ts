import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'

/** Holds the account until the transaction ends: of two ways taken away at once, the second sees that it is the last. */
export async function lockAccount(db: Db, scope: Scope, userId: number): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

export async function listIdentities(db: Db, scope: Scope, userId: number) {
  return await db
    .selectFrom('identities')
    .select(['id', 'issuer', 'created_at'])
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(100)
    .execute()
}

/** Connections that sign this organisation's own people in. */
export async function listOwnConnections(db: Db, scope: Scope) {
  return await db
    .selectFrom('sso_connections')
    .select(['name', 'domain', 'issuer'])
    .where('tenant_id', '=', scope.tenantId)
    .where('is_active', '=', true)
    .where((eb) =>
      eb.or([eb('people_tenant_id', 'is', null), eb('people_tenant_id', '=', scope.tenantId)]),
    )
    .orderBy('name')
    .orderBy('domain')
    .limit(100)
    .execute()
}

export async function deleteIdentity(
  db: Db,
  scope: Scope,
  userId: number,
  id: number,
): Promise<void> {
  await db
    .deleteFrom('identities')
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Whoever is linked next brings an id of their own. */
export async function forgetSalesforceId(db: Db, scope: Scope, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ salesforce_id: null })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .execute()
}
