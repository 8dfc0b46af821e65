import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { likePattern } from '#db/like-pattern.ts'
import { IS_ACTIVE_USER } from '#support/active-users.queries.ts'

/** Who can own or join a shared assessment `u`: active, of the private area, and neither auditor nor god-admin. */
export const IS_ELIGIBLE = sql<boolean>`(${IS_ACTIVE_USER} and u.roles && '{user,admin}' and not u.roles && '{auditor,god-admin}')`

const MOST_FOUND = 20

export async function findColleagues(db: Db, { tenantId }: Scope, search = '') {
  const pattern = likePattern(search.trim())
  const { rows } = await sql<{ id: number; name: string; email: string }>`
    select u.id, u.name, u.email from users u
    where u.tenant_id = ${tenantId} and ${IS_ELIGIBLE} and (u.name_norm like ${pattern} or u.email_norm like ${pattern})
    order by u.name, u.id limit ${MOST_FOUND}`.execute(db)
  return rows
}

export async function findColleague(db: Db, { tenantId }: Scope, userId: number) {
  const { rows } = await sql<{ id: number; name: string; is_eligible: boolean }>`
    select u.id, u.name, ${IS_ELIGIBLE} as is_eligible from users u
    where u.tenant_id = ${tenantId} and u.id = ${userId} and u.removed_at is null`.execute(db)
  return rows[0]
}
