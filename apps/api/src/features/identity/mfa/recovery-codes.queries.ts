import { sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'

export async function replaceRecoveryCodes(
  db: Db,
  scope: Scope,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(db, scope, userId)
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ tenant_id: scope.tenantId, user_id: userId, code_hash })))
    .execute()
}

/** Uses a code up. Of several requests at the same time one succeeds. */
export async function spendRecoveryCode(
  db: Db,
  scope: Scope,
  userId: number,
  hashes: readonly Buffer[],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteRecoveryCodes(db: Db, scope: Scope, userId: number): Promise<void> {
  await db
    .deleteFrom('recovery_codes')
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .execute()
}
