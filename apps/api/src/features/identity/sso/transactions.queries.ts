import { type Insertable, sql } from 'kysely'
import type { ProviderClaims } from '#adapters/provider-claims.ts'
import type { Scope, Db } from '#db/scope.ts'
import type { SsoTransactions } from '#db/schema.gen.ts'

const MINUTES = 10

type NewTransaction = Omit<Insertable<SsoTransactions>, 'tenant_id' | 'expires_at'>

export async function insertTransaction(db: Db, scope: Scope, transaction: NewTransaction) {
  await db
    .deleteFrom('sso_transactions')
    .where('tenant_id', '=', scope.tenantId)
    .where('expires_at', '<', sql<string>`now()`)
    .execute()
  await db
    .insertInto('sso_transactions')
    .values({
      tenant_id: scope.tenantId,
      ...transaction,
      expires_at: sql<string>`now() + make_interval(mins => ${MINUTES})`,
    })
    .execute()
}

/** Uses up the answer of an OpenID sign-in. Of several requests at the same time one gets it. */
export async function takeTransaction(db: Db, scope: Scope, stateHash: Buffer) {
  return await db
    .updateTable('sso_transactions')
    .set({ answered_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('state_hash', '=', stateHash)
    .where('request_id', 'is', null)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning([
      'state_hash',
      'connection_id',
      'browser_hash',
      'redirect',
      'link_session_id',
      'nonce',
      'verifier',
      'created_at',
    ])
    .executeTakeFirst()
}

/** Uses up the request of a SAML sign-in, even if its answer is refused. */
export async function takeRequest(db: Db, scope: Scope, stateHash: Buffer) {
  return await db
    .updateTable('sso_transactions')
    .set({ answered_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('state_hash', '=', stateHash)
    .where('request_id', 'is not', null)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['connection_id', 'request_id', 'redirect', 'link_session_id', 'created_at'])
    .executeTakeFirst()
}

/** Whether a SAML sign-in with this request waits for its answer. */
export async function hasRequest(db: Db, scope: Scope, requestId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sso_transactions')
    .select('state_hash')
    .where('tenant_id', '=', scope.tenantId)
    .where('request_id', '=', requestId)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * A sign-in that ended when its connection was changed, turned off or removed, by its state or its answer. `is_active`
 * is null if there is no connection any more.
 */
export async function findEnded(db: Db, scope: Scope, hash: Buffer) {
  const kept = sql<Buffer>`sha256(${hash}::bytea)`
  return await db
    .selectFrom('sso_transactions as t')
    .leftJoin('sso_connections as c', (join) =>
      join.onRef('c.tenant_id', '=', 't.tenant_id').onRef('c.id', '=', 't.connection_id'),
    )
    .select(['c.is_active', 'c.domain', 't.redirect', 't.link_session_id'])
    .where('t.tenant_id', '=', scope.tenantId)
    .where((eb) => eb.or([eb('t.state_hash', '=', kept), eb('t.finish_hash', '=', kept)]))
    .where('t.expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
}

/** Keeps a verified SAML answer for the browser that fetches it. */
export async function storeAnswer(
  db: Db,
  scope: Scope,
  stateHash: Buffer,
  { finishHash, claims }: { finishHash: Buffer; claims: ProviderClaims },
): Promise<void> {
  await db
    .updateTable('sso_transactions')
    .set({ finish_hash: finishHash, person: JSON.stringify(claims) })
    .where('tenant_id', '=', scope.tenantId)
    .where('state_hash', '=', stateHash)
    .execute()
}

/** Uses up the verified answer of a SAML sign-in. */
export async function takeAnswer(db: Db, scope: Scope, finishHash: Buffer) {
  const row = await db
    .updateTable('sso_transactions')
    .set({ finish_hash: null })
    .where('tenant_id', '=', scope.tenantId)
    .where('finish_hash', '=', finishHash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning([
      'state_hash',
      'connection_id',
      'browser_hash',
      'redirect',
      'link_session_id',
      'person',
    ])
    .executeTakeFirst()
  return row && { ...row, claims: row.person as unknown as ProviderClaims }
}

/**
 * Ends a sign-in in the transaction of what it leads to. False if its connection was changed or turned off since it
 * started; a change at the same moment waits, and then ends what came of it.
 */
export async function endTransaction(db: Db, scope: Scope, stateHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sso_transactions')
    .where('tenant_id', '=', scope.tenantId)
    .where('state_hash', '=', stateHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
