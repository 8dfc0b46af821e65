import { type Insertable, type Updateable, sql } from 'kysely'
import { hasTwoStep } from './two-step.queries.ts'
import { isHeldBy } from '#support/one-of.queries.ts'
import type { Scope, Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import type { Users } from '#db/schema.gen.ts'

type UserForSignIn = {
  id: number
  password_hash: string | null
  is_active: boolean
  has_sso: boolean
  is_linked: boolean
}

/** `issuer` is Salesforce's. An identity that is assigned to no connection counts for every one with its issuer. */
export async function findUserForSignIn(db: Db, { tenantId }: Scope, email: string, issuer = '') {
  const { rows } = await sql<UserForSignIn>`
    select u.id, u.password_hash, u.is_active,
      exists (select from identities i
        left join sso_connections c on c.tenant_id = i.tenant_id and c.issuer = i.issuer and c.is_active
          and coalesce(c.people_tenant_id, c.tenant_id) = c.tenant_id and coalesce(c.id = i.connection_id, not i.is_salesforce)
        where i.tenant_id = u.tenant_id and i.user_id = u.id
          and (c.id is not null or i.issuer = ${issuer} and i.connection_id is null)) as has_sso,
      exists (select from identities i where i.tenant_id = u.tenant_id and i.user_id = u.id) as is_linked
    from users u where u.tenant_id = ${tenantId} and u.email_norm = ${email.toLowerCase()}`.execute(
    db,
  )
  return rows[0]
}

/** Whether the compared password is still the user's. Locks the row, so that a later change ends the new session. */
export async function isPasswordUnchanged(
  db: Db,
  scope: Scope,
  { id, password_hash }: Pick<UserForSignIn, 'id' | 'password_hash'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('is_active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** A certificate's year goes by `now` in the organisation's time zone. */
export async function getUser(db: Db, scope: Scope, userId: number, now: Date) {
  return await db
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select([
      'u.id',
      'u.name',
      'u.email',
      'u.roles',
      'u.organisation_name',
      'u.is_active',
      'u.pending_email',
      'u.salesforce_id',
      'u.last_login_at',
      't.id as tenant_id',
      't.name as tenant_name',
      't.kind as tenant_kind',
      't.domain as tenant_domain',
      sql<boolean>`u.accepted_terms_version >= coalesce((select max(version) from terms where must_accept and effective_at <= now()), 0)`.as(
        'tc_accepted',
      ),
      hasTwoStep().as('mfa_enabled'),
      sql<boolean>`exists (select from certifications c where c.tenant_id = u.tenant_id and ${isHeldBy(sql<number>`u.id`)}
        and c.revoked_at is null and c.year = extract(year from ${now.toISOString()}::timestamptz at time zone t.time_zone))`.as(
        'has_certifications_this_year',
      ),
    ])
    .where('u.tenant_id', '=', scope.tenantId)
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow(() => notFound('user'))
}

/** Whether the organisation requires two-step verification that the session's user hasn't set up. */
export async function needsMfaSetup(db: Db, scope: Scope, sessionId: number): Promise<boolean> {
  const row = await db
    .selectFrom('signed_in')
    .select('needs_mfa_setup')
    .where('tenant_id', '=', scope.tenantId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row?.needs_mfa_setup === true
}

export async function hasUser(db: Db, scope: Scope, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function listAuditedOrganisations(db: Db, scope: Scope, auditorId: number) {
  const rows = await db
    .selectFrom('tenant_auditors')
    .select('organisation_id')
    .where('tenant_id', '=', scope.tenantId)
    .where('auditor_id', '=', auditorId)
    .orderBy('organisation_id')
    .execute()
  return rows.map((row) => row.organisation_id)
}

export async function getPasswordHash(db: Db, scope: Scope, userId: number) {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/** Kysely leaves out undefined fields. */
type Fields<T> = { [Key in keyof T]: {} extends Pick<T, Key> ? T[Key] | undefined : T[Key] }

export type NewUser = Fields<Omit<Insertable<Users>, 'tenant_id'>>

export async function insertUser(db: Db, scope: Scope, user: NewUser): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ tenant_id: scope.tenantId, ...user })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whose words a new password must not contain. */
export async function findPasswordOwner(db: Db, scope: Scope, email: string) {
  const row = await db
    .selectFrom('users')
    .select(['name', 'organisation_name'])
    .where('tenant_id', '=', scope.tenantId)
    .where('email_norm', '=', email.toLowerCase())
    .executeTakeFirst()
  return { email, name: row?.name ?? '', organisation: row?.organisation_name ?? '' }
}

/** Answers the addresses that have an account, in lower case. */
export async function listTakenEmails(db: Db, scope: Scope, emails: readonly string[]) {
  const rows = await db
    .selectFrom('users')
    .select('email_norm')
    .where('tenant_id', '=', scope.tenantId)
    .where(
      'email_norm',
      'in',
      emails.map((email) => email.toLowerCase()),
    )
    .execute()
  return rows.map((row) => row.email_norm)
}

type UserChange = Fields<Updateable<Users>>

/** A change to any other field counts as a version, to detect conflicts. */
const UNVERSIONED = new Set([
  'is_active',
  'pending_email',
  'password_hash',
  'accepted_terms_version',
  'moves_on',
  'hides_start',
  'muted_mails',
])

/** The profile, locked until the transaction ends. */
export async function lockProfile(db: Db, scope: Scope, userId: number) {
  return await db
    .selectFrom('users')
    .select(['name', 'organisation_name'])
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function getPreferences(db: Db, scope: Scope, userId: number) {
  return await db
    .selectFrom('users')
    .select('moves_on')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** The kinds of optional mails that the user has turned off. */
export async function listMutedMails(db: Db, scope: Scope, userId: number): Promise<string[]> {
  const { muted_mails } = await db
    .selectFrom('users')
    .select('muted_mails')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return muted_mails
}

export async function updateUser(db: Db, scope: Scope, userId: number, change: UserChange) {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set(change)
    .$if(
      Object.keys(change).some((field) => !UNVERSIONED.has(field)),
      (query) => query.set((eb) => ({ version: eb('version', '+', 1) })),
    )
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw notFound('user')
}

/** Answers whether there was a pending address. */
export async function clearPendingEmail(db: Db, scope: Scope, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ pending_email: null })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .where('pending_email', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Explains a failed write of a user when the address is already in use. */
export function emailTaken(error: unknown, where = 'your organisation'): unknown {
  const isTaken = (error as { code?: unknown }).code === '23505'
  return isTaken
    ? new ApiError(
        'email-taken',
        `Another user in ${where} has this address. Use a different address.`,
      )
    : error
}
