import { sql } from 'kysely'
import type { Scope, Db } from '#core/context.ts'

export type KnownUser = { id: number; is_active: boolean; roles: string[] }

export async function findByIdentity(db: Db, scope: Scope, issuer: string, subject: string) {
  return await db
    .selectFrom('identities as i')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.user_id'),
    )
    .select(['u.id', 'u.is_active', 'u.roles'])
    .where('i.tenant_id', '=', scope.tenantId)
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst()
}

/** `is_linked`: the issuer already has a subject for the account. */
export async function findByEmail(db: Db, scope: Scope, issuer: string, email: string) {
  return await db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.is_active',
      'u.roles',
      sql<boolean>`exists (select from identities i where i.tenant_id = u.tenant_id and i.user_id = u.id and i.issuer = ${issuer})`.as(
        'is_linked',
      ),
    ])
    .where('u.tenant_id', '=', scope.tenantId)
    .where('u.email_norm', '=', email.toLowerCase())
    .executeTakeFirst()
}

/** Answers whether it was linked. An issuer has one subject for each account, and one account for each subject. */
export async function insertIdentity(
  db: Db,
  scope: Scope,
  identity: { issuer: string; subject: string; user_id: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identities')
    .values({ tenant_id: scope.tenantId, ...identity })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** A plain user without a password; undefined when the address is taken. */
export async function insertSsoUser(
  db: Db,
  scope: Scope,
  { email, name }: { email: string; name: string },
): Promise<KnownUser | undefined> {
  return await db
    .insertInto('users')
    .values({ tenant_id: scope.tenantId, email, name, roles: ['user'] })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'email_norm']).doNothing())
    .returning(['id', 'is_active', 'roles'])
    .executeTakeFirst()
}
