import type { Invitation, InvitationStatus } from 'contract/invitations'
import { searchNorm } from 'contract/search-norm'
import { sql } from 'kysely'
import type { PlatformScope, Scope } from '#core/context.ts'
import { knownRoles } from '#core/permissions.ts'
import type { Db } from '#db/driver.ts'
import { ofTenants } from '#db/of-tenants.ts'

/** Invitations hold for seven days: a reminder makes sense when the last ones begin. */
export const LAST_DAYS = '2 days'

/** What invitations are asked for; `find_invitations` reads it. */
type Wish = {
  /** The only one of those in view that is asked for. */
  organisation?: number | undefined
  /** A part of the name of who invited or where to. */
  name?: string | undefined
  email?: string | undefined
  statuses?: readonly InvitationStatus[] | undefined
  /** Only those that expire within this time. */
  expires_within?: string | undefined
  sort: string
  skip: number
  most: number
}

/** The invitations of a page, in its order (decision 058); `total` is 1,001 when there are more than 1,000. */
export async function findInvitations(
  db: Db,
  { name, email, ...wish }: Wish,
): Promise<{ total: number; ids: number[] }> {
  const asked = { ...wish, name: name && searchNorm(name), email: email?.toLowerCase() }
  const { rows } = await sql<{ id: number; total: number | null }>`
    select id, total from find_invitations(${JSON.stringify(asked)}::jsonb)`.execute(db)
  const [head, ...found] = rows
  return { total: head?.total ?? 0, ids: found.map(({ id }) => id) }
}

/** These invitations as they stand, in this order. */
export async function listInvitationsById(
  db: Db,
  { tenantIds }: PlatformScope,
  platformId: number,
  ids: readonly number[],
): Promise<Invitation[]> {
  const rows = await db
    .selectFrom(
      sql<{ id: number; place: number }>`unnest(${[...ids]}::bigint[]) with ordinality`.as<'found'>(
        sql`found(id, place)`,
      ),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('one_time_links as l')
          .selectAll('l')
          .select(STATUS.as('status'))
          .whereRef('l.id', '=', 'found.id')
          .where(ofTenants('l.tenant_id', tenantIds))
          .limit(1)
          .as('l'),
      (join) => join.onTrue(),
    )
    .innerJoin('tenants as t', 't.id', 'l.tenant_id')
    .leftJoin('users as u', (join) =>
      join
        .onRef('u.id', '=', 'l.invited_by')
        .on(sql<boolean>`u.tenant_id in (l.tenant_id, ${platformId})`),
    )
    .select(['l.id', 'l.email', 'l.roles', 'l.created_at', 'l.expires_at', 'u.name as invited_by'])
    .select([
      't.id as organisation_id',
      't.name as organisation_name',
      't.kind',
      't.status as organisation_status',
      'l.status',
    ])
    .orderBy('found.place')
    .execute()
  return rows.map(
    ({ organisation_id, organisation_name, kind, organisation_status, roles, ...row }) => ({
      ...row,
      roles: knownRoles(roles ?? []),
      organisation: {
        id: organisation_id,
        name: organisation_name,
        is_platform: kind === 'platform',
        is_suspended: organisation_status === 'suspended',
      },
    }),
  )
}

const STATUS = sql<InvitationStatus>`case when l.revoked_at is not null then 'revoked'
  when l.used_at is not null then 'accepted' when l.expires_at <= now() then 'expired' else 'open' end`

/** Locks an invitation that was neither accepted nor withdrawn; answers whether there is one. */
export async function lockOpenInvitation(db: Db, scope: Scope, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_links')
    .select('id')
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .where('kind', '=', 'invite')
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** What is known of an invitation itself; nothing when there is none such. */
export async function findInvitation(db: Db, scope: Scope, id: number) {
  const row = await db
    .selectFrom('one_time_links as l')
    .select(['l.email', 'l.roles', STATUS.as('status')])
    .where('l.tenant_id', '=', scope.tenantId)
    .where('l.id', '=', id)
    .where('l.kind', '=', 'invite')
    .executeTakeFirst()
  return row && { ...row, roles: knownRoles(row.roles ?? []) }
}

export async function revokeInvitation(db: Db, scope: Scope, id: number): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set({ revoked_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}

/** Invitations to these addresses that are too old make room for new ones. */
export async function revokeExpired(
  db: Db,
  scope: Scope,
  emails: readonly string[],
): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set({ revoked_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('email_norm', 'in', normsOf(emails))
    .where('kind', '=', 'invite')
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '<=', sql<string>`now()`)
    .execute()
}

/** Which of these addresses have an open invitation, in lower case. */
export async function listInvitedEmails(
  db: Db,
  scope: Scope,
  emails: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('one_time_links')
    .select('email_norm')
    .where('tenant_id', '=', scope.tenantId)
    .where('email_norm', 'in', normsOf(emails))
    .where('kind', '=', 'invite')
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .execute()
  return rows.map((row) => row.email_norm)
}

function normsOf(emails: readonly string[]) {
  return emails.map((email) => email.toLowerCase())
}
