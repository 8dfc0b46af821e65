import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'

/** Refresh tokens slide by a day, a session ends after a fortnight at the latest. */
const SESSION_DAYS = 14
const TOKEN_HOURS = 24

/** Of a session that nobody has revoked; its last token is as old as its last use. */
const IS_ALIVE = sql<boolean>`expires_at > now() and last_used_at > now() - make_interval(hours => ${TOKEN_HOURS})`

/** A replaced token may come again this much later: two tabs, or an answer that was lost. */
const GRACE_SECONDS = 10

export type SignInMethod = { method: 'password' | 'sso'; second_step?: 'app' | 'recovery code' }

/** Starts a session of somebody who has signed in just now. */
export async function insertSession(
  db: Db,
  scope: Scope,
  { userId, device, method }: { userId: number; device: string; method: SignInMethod['method'] },
): Promise<number> {
  const { id } = await db
    .insertInto('sessions')
    .values({
      tenant_id: scope.tenantId,
      user_id: userId,
      device,
      method,
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
    // A repeat within the grace derives the same successor.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Marks a token as replaced; of many at once exactly one finds it still current. */
export async function replaceRefreshToken(
  db: Db,
  scope: Scope,
  tokenHash: Buffer,
): Promise<boolean> {
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

export type FoundToken = {
  session_id: number
  user_id: number
  is_replaced: boolean
  is_in_grace: boolean
}

/** A token whose session lives, with what has become of the token. */
export async function findRefreshToken(
  db: Db,
  scope: Scope,
  tokenHash: Buffer,
): Promise<FoundToken | undefined> {
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

export async function touchSession(db: Db, scope: Scope, sessionId: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', sessionId)
    .execute()
}

export async function listSessions(db: Db, scope: Scope, userId: number) {
  return await db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(IS_ALIVE)
    .orderBy('last_used_at', 'desc')
    .limit(100)
    .execute()
}

/** Ends one session of this person; answers whether it was alive. */
export async function revokeSession(
  db: Db,
  scope: Scope,
  userId: number,
  sessionId: number,
): Promise<boolean> {
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

/** Ends all sessions of this person but one; answers how many were alive. */
export async function revokeOtherSessions(
  db: Db,
  scope: Scope,
  userId: number,
  keptId: number,
): Promise<number> {
  const ended = await db
    .updateTable('sessions')
    .set({ revoked_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('id', '<>', keptId)
    .where('revoked_at', 'is', null)
    .returning(IS_ALIVE.as('is_alive'))
    .execute()
  return ended.filter(({ is_alive }) => is_alive).length
}

/** Ends every session of this person. */
export async function revokeAllSessions(db: Db, scope: Scope, userId: number): Promise<number> {
  return await revokeOtherSessions(db, scope, userId, 0)
}

/** Ends every session of the organisation. */
export async function revokeEverySession(db: Db, scope: Scope): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ revoked_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
