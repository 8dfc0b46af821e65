import type { Invitation, InvitationStatus } from 'contract/invitations'
import { MOST_COUNTED } from 'contract/list'
import { searchNorm } from 'contract/search-norm'
import { type RawBuilder, sql } from 'kysely'
import type { PlatformScope, Scope } from '#core/context.ts'
import { knownRoles } from '#core/permissions.ts'
import type { Db } from '#db/driver.ts'
import { ofTenants } from '#db/of-tenants.ts'

type Filter = {
  ids?: readonly number[] | undefined
  name?: string | undefined
  email?: string | undefined
  status?: readonly InvitationStatus[] | undefined
}

type Part = { sort: string; limit: number; offset: number }

export async function listInvitations(
  db: Db,
  scope: PlatformScope,
  platformId: number,
  { sort, limit, offset, ...filter }: Filter & Part,
): Promise<Invitation[]> {
  const [column, way] = sort.split('.')
  const direction = way === 'asc' ? 'asc' : 'desc'
  const sorted = SORTED[column as keyof typeof SORTED]
  // All else is looked up for the rows that are shown alone: those before them are passed in an index.
  const rows = await db
    .selectFrom(
      invitationsOf(db, scope, platformId, filter)
        .select('l.id')
        .orderBy(`l.${sorted}`, direction)
        .orderBy('l.id', direction)
        .limit(limit)
        .offset(offset)
        .as('found'),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('one_time_links as l')
          .selectAll('l')
          .select(STATUS.as('status'))
          .whereRef('l.id', '=', 'found.id')
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
    .select(['t.id as organisation_id', 't.name as organisation_name', 't.kind', 'l.status'])
    .orderBy(`l.${sorted}`, direction)
    .orderBy('l.id', direction)
    .execute()
  return rows.map(({ organisation_id, organisation_name, kind, roles, ...row }) => ({
    ...row,
    roles: knownRoles(roles ?? []),
    organisation: {
      id: organisation_id,
      name: organisation_name,
      is_platform: kind === 'platform',
    },
  }))
}

/** How many there are, and one more than is counted where there are more. */
export async function countInvitations(
  db: Db,
  scope: PlatformScope,
  platformId: number,
  filter: Filter,
): Promise<number> {
  const { count } = await db
    .selectFrom(
      invitationsOf(db, scope, platformId, filter)
        .select('l.id')
        .limit(MOST_COUNTED + 1)
        .as('found'),
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const SORTED = {
  email: 'email_norm',
  created_at: 'created_at',
  expires_at: 'expires_at',
} as const

const STATUS = sql<InvitationStatus>`case when l.revoked_at is not null then 'revoked'
  when l.used_at is not null then 'accepted' when l.expires_at <= now() then 'expired' else 'open' end`

function isOneOf(statuses: readonly InvitationStatus[]): RawBuilder<boolean> {
  const isOneOfThem = sql<boolean>`${STATUS} = any(${[...statuses]}::text[])`
  if (!statuses.every((status) => WAITING.includes(status))) return isOneOfThem
  // As conditions that the planner knows an index of those that wait by.
  const waits = sql<boolean>`l.used_at is null and l.revoked_at is null`
  const isAllOfThem = WAITING.every((status) => statuses.includes(status))
  return isAllOfThem ? waits : sql`${waits} and ${isOneOfThem}`
}

const WAITING: readonly InvitationStatus[] = ['open', 'expired']

function invitationsOf(
  db: Db,
  { tenantIds }: PlatformScope,
  platformId: number,
  { ids, name, email, status }: Filter,
) {
  return db
    .selectFrom('one_time_links as l')
    .where(ofTenants('l.tenant_id', tenantIds))
    .where(sql<boolean>`l.kind = 'invite'`)
    .$if(ids !== undefined, (found) => found.where('l.id', 'in', ids ?? []))
    .$if(name !== undefined, (found) => found.where(namedIn(platformId, searchNorm(name ?? ''))))
    .$if(email !== undefined, (found) =>
      found.where(sql<boolean>`position(${(email ?? '').toLowerCase()} in l.email_norm) > 0`),
    )
    .$if(status !== undefined, (found) => found.where(isOneOf(status ?? [])))
}

/** Whether who invited or where to has a part in the name. */
function namedIn(platformId: number, part: string) {
  return sql<boolean>`(
    l.tenant_id in (select t.id from tenants t where position(${part} in t.name_norm) > 0)
    or exists (select from users u where u.id = l.invited_by and u.tenant_id in (l.tenant_id, ${platformId})
      and position(${part} in u.name_norm) > 0))`
}

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
