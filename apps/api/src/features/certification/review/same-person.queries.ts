import { type RawBuilder, sql } from 'kysely'
import type { Actor, SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'

/** Identifies someone across accounts: email address and identities at providers. */
export type Person = { email: string; issuers: string[]; subjects: string[] }

export async function personOf({ actor, scope, inTenant }: SignedInContext): Promise<Person> {
  return await inTenant((db) => findPerson(db, scope, actor))
}

export async function findPerson(
  db: Db,
  { tenantId }: Scope,
  { id, email }: Pick<Actor, 'id' | 'email'>,
): Promise<Person> {
  const identities = await db
    .selectFrom('identities')
    .select(['issuer', 'subject'])
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', id)
    .execute()
  return {
    email,
    issuers: identities.map(({ issuer }) => issuer),
    subjects: identities.map(({ subject }) => subject),
  }
}

/** Whether a user `u` is the same person. */
export function isSamePerson({ email, issuers, subjects }: Person): RawBuilder<boolean> {
  return sql<boolean>`(u.email_norm = lower(${email}::text) or exists (
    select from unnest(${issuers}::text[], ${subjects}::text[]) own (issuer, subject)
    join identities i on i.tenant_id = u.tenant_id and i.issuer = own.issuer and i.subject = own.subject
    where i.user_id = u.id))`
}

export async function isAccountOf(db: Db, { tenantId }: Scope, userId: number, person: Person) {
  const found = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.tenant_id', '=', tenantId)
    .where('u.id', '=', userId)
    .where(isSamePerson(person))
    .executeTakeFirst()
  return found !== undefined
}
