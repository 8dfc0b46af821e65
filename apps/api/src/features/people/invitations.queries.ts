import type { Invitation, InvitationStatus } from 'contract/invitations'
import { searchNorm } from 'contract/search-norm'
import { sql } from 'kysely'
import type { Scope, Db } from '#db/scope.ts'
import { knownRoles } from '#core/permissions.ts'
import { inScope } from '#db/in-scope.ts'
import { countRows } from '#support/count-rows.queries.ts'
import { isInForce } from '#support/in-force.queries.ts'
import { INVITE_HOURS, IS_UNUSED } from '#support/links.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { TENANT_STATUS } from '#support/tenants.queries.ts'
import { notFound } from '#core/errors.ts'

/** An open invitation with less time left counts as expiring soon. */
export const LAST_DAYS = '2 days'

const STATUS = sql<InvitationStatus>`case when l.revoked_at is not null then 'revoked'
  when l.used_at is not null then 'accepted' when l.expires_at <= now() then 'expired' else 'open' end`

type Filter = {
  /** Search text in the name of the organisation or the inviter. */
  name?: string | undefined
  email?: string | undefined
  statuses?: readonly InvitationStatus[] | undefined
  /** Only open ones that expire within `LAST_DAYS`. */
  expiresSoon?: boolean | undefined
}
/** The invited-to organisations, and the platform because an inviter may belong to it. */
type InvitationScope = { tenants: VisibleScope; platformId: number }
/** One page of the invitations and their number. */
export async function listInvitations(
  db: Db,
  scope: InvitationScope,
  filter: Filter,
  { sort, limit, offset }: { sort: string; limit: number; offset: number },
) {
  const [column, direction] = sort.split('.') as [keyof typeof SORTED, 'asc' | 'desc']
  const rows = await listed(matching(db, scope, filter))
    .orderBy(SORTED[column], direction)
    .orderBy('l.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: rows.map(present), ...(await countRows(db, matching(db, scope, filter))) }
}

const SORTED = {
  email: 'l.email_norm',
  created_at: 'l.created_at',
  expires_at: 'l.expires_at',
} as const

/** These invitations, oldest first. */
export async function listInvitationsById(db: Db, scope: InvitationScope, ids: readonly number[]) {
  const rows = await listed(matching(db, scope, {}))
    .where('l.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('l.id')
    .execute()
  return rows.map(present)
}

function matching(
  db: Db,
  { tenants, platformId }: InvitationScope,
  { name, email, statuses, expiresSoon }: Filter,
) {
  const text = searchNorm(name ?? '')
  return db
    .selectFrom('one_time_links as l')
    .innerJoin('tenants as t', 't.id', 'l.tenant_id')
    .leftJoin('users as u', (join) =>
      join
        .onRef('u.id', '=', 'l.invited_by')
        .on(sql<boolean>`u.tenant_id in (l.tenant_id, ${platformId})`),
    )
    .where('l.kind', '=', 'invite')
    .where(inScope('l.tenant_id', tenants))
    .$if(name !== undefined, (links) =>
      links.where(
        sql<boolean>`(position(${text} in t.name_norm) > 0 or position(${text} in u.name_norm) > 0)`,
      ),
    )
    .$if(email !== undefined, (links) =>
      links.where(sql<boolean>`position(${email?.toLowerCase()} in l.email_norm) > 0`),
    )
    .$if(statuses !== undefined, (links) =>
      links.where(sql<boolean>`${STATUS} = any(${[...(statuses ?? [])]}::text[])`),
    )
    .$if(expiresSoon === true, (links) =>
      links.where(
        sql<boolean>`${STATUS} = 'open' and l.expires_at < now() + ${LAST_DAYS}::interval`,
      ),
    )
}

function listed(links: ReturnType<typeof matching>) {
  return links
    .select(['l.id', 'l.email', 'l.roles', 'l.created_at', 'l.expires_at', 'u.name as invited_by'])
    .select(
      sql<Invitation['organisation']>`jsonb_build_object('id', t.id, 'name', t.name,
        'is_platform', t.kind = 'platform', 'status', ${TENANT_STATUS})`.as('organisation'),
    )
    .select(STATUS.as('status'))
    .select(sql<string>`l.expires_at - make_interval(hours => ${INVITE_HOURS}::int)`.as('sent_at'))
    .$narrowType<{ roles: string[] }>()
}

type Row = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number]

function present({ roles, ...invitation }: Row): Invitation {
  return { ...invitation, roles: knownRoles(roles) }
}

export async function lockInvitation(db: Db, scope: Scope, id: number) {
  const row = await db
    .selectFrom('one_time_links as l')
    .select(['l.email', 'l.roles', STATUS.as('status')])
    .where('l.tenant_id', '=', scope.tenantId)
    .where('l.id', '=', id)
    .where('l.kind', '=', 'invite')
    .forUpdate()
    // Every invitation has roles.
    .$narrowType<{ roles: string[] }>()
    .executeTakeFirstOrThrow(() => notFound('invitation'))
  return { ...row, roles: knownRoles(row.roles) }
}

export async function revokeInvitation(db: Db, scope: Scope, id: number): Promise<void> {
  await db
    .updateTable('one_time_links')
    .set({ revoked_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('id', '=', id)
    .execute()
}

/** Only one unused invitation may exist for an address, so expired ones are revoked first. */
export async function revokeExpired(db: Db, scope: Scope, emails: readonly string[]) {
  await db
    .updateTable('one_time_links')
    .set({ revoked_at: sql<string>`now()` })
    .where('tenant_id', '=', scope.tenantId)
    .where('email_norm', 'in', normsOf(emails))
    .where('kind', '=', 'invite')
    .where(IS_UNUSED)
    .where('expires_at', '<=', sql<string>`now()`)
    .execute()
}

/** Those addresses that have an open invitation, in lower case. */
export async function listInvitedEmails(db: Db, scope: Scope, emails: readonly string[]) {
  const rows = await db
    .selectFrom('one_time_links')
    .select('email_norm')
    .where('tenant_id', '=', scope.tenantId)
    .where('email_norm', 'in', normsOf(emails))
    .where('kind', '=', 'invite')
    .where(IS_UNUSED)
    .where('expires_at', '>', sql<string>`now()`)
    .execute()
  return rows.map((row) => row.email_norm)
}

function normsOf(emails: readonly string[]) {
  return emails.map((email) => email.toLowerCase())
}

/** The self-assessments that someone who joins this year can answer, and when each is due. */
export async function listTasks(db: Db, { tenantId }: Scope, year: number) {
  const { rows } = await sql<{ title: string; statements: number; due_on: string | null }>`
    select c.title, (select d.due_on::text from due_dates d where d.tenant_id = c.tenant_id
        and d.family_id = c.family_id and d.year = ${year} and d.type = 'self_assessment') as due_on,
      (select count(*) from statements s
      where s.tenant_id = c.tenant_id and s.content_set_id = c.id) as statements
    from content_sets c
    where c.tenant_id = ${tenantId} and ${isInForce('self_assessment', year)}
    order by c.published_at desc, c.id desc`.execute(db)
  return rows
}
