import type { Role } from 'contract/permissions'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { likePattern } from '#db/like-pattern.ts'
import { IS_ACTIVE_USER, IS_ELIGIBLE } from '#support/active-users.queries.ts'

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

/** Who has an address in the organisation. */
export async function findByAddress(db: Db, { tenantId }: Scope, email: string) {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.tenant_id = ${tenantId} and u.email_norm = ${email.toLowerCase()}`.execute(
    db,
  )
  return rows[0]
}

/** Active users with one of these roles. */
export async function listWithRole(db: Db, { tenantId }: Scope, roles: readonly Role[]) {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.tenant_id = ${tenantId} and ${IS_ACTIVE_USER} and u.roles && ${[...roles]}::text[]`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
