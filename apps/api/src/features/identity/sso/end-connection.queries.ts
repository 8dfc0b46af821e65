import { type RawBuilder, sql } from 'kysely'
import type { Db, PlatformScope } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'

/** Ends what the connection, or no known one, signed in; never the session of the caller. Answers how many were live. */
export async function revokeSessionsOf(
  db: Db,
  scope: PlatformScope,
  connectionId: number,
  callerSessionId = 0,
): Promise<number> {
  const isMadeByIt: RawBuilder<boolean> = sql`(connection_id = ${connectionId}
    or connection_id is null and not is_salesforce)`
  return await revokeSsoSessions(db, scope, isMadeByIt, callerSessionId)
}

/** Ends sessions of single sign-on. Answers how many were live. */
export async function revokeSsoSessions(
  db: Db,
  scope: PlatformScope,
  isMeant: RawBuilder<boolean>,
  callerSessionId: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revoked_at: sql<string>`now()` })
    .where(inScope('tenant_id', scope))
    .where('method', '=', 'sso')
    .where(isMeant)
    .where('id', '<>', callerSessionId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Ends sign-ins that have started, and what other hosts haven't taken over yet. Always before links and sessions. A
 * sign-in keeps nothing but the hash of its keys, so that `findEnded` can tell why it ended.
 */
export async function endSignInsOf(
  db: Db,
  scope: PlatformScope,
  connectionId: number,
): Promise<void> {
  await db
    .updateTable('sso_transactions')
    .set({
      state_hash: sql<Buffer>`sha256(state_hash)`,
      finish_hash: sql<Buffer | null>`sha256(finish_hash)`,
      nonce: null,
      verifier: null,
      request_id: null,
      person: null,
    })
    .where(inScope('tenant_id', scope))
    .where('connection_id', '=', connectionId)
    // Not those that ended before.
    .where((eb) => eb.or([eb('verifier', 'is not', null), eb('request_id', 'is not', null)]))
    .execute()
  await endHandoversOf(db, scope, connectionId)
}

/** The same for what another host hasn’t taken over yet. Their rows can’t be changed, so new ones replace them. */
async function endHandoversOf(db: Db, scope: PlatformScope, connectionId: number): Promise<void> {
  await db
    .with('ended', (ending) =>
      ending
        .deleteFrom('handovers')
        .where(inScope('tenant_id', scope))
        .where('connection_id', '=', connectionId)
        .returningAll(),
    )
    .insertInto('handovers')
    .columns([
      'tenant_id',
      'id_hash',
      'browser_hash',
      'target_tenant_id',
      'person_id',
      'expires_at',
    ])
    .expression((from) =>
      from
        .selectFrom('ended')
        .select([
          'tenant_id',
          sql<Buffer>`sha256(id_hash)`.as('id_hash'),
          'browser_hash',
          'target_tenant_id',
          'person_id',
          'expires_at',
        ]),
    )
    .execute()
  await db
    .with('ended', (ending) =>
      ending
        .deleteFrom('handover_codes')
        .where(inScope('tenant_id', scope))
        .where('connection_id', '=', connectionId)
        .returningAll(),
    )
    .insertInto('handover_codes')
    .columns(['tenant_id', 'code_hash', 'challenge', 'user_id', 'expires_at'])
    .expression((from) =>
      from
        .selectFrom('ended')
        .select([
          'tenant_id',
          sql<Buffer>`sha256(code_hash)`.as('code_hash'),
          'challenge',
          'user_id',
          'expires_at',
        ]),
    )
    .execute()
}

/** Removes all links of the connection. Answers the users who had one. */
export async function deleteIdentitiesOf(db: Db, scope: PlatformScope, connectionId: number) {
  const removed = await db
    .deleteFrom('identities as i')
    .using('users as u')
    .where(inScope('i.tenant_id', scope))
    .where('i.connection_id', '=', connectionId)
    .whereRef('u.tenant_id', '=', 'i.tenant_id')
    .whereRef('u.id', '=', 'i.user_id')
    .returning(['u.tenant_id', 'u.email', 'u.roles', 'i.provider_email'])
    .execute()
  return removed
}

/** Links that no connection has, of the previous version or of a connection that is gone. */
export async function listUnassigned(db: Db, { tenantId }: { tenantId: number }) {
  return await db
    .selectFrom('identities as i')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.user_id'),
    )
    .select([
      'i.id',
      'i.issuer',
      'i.created_at as linked_at',
      'u.id as user_id',
      'u.name as user_name',
    ])
    .where('i.tenant_id', '=', tenantId)
    .where('i.connection_id', 'is', null)
    .where('i.is_salesforce', '=', false)
    .orderBy('u.name')
    .orderBy('i.id')
    .limit(100)
    .execute()
}
