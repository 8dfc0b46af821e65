import type { UserDetails } from 'contract/users'
import type { SignInMode } from 'contract/tenants'
import { sql } from 'kysely'
import { hasTwoStep } from '#features/identity/two-step.queries.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Scope, Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { knownRoles } from '#core/permissions.ts'
import { inScope } from '#db/in-scope.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { TENANT_STATUS } from '#support/tenants.queries.ts'

export async function findOrganisationOf(db: Db, scope: VisibleScope, userId: number) {
  const row = await db
    .selectFrom('users')
    .select('tenant_id')
    .where(inScope('tenant_id', scope))
    .where('id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.tenant_id
}

export async function getUserDetails(db: Db, scope: Scope, userId: number): Promise<UserDetails> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select([
      'u.id',
      'u.version',
      'u.name',
      'u.email',
      'u.pending_email',
      'u.organisation_name',
      'u.roles',
      'u.is_active',
      'u.created_at',
      'u.last_login_at',
      't.id as tenant_id',
      't.name as tenant_name',
      't.domain as tenant_domain',
      sql<boolean>`t.kind = 'public'`.as('is_public'),
      sql<SignInMode>`t.sign_in_mode`.as('sign_in_mode'),
      TENANT_STATUS.as('status'),
      sql<boolean>`u.password_hash is not null`.as('has_password'),
      hasTwoStep().as('mfa_enabled'),
      sql<number>`(select count(*) from assessments a where a.tenant_id = u.tenant_id and u.id in (a.user_id, a.owner_id))`.as(
        'assessments',
      ),
      sql<number>`(select count(*) from reports r where r.tenant_id = u.tenant_id and r.user_id = u.id)`.as(
        'reports',
      ),
    ])
    .select((from) => [
      jsonArrayFrom(
        from
          .selectFrom('identities as i')
          .leftJoin('sso_connections as c', (join) =>
            join.onRef('c.tenant_id', '=', 'i.tenant_id').onRef('c.id', '=', 'i.connection_id'),
          )
          .select([
            'i.id',
            'i.issuer',
            'i.provider_email as address',
            'i.created_at as linked_at',
            sql<string>`case when i.is_salesforce then 'Salesforce' else coalesce(c.name, '') end`.as(
              'name',
            ),
          ])
          .whereRef('i.tenant_id', '=', 'u.tenant_id')
          .whereRef('i.user_id', '=', 'u.id')
          .orderBy('i.created_at'),
      ).as('identities'),
    ])
    .where('u.tenant_id', '=', scope.tenantId)
    .where('u.id', '=', userId)
    .where('u.removed_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound('user'))
  const { tenant_id: id, tenant_name: name, tenant_domain: domain, ...rest } = row
  const { is_public, sign_in_mode, status, identities, roles, ...user } = rest
  return {
    ...user,
    roles: knownRoles(roles),
    tenant: { id, name, domain, is_public, sign_in_mode, status },
    // PostgreSQL formats timestamps inside JSON differently.
    identities: identities.map(({ linked_at, ...link }) => ({
      ...link,
      linked_at: new Date(linked_at).toISOString(),
    })),
  }
}

/** Tables whose rows go with their user. A test compares these lists with the database. */
export const PRIVATE = [
  'sessions',
  'authenticators',
  'recovery_codes',
  'mfa_challenges',
  'identities',
  'removed_links',
  'handover_codes',
  'one_time_links',
  'statement_marks',
  'presence',
  'assessment_visits',
  'notifications',
  'digests',
  'generated_files',
] as const

/** Work that belongs to the organisation. It stays, and so does the user's row, without personal data. */
export const SHARED = [
  ['assessments', 'user_id'],
  ['assessments', 'owner_id'],
  ['assessments', 'approver_id'],
  ['approvals', 'approver_id'],
  ['approvals', 'asked_by'],
  ['assessment_members', 'user_id'],
  ['element_assignments', 'user_id'],
  ['element_assignments', 'declined_by'],
  ['element_assignments', 'suggested_id'],
  ['actions', 'owner_id'],
  ['comments', 'author_id'],
  ['comments', 'asked_user_id'],
  ['reports', 'user_id'],
  ['certifications', 'user_id'],
  ['certifications', 'holder_user_id'],
] as const

/** Deletes the user's private rows, and links, mail texts and what waits with their address. */
export async function deletePrivateRows(
  db: Db,
  { tenantId }: Scope,
  { id, email }: { id: number; email: string },
): Promise<void> {
  for (const table of PRIVATE)
    await db.deleteFrom(table).where('tenant_id', '=', tenantId).where('user_id', '=', id).execute()
  await sql`delete from tenant_auditors where tenant_id = ${tenantId} and auditor_id = ${id}`.execute(
    db,
  )
  const norm = email.toLowerCase()
  await sql`delete from one_time_links where tenant_id = ${tenantId} and email_norm = ${norm}`.execute(
    db,
  )
  await sql`update element_assignments set awaited_email = null where tenant_id = ${tenantId} and awaited_norm = ${norm}`.execute(
    db,
  )
  await sql`update mails set recipient = '', subject = '', text = '', html = '',
      status = case when status in ('queued', 'failed') then 'discarded' else status end
    where tenant_id = ${tenantId} and lower(recipient) = ${norm}`.execute(db)
}

export async function hasSharedWork(db: Db, { tenantId }: Scope, userId: number): Promise<boolean> {
  for (const [table, column] of SHARED) {
    const found = await db
      .selectFrom(table)
      .select('tenant_id')
      .where('tenant_id', '=', tenantId)
      .where(column, '=', userId)
      .limit(1)
      .executeTakeFirst()
    if (found) return true
  }
  return false
}

export async function deleteUser(db: Db, scope: Scope, userId: number): Promise<void> {
  await db
    .deleteFrom('users')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .execute()
}

/** Removes all personal data from a row that shared work refers to. */
export async function anonymiseUser(db: Db, scope: Scope, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({
      name: 'Former user',
      // Unique and undeliverable (RFC 2606).
      email: `former-user-${userId}@removed.invalid`,
      password_hash: null,
      organisation_name: null,
      pending_email: null,
      salesforce_id: null,
      last_login_at: null,
      is_active: false,
      moves_on: true,
      hides_start: false,
      muted_mails: [],
      roles: ['user'],
      removed_at: sql<string>`now()`,
    })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', userId)
    .execute()
}
