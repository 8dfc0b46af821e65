import type { ListedUser, UsersFilter, UsersQuery } from 'contract/users'
import { type Direction, type UserColumn, type UsersSort, usersSort } from 'contract/users-sort'
import { type RawBuilder, sql } from 'kysely'
import type { PlatformScope, Db } from '#db/scope.ts'
import { knownRoles } from '#core/permissions.ts'
import { likePattern } from '#db/like-pattern.ts'
import { inScope } from '#db/in-scope.ts'
import { countRows } from '#support/count-rows.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

/** One page of the users and their number. */
export async function listUsers(db: Db, scope: VisibleScope, query: UsersQuery) {
  const rows = await listed(matching(db, scope, query))
    .orderBy(orderOf(usersSort(query)))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  return { rows: rows.map(present), ...(await countRows(db, matching(db, scope, query))) }
}

type Key = { id: number; tenant_id: number }

/** All matching users, in the list's order. */
export async function listUserKeys(db: Db, scope: VisibleScope, query: UsersFilter) {
  return await matching(db, scope, query)
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.tenant_id'])
    .orderBy(orderOf(usersSort(query)))
    .execute()
}

/** These users in this order, without any that have been removed. */
export async function listUsersByKey(db: Db, scope: VisibleScope, keys: readonly Key[]) {
  const ids = keys.map(({ id }) => id)
  const rows = await listed(matching(db, scope, {}))
    .where('u.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy(sql`array_position(${ids}::bigint[], u.id)`)
    .execute()
  return rows.map(present)
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

function listed(users: ReturnType<typeof matching>) {
  return users
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.name', 'u.email', 'u.roles', 'u.is_active', 'u.last_login_at'])
    .select(['t.id as tenant_id', 't.name as tenant_name'])
}

const ORDERS: Record<UserColumn, RawBuilder<unknown>[]> = {
  name: [sql`u.name_norm`, sql`u.id`],
  email: [sql`u.email_norm`, sql`u.id`],
  is_active: [sql`u.is_active`, sql`u.name_norm`, sql`u.id`],
  last_login_at: [sql`u.last_login_at`, sql`u.id`],
  tenant_id: [sql`t.name`, sql`t.id`, sql`u.name_norm`, sql`u.id`],
}

function orderOf(sort: UsersSort): RawBuilder<unknown> {
  const [column, direction] = sort.split('.') as [UserColumn, Direction]
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  // Users who never signed in count as the least recent.
  const nulls = direction === 'asc' ? sql`nulls first` : sql`nulls last`
  const [first, ...others] = ORDERS[column].map((name) => sql`${name} ${way}`)
  return sql.join([column === 'last_login_at' ? sql`${first} ${nulls}` : first, ...others])
}

type Row = Omit<ListedUser, 'roles' | 'tenant'> & {
  roles: string[]
  tenant_id: number
  tenant_name: string
}

function present({ tenant_id, tenant_name, roles, ...row }: Row): ListedUser {
  return { ...row, roles: knownRoles(roles), tenant: { id: tenant_id, name: tenant_name } }
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
