import { type RawBuilder, sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'

/** Whether a row `u` of users can sign in. */
export const IS_ACTIVE_USER: RawBuilder<boolean> = sql`(u.is_active and u.removed_at is null)`

export async function findActiveEmail(db: Db, { tenantId }: Scope, userId: number) {
  const user = await db
    .selectFrom('users as u')
    .select('u.email')
    .where('u.tenant_id', '=', tenantId)
    .where('u.id', '=', userId)
    .where(IS_ACTIVE_USER)
    .executeTakeFirst()
  return user?.email
}

export async function listAdminEmails(db: Db, scope: Scope, exceptId = 0): Promise<string[]> {
  const rows = await db
    .selectFrom('users as u')
    .select('u.email')
    .where('u.tenant_id', '=', scope.tenantId)
    .where(sql<boolean>`'admin' = any(u.roles)`)
    .where(IS_ACTIVE_USER)
    .where('u.id', '!=', exceptId)
    .orderBy('u.id')
    .execute()
  return rows.map(({ email }) => email)
}
