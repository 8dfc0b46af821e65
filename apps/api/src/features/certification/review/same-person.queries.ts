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

/** The owner and the approver of the assessment `a`, and everyone who is or was a member of it or asked to approve it. */
const PARTICIPANTS = sql`(select a.tenant_id, coalesce(a.user_id, a.owner_id)
  union all select m.tenant_id, m.user_id from assessment_members m where m.tenant_id = a.tenant_id and m.assessment_id = a.id
  union all select a.tenant_id, a.approver_id where a.approver_id is not null
  union all select p.tenant_id, p.approver_id from approvals p where p.tenant_id = a.tenant_id and p.assessment_id = a.id)`

/** Whether this person took part in the assessment `a`, so that they don't review it. */
export function tookPart(person: Person): RawBuilder<boolean> {
  return sql<boolean>`exists (select from users u
    where (u.tenant_id, u.id) in ${PARTICIPANTS} and ${isSamePerson(person)})`
}

export async function hasTakenPart(db: Db, { tenantId }: Scope, id: number, person: Person) {
  const { rows } = await sql`
    select from assessments a where a.tenant_id = ${tenantId} and a.id = ${id} and ${tookPart(person)}`.execute(
    db,
  )
  return rows.length > 0
}

export async function listParticipants(db: Db, scope: Scope, id: number): Promise<Person[]> {
  const { rows } = await sql<{ id: number; email: string }>`
    select u.id, u.email from assessments a
    join users u on u.tenant_id = a.tenant_id and (u.tenant_id, u.id) in ${PARTICIPANTS}
    where a.tenant_id = ${scope.tenantId} and a.id = ${id} order by u.id`.execute(db)
  const people: Person[] = []
  for (const user of rows) people.push(await findPerson(db, scope, user))
  return people
}
