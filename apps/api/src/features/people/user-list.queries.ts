import type { Invitation } from 'contract/invitations'
import { counted } from 'contract/list'
import type { ListedUser, UsersFilter, UsersQuery } from 'contract/users'
import { type Direction, type UserColumn, type UsersSort, usersSort } from 'contract/users-sort'
import { type RawBuilder, sql } from 'kysely'
import type { PlatformScope, Db } from '#db/scope.ts'
import { knownRoles } from '#core/permissions.ts'
import { likePattern } from '#db/like-pattern.ts'
import { inScope } from '#db/in-scope.ts'
import { countRows } from '#support/count-rows.queries.ts'
import { IS_UNUSED } from '#support/links.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { listInvitationsById } from './invitations.queries.ts'

/** One page of the users and invited people, and their number. */
export async function listUsers(db: Db, scope: VisibleScope, query: UsersQuery) {
  const { page, limit } = query
  const keys = await listUserKeys(db, scope, query, { limit, offset: (page - 1) * limit })
  const users = await countRows(db, matching(db, scope, query))
  const invited = await countRows(db, invitedTo(db, scope, query))
  const isMore = users.has_more_than_total || invited.has_more_than_total
  return {
    rows: await listUsersByKey(db, scope, keys),
    invited: invited.total,
    ...counted(users.total + invited.total + (isMore ? 1 : 0)),
  }
}

type Key = { id: number; tenant_id: number; is_invited: boolean }
type Part = { limit: number; offset: number }

/** All matching users and invited people in the list's order, or a part of them. */
export async function listUserKeys(
  db: Db,
  scope: VisibleScope,
  query: UsersFilter,
  part?: Part,
): Promise<Key[]> {
  const order = sql`order by ${orderOf(usersSort(query))}`
  // Of each kind no more than the page needs, which an index finds in order.
  const most = part ? sql`limit ${part.limit + part.offset}` : sql``
  const users = matching(db, scope, query)
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.tenant_id', 'u.name_norm', 'u.email_norm', 'u.is_active'])
    .select(['u.last_login_at', 't.name as tenant_name', sql`false`.as('is_invited')])
    .modifyEnd(sql`${order} ${most}`)
  const invited = invitedTo(db, scope, query)
    .innerJoin('tenants as t', 't.id', 'l.tenant_id')
    .select(['l.id', 'l.tenant_id', sql`''`.as('name_norm'), 'l.email_norm'])
    .select([sql`false`.as('is_active'), sql`null::timestamptz`.as('last_login_at')])
    .select(['t.name as tenant_name', sql`true`.as('is_invited')])
    .modifyEnd(sql`${order} ${most}`)
  const page = part ? sql`limit ${part.limit} offset ${part.offset}` : sql``
  const { rows } = await sql<Key>`
    select id, tenant_id, is_invited from (${users} union all ${invited}) listed ${order} ${page}`.execute(
    db,
  )
  return rows
}

/** These users and invited people in this order, without any that have been removed. */
export async function listUsersByKey(db: Db, scope: VisibleScope, keys: readonly Key[]) {
  const idsOf = (isInvited: boolean) =>
    keys.filter((key) => key.is_invited === isInvited).map(({ id }) => id)
  const users = await listed(matching(db, scope, {}))
    .where('u.id', '=', sql<number>`any(${idsOf(false)}::bigint[])`)
    .execute()
  const accounts = new Map(users.map((row) => [row.id, present(row)]))
  const invited = idsOf(true)
  // Who invited them isn't shown here.
  const found = { tenants: scope, platformId: 0 }
  const invitations = invited.length === 0 ? [] : await listInvitationsById(db, found, invited)
  const open = new Map(invitations.map((row) => [row.id, presentInvited(row)]))
  return keys.flatMap(({ id, is_invited }) => (is_invited ? open : accounts).get(id) ?? [])
}

function matching(
  db: Db,
  scope: VisibleScope,
  { name, email, tenant_id: tenantId, roles }: UsersFilter,
) {
  return db
    .selectFrom('users as u')
    .where(inScope('u.tenant_id', scope))
    .where('u.removed_at', 'is', null)
    .$if(tenantId !== undefined, (users) => users.where('u.tenant_id', '=', tenantId ?? 0))
    .$if(name !== undefined, (users) => users.where('u.name_norm', 'like', likePattern(name ?? '')))
    .$if(email !== undefined, (users) =>
      users.where('u.email_norm', 'like', likePattern(email ?? '')),
    )
    .$if(roles !== undefined, (users) => users.where(sql<boolean>`u.roles && ${roles}::text[]`))
}

/** Invitations that wait, or that expired. Invited people have no name yet. */
function invitedTo(
  db: Db,
  scope: VisibleScope,
  { name, email, tenant_id: tenantId, roles }: UsersFilter,
) {
  return db
    .selectFrom('one_time_links as l')
    .where(inScope('l.tenant_id', scope))
    .where('l.kind', '=', 'invite')
    .where(IS_UNUSED)
    .$if(name !== undefined, (links) => links.where(sql<boolean>`false`))
    .$if(tenantId !== undefined, (links) => links.where('l.tenant_id', '=', tenantId ?? 0))
    .$if(email !== undefined, (links) =>
      links.where('l.email_norm', 'like', likePattern(email ?? '')),
    )
    .$if(roles !== undefined, (links) => links.where(sql<boolean>`l.roles && ${roles}::text[]`))
}

function listed(users: ReturnType<typeof matching>) {
  return users
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.name', 'u.email', 'u.roles', 'u.is_active', 'u.last_login_at'])
    .select(['t.id as tenant_id', 't.name as tenant_name'])
}

const ORDERS: Record<UserColumn, RawBuilder<unknown>[]> = {
  name: [sql`name_norm`],
  email: [sql`email_norm`],
  is_active: [sql`is_active`, sql`name_norm`],
  last_login_at: [sql`last_login_at`],
  tenant_id: [sql`tenant_name`, sql`tenant_id`, sql`name_norm`],
}

/** Ids of users and invitations may be the same. */
const LAST = [sql`id`, sql`is_invited`]

function orderOf(sort: UsersSort): RawBuilder<unknown> {
  const [column, direction] = sort.split('.') as [UserColumn, Direction]
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  // Users who never signed in count as the least recent.
  const nulls = direction === 'asc' ? sql`nulls first` : sql`nulls last`
  const [first, ...others] = [...ORDERS[column], ...LAST].map((name) => sql`${name} ${way}`)
  return sql.join([column === 'last_login_at' ? sql`${first} ${nulls}` : first, ...others])
}

type Row = Omit<ListedUser, 'roles' | 'tenant' | 'invitation'> & {
  roles: string[]
  tenant_id: number
  tenant_name: string
}

function present({ tenant_id, tenant_name, roles, ...row }: Row): ListedUser {
  const tenant = { id: tenant_id, name: tenant_name }
  return { ...row, roles: knownRoles(roles), tenant, invitation: null }
}

function presentInvited(invitation: Invitation): ListedUser {
  const { email, roles, organisation } = invitation
  const tenant = { id: organisation.id, name: organisation.name }
  return {
    id: null,
    name: '',
    email,
    roles,
    tenant,
    is_active: false,
    last_login_at: null,
    invitation,
  }
}

/** Whether the name or email address of a user `u` contains the text. */
export function hasText(text: string): RawBuilder<boolean> {
  const pattern = likePattern(text)
  return sql`(u.name_norm like ${pattern} or u.email_norm like ${pattern})`
}

/** The names of those organisations that have no active admin. */
export async function listWithoutAdmin(db: Db, scope: PlatformScope, tenantIds: readonly number[]) {
  const inScopeIds = tenantIds.filter((id) => scope.tenantIds.includes(id))
  const rows = await db
    .selectFrom('tenants as t')
    .select('t.name')
    .where('t.id', '=', sql<number>`any(${inScopeIds}::bigint[])`)
    .where(
      sql<boolean>`not exists (select from users u where u.tenant_id = t.id and u.is_active
        and u.removed_at is null and 'admin' = any(u.roles))`,
    )
    .orderBy('t.name')
    .execute()
  return rows.map(({ name }) => name)
}
