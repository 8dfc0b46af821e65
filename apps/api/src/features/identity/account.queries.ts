import type { Scope, Db } from '#core/context.ts'

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

/** Active connections for users of this organisation. */
export async function listOwnConnections(db: Db, { tenantId }: Scope) {
  return await db
    .selectFrom('sso_connections')
    .select(['name', 'domain', 'issuer'])
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
