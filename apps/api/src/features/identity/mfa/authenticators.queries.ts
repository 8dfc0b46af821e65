import type { SessionMethod } from 'contract/enumerations'
import { sql } from 'kysely'
import { hasTwoStep } from '#features/identity/two-step.queries.ts'
import type { Scope, Db } from '#db/scope.ts'

export async function isMfaOn(db: Db, scope: Scope, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('authenticators')
    .select('user_id')
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a secret until its first code confirms it. Answers false when verification is already on. */
export async function insertAuthenticator(db: Db, scope: Scope, userId: number, secret: Buffer) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('authenticators')
    .values({ tenant_id: scope.tenantId, user_id: userId, secret })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet({ secret })
        .where('authenticators.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Locks the row until the transaction ends, so that parallel codes are compared in series. */
export async function lockAuthenticator(
  db: Db,
  scope: Scope,
  userId: number,
  { isConfirmed }: { isConfirmed: boolean },
) {
  return await db
    .selectFrom('authenticators')
    .select(['secret', 'last_step'])
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Stores the used step, with the secret encrypted by the newest key. */
export async function saveStep(
  db: Db,
  scope: Scope,
  userId: number,
  step: { last_step: number; secret: Buffer },
): Promise<void> {
  await db
    .updateTable('authenticators')
    .set({ ...step, confirmed_at: sql<string>`coalesce(confirmed_at, now())` })
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .execute()
}

/** Answers whether verification was on. */
export async function deleteAuthenticator(db: Db, scope: Scope, userId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('authenticators')
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return (row?.confirmed_at ?? null) !== null
}

export async function getMfaStatus(db: Db, scope: Scope, userId: number, sessionId: number) {
  return await db
    .selectFrom('sessions as s')
    .innerJoin('tenants as t', 't.id', 's.tenant_id')
    .select([
      sql<SessionMethod>`s.method`.as('method'),
      't.is_mfa_required as is_required',
      hasTwoStep(sql`s.tenant_id`, sql`s.user_id`).as('is_enabled'),
      sql<number>`(select count(*) from recovery_codes r where r.tenant_id = s.tenant_id and r.user_id = s.user_id
        and r.used_at is null)`.as('recovery_codes_left'),
    ])
    .where('s.tenant_id', '=', scope.tenantId)
    .where('s.id', '=', sessionId)
    .where('s.user_id', '=', userId)
    .executeTakeFirstOrThrow()
}
