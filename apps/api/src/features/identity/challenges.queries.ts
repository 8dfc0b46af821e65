import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import { MFA_SECONDS, type MfaClaims } from '#features/identity/mfa-token.ts'
import type { Db } from '#db/driver.ts'

export const TRIES = 5

/** Opens the second step of a sign-in; answers the id that its token carries. */
export async function insertChallenge(db: Db, scope: Scope, userId: number): Promise<number> {
  await deleteOldChallenges(db, scope, userId)
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

/** Counts one try, before it is compared: of any number at once no more than five are. Answers which it is. */
export async function takeTry(
  db: Db,
  scope: Scope,
  { challengeId, userId }: MfaClaims,
): Promise<number | undefined> {
  const taken = await db
    .updateTable('mfa_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', challengeId)
    .where('user_id', '=', userId)
    .where('tries', '<', TRIES)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('tries')
    .executeTakeFirst()
  return taken?.tries
}

/** Ends the second step; of many at once exactly one succeeds. */
export async function spendChallenge(
  db: Db,
  scope: Scope,
  { challengeId, userId }: MfaClaims,
): Promise<boolean> {
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

/** Ends every sign-in of this person that waits for its second step. */
export async function deleteChallenges(db: Db, scope: Scope, userId: number): Promise<void> {
  await db
    .deleteFrom('mfa_challenges')
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .execute()
}

/** The same for everybody of the organisation. */
export async function deleteEveryChallenge(db: Db, scope: Scope): Promise<void> {
  await db.deleteFrom('mfa_challenges').where('tenant_id', '=', scope.tenantId).execute()
}

async function deleteOldChallenges(db: Db, scope: Scope, userId: number): Promise<void> {
  await db
    .deleteFrom('mfa_challenges')
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('expires_at', '<', sql<string>`now()`)
    .execute()
}
