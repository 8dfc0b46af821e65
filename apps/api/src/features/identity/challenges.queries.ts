import { sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import { type MfaClaims, MFA_SECONDS } from '#features/identity/mfa-token.ts'

export const ATTEMPTS = 5

/** Answers the id for the token of a sign-in that waits for its code. */
export async function insertChallenge(db: Db, scope: Scope, userId: number): Promise<number> {
  await db
    .deleteFrom('mfa_challenges')
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('expires_at', '<', sql<string>`now()`)
    .execute()
  const { id } = await db
    .insertInto('mfa_challenges')
    .values({
      tenant_id: scope.tenantId,
      user_id: userId,
      expires_at: sql<string>`now() + make_interval(secs => ${MFA_SECONDS})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Counts an attempt before its code is compared, and answers its number. */
export async function takeAttempt(db: Db, scope: Scope, { challengeId, userId }: MfaClaims) {
  const taken = await db
    .updateTable('mfa_challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', challengeId)
    .where('user_id', '=', userId)
    .where('attempts', '<', ATTEMPTS)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('attempts')
    .executeTakeFirst()
  return taken?.attempts
}

/** Of several requests at the same time one succeeds. */
export async function spendChallenge(db: Db, scope: Scope, { challengeId, userId }: MfaClaims) {
  const { numUpdatedRows } = await db
    .updateTable('mfa_challenges')
    .set({ used_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', challengeId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Ends the user's sign-ins that wait for a code. */
export async function deleteChallenges(db: Db, scope: Scope, userId: number): Promise<void> {
  await db
    .deleteFrom('mfa_challenges')
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .execute()
}

/** The same for all users of the organisation. */
export async function deleteEveryChallenge(db: Db, scope: Scope): Promise<void> {
  await db.deleteFrom('mfa_challenges').where('tenant_id', '=', scope.tenantId).execute()
}
