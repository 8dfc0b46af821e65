import { sql } from 'kysely'
import type { PlatformScope, Scope, Db } from '#db/scope.ts'

/** The time to sign in at Salesforce. */
const NONCE_MINUTES = 10

/** Longer than an id token is accepted. */
const SPENT_MINUTES = 15

const now = sql<string>`now()`
const inMinutes = (minutes: number) => sql<string>`now() + make_interval(mins => ${minutes})`

export async function insertNonce(
  db: Db,
  scope: Scope,
  nonce: { nonce_hash: Buffer; browser_hash: Buffer; link_session_id?: number },
): Promise<void> {
  await db
    .deleteFrom('oidc_nonces')
    .where('tenant_id', '=', scope.tenantId)
    .where('expires_at', '<', now)
    .execute()
  await db
    .insertInto('oidc_nonces')
    .values({ tenant_id: scope.tenantId, ...nonce, expires_at: inMinutes(NONCE_MINUTES) })
    .execute()
}

/** Of several requests at the same time one gets the nonce. */
export async function takeNonce(db: Db, scope: Scope, nonceHash: Buffer) {
  return await db
    .deleteFrom('oidc_nonces')
    .where('tenant_id', '=', scope.tenantId)
    .where('nonce_hash', '=', nonceHash)
    .where('expires_at', '>', now)
    .returning([
      'browser_hash',
      'link_session_id',
      sql<string>`expires_at - make_interval(mins => ${NONCE_MINUTES})`.as('created_at'),
    ])
    .executeTakeFirst()
}

/** Answers whether this is the id token's first use. */
export async function spendIdToken(db: Db, scope: Scope, tokenHash: Buffer): Promise<boolean> {
  await db
    .deleteFrom('oidc_spent_tokens')
    .where('tenant_id', '=', scope.tenantId)
    .where('expires_at', '<', now)
    .execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('oidc_spent_tokens')
    .values({
      tenant_id: scope.tenantId,
      token_hash: tokenHash,
      expires_at: inMinutes(SPENT_MINUTES),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function storeSalesforceId(
  db: Db,
  scope: Scope,
  userId: number,
  salesforceId: string,
) {
  await db
    .updateTable('users')
    .set({ salesforce_id: salesforceId })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .where('salesforce_id', 'is', null)
    .execute()
}

/** Organisations that allow single sign-on. Tenants are a cross-tenant table. */
export async function listSsoTenantIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('tenants')
    .select('id')
    .where('status', '=', 'active')
    .where('kind', '<>', 'platform')
    .where('sign_in_mode', '<>', 'credentials')
    .execute()
  return rows.map((row) => row.id)
}

/** Of several accounts that Salesforce linked the one that was used last. */
export async function findAccountOf(
  db: Db,
  { tenantIds }: PlatformScope,
  { issuer, subject }: { issuer: string; subject: string },
) {
  return await db
    .selectFrom('identities as i')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.user_id'),
    )
    .select(['u.tenant_id as tenantId', 'u.id as userId'])
    .where('i.tenant_id', '=', sql<number>`any(${tenantIds}::bigint[])`)
    .where('i.is_salesforce', '=', true)
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .where('u.is_active', '=', true)
    .orderBy('u.last_login_at', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()
}
