import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'

/** Changing how one signs in takes a sign-in that is no older. */
const FRESH_MINUTES = 10

/** How a session began, and what the account has besides. */
export async function getSignIn(db: Db, scope: Scope, userId: number, sessionId: number) {
  return await db
    .selectFrom('sessions as s')
    .select([
      sql<'password' | 'sso'>`s.method`.as('method'),
      sql<boolean>`s.created_at > now() - make_interval(mins => ${FRESH_MINUTES})`.as('is_fresh'),
      sql<boolean>`exists (select from authenticators a where a.tenant_id = s.tenant_id
        and a.user_id = s.user_id and a.confirmed_at is not null)`.as('has_mfa'),
    ])
    .where('s.tenant_id', '=', scope.tenantId)
    .where('s.id', '=', sessionId)
    .where('s.user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

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
