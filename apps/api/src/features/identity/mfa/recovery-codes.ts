import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'

/** Without i, l, o, u, 0 and 1, which are easily mistaken. */
const LETTERS = 'abcdefghjkmnpqrstvwxyz23456789'
const LENGTH = 12
const COUNT = 10

/** Ten codes of 59 bits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () =>
    Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  )
}

/** For reading: `h4kw-9tmq-x7de`. */
export function inGroups(code: string): string {
  return code.match(/.{4}/g)?.join('-') ?? code
}

/** The codes can't be guessed, so a keyed hash without a work factor is enough. */
export function hashOfCode(secret: string, userId: number, code: string): Buffer {
  return createHmac('sha256', secret).update(`recovery code\n${userId}\n${code}`).digest()
}

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
