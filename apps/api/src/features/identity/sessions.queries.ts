import type { SessionMethod } from 'contract/enumerations'
import { sql } from 'kysely'
import type { Db, PlatformScope, Scope } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import type { VouchedBy } from './sso/identities.queries.ts'

const SESSION_DAYS = 14
const TOKEN_HOURS = 24

/** Whether the session has not expired and its last token still works. */
const IS_ALIVE = sql<boolean>`expires_at > now() and last_used_at > now() - make_interval(hours => ${TOKEN_HOURS})`

/** A replaced token still works so long, for two tabs or a lost answer. */
const GRACE_SECONDS = 10

export type SignInDetails = { method: SessionMethod; verification?: 'app' | 'recovery code' }

type NewSession = {
  userId: number
  device: string
  address: string | null
  method: SessionMethod
  vouched: VouchedBy | undefined
}

export async function insertSession(
  db: Db,
  scope: Scope,
  { userId, device, address, method, vouched }: NewSession,
): Promise<number> {
  const { id } = await db
    .insertInto('sessions')
    .values({
      tenant_id: scope.tenantId,
      user_id: userId,
      device,
      address,
      method,
      ...vouched,
      expires_at: sql<string>`now() + make_interval(days => ${SESSION_DAYS})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('users')
    .set({ last_login_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .execute()
  return id
}

export async function insertRefreshToken(
  db: Db,
  scope: Scope,
  sessionId: number,
  tokenHash: Buffer,
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({
      tenant_id: scope.tenantId,
      session_id: sessionId,
      token_hash: tokenHash,
      expires_at: sql<string>`now() + make_interval(hours => ${TOKEN_HOURS})`,
    })
    // A repeat within the grace period has the same successor.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Of several requests at the same time one replaces the token. */
export async function replaceRefreshToken(db: Db, scope: Scope, tokenHash: Buffer) {
  const { numUpdatedRows } = await db
    .updateTable('refresh_tokens')
    .set({ replaced_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('token_hash', '=', tokenHash)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A token of a live session of an active user. */
export async function findRefreshToken(db: Db, scope: Scope, tokenHash: Buffer) {
  return await db
    .selectFrom('refresh_tokens as r')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 'r.tenant_id').onRef('s.id', '=', 'r.session_id'),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.id', '=', 's.user_id'),
    )
    .select([
      's.id as session_id',
      's.user_id',
      sql<boolean>`r.replaced_at is not null`.as('is_replaced'),
      sql<boolean>`r.replaced_at is not null and r.replaced_at > now() - make_interval(secs => ${GRACE_SECONDS})`.as(
        'is_in_grace',
      ),
    ])
    .where('r.tenant_id', '=', scope.tenantId)
    .where('r.token_hash', '=', tokenHash)
    .where('r.expires_at', '>', sql<string>`now()`)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', sql<string>`now()`)
    .where('u.is_active', '=', true)
    .executeTakeFirst()
}

export async function touchSession(
  db: Db,
  scope: Scope,
  sessionId: number,
  address: string | null,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql<string>`now()`, address })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', sessionId)
    .execute()
}

export async function listSessions(db: Db, scope: Scope, userId: number) {
  return await db
    .selectFrom('sessions')
    .select(['id', 'device', 'address', 'created_at', 'last_used_at'])
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(IS_ALIVE)
    .orderBy('last_used_at', 'desc')
    .limit(1000)
    .execute()
}

export async function countSessions(db: Db, scope: PlatformScope): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select(sql<number>`count(*)`.as('count'))
    .where(inScope('tenant_id', scope))
    .where('revoked_at', 'is', null)
    .where(IS_ALIVE)
    .executeTakeFirstOrThrow()
  return count
}

/** Answers whether the session was live. */
export async function revokeSession(db: Db, scope: Scope, userId: number, sessionId: number) {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revoked_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Answers how many sessions were live. */
export async function revokeOtherSessions(db: Db, scope: Scope, userId: number, currentId: number) {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('id', '<>', currentId)
    .where('revoked_at', 'is', null)
    .returning(IS_ALIVE.as('is_alive'))
    .execute()
  return ended.filter(({ is_alive }) => is_alive).length
}

export async function revokeAllSessions(db: Db, scope: Scope, userId: number): Promise<number> {
  return await revokeOtherSessions(db, scope, userId, 0)
}

/** Ends the sessions of all users of the organisation. */
export async function revokeEverySession(db: Db, scope: Scope): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revoked_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
