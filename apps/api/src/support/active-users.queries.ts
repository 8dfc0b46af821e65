import { type RawBuilder, sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'

/** Whether a row `u` of users can sign in. */
export const IS_ACTIVE_USER: RawBuilder<boolean> = sql`(u.is_active and u.removed_at is null)`

/** Who can own or join a shared assessment `u`: active, of the private area, and neither auditor nor god-admin. */
export const IS_ELIGIBLE = sql<boolean>`(${IS_ACTIVE_USER} and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}')`

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
