import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'

type LinkKind = 'email-change'

/** domain.md, accounts: links expire after 7 days. */
const DAYS = 7

/** Makes a single-use signature of 256 bits; only its hash is kept. Earlier ones of the kind stop working. */
export async function insertLink(
  db: Db,
  scope: Scope,
  kind: LinkKind,
  userId: number,
  email: string,
): Promise<string> {
  const signature = randomBytes(32).toString('base64url')
  await deleteLinks(db, scope, kind, userId)
  await db
    .insertInto('one_time_links')
    .values({
      tenant_id: scope.tenantId,
      kind,
      user_id: userId,
      email,
      signature_hash: hashOf(signature),
      expires_at: sql<string>`now() + make_interval(days => ${DAYS})`,
    })
    .execute()
  return signature
}

/** Uses a link up; of many at once exactly one succeeds. Answers the address it was sent to. */
export async function useLink(
  db: Db,
  scope: Scope,
  kind: LinkKind,
  userId: number,
  signature: string,
): Promise<string> {
  const row = await db
    .updateTable('one_time_links')
    .set({ used_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('signature_hash', '=', hashOf(signature))
    .where('kind', '=', kind)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('email')
    .executeTakeFirst()
  if (!row)
    throw new ApiError(
      'signature-invalid',
      'This link has expired or was used before. Ask for a new one.',
    )
  return row.email
}

export async function deleteLinks(
  db: Db,
  scope: Scope,
  kind: LinkKind,
  userId: number,
): Promise<void> {
  await db
    .deleteFrom('one_time_links')
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .execute()
}

function hashOf(signature: string) {
  return createHash('sha256').update(signature).digest()
}
