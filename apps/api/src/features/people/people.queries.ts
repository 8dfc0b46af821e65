import type { ListedUser } from 'contract/users'
import type { Direction, UserColumn, UsersSort } from 'contract/users-sort'
import { type RawBuilder, sql } from 'kysely'
import type { PlatformScope } from '#core/context.ts'
import { knownRoles } from '#core/permissions.ts'
import type { Db } from '#db/driver.ts'
import { likePart } from '#db/like-part.ts'
import { inScope } from '#db/of-tenants.ts'
import { countRows } from '#support/count-rows.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'

type Filter = {
  name?: string | undefined
  email?: string | undefined
  tenantId?: number | undefined
  role?: 'admin' | 'user' | undefined
}
type Page = { sort: UsersSort; limit: number; offset: number }

/** A page of the users, and how many there are: one more than are counted when there are more. */
export async function listUsers(
  db: Db,
  scope: VisibleScope,
  filter: Filter,
  { sort, limit, offset }: Page,
): Promise<{ rows: ListedUser[]; count: number }> {
  const rows = await listed(matching(db, scope, filter))
    .orderBy(orderOf(sort))
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: rows.map(present), count: await countRows(db, matching(db, scope, filter)) }
}

/** All users of the list in its order, by their ids. */
export async function listUserIds(db: Db, scope: VisibleScope, filter: Filter, sort: UsersSort) {
  return await matching(db, scope, filter)
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .select(['u.id', 'u.tenant_id'])
    .orderBy(orderOf(sort))
    .execute()
}

/** These users in this order, without those who were removed since. */
export async function listUsersById(
  db: Db,
  scope: VisibleScope,
  ids: readonly number[],
): Promise<ListedUser[]> {
  const rows = await listed(matching(db, scope, {}))
    .where('u.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy(sql`array_position(${[...ids]}::bigint[], u.id)`)
    .execute()
  return rows.map(present)
}

function matching(db: Db, scope: VisibleScope, { name, email, tenantId, role }: Filter) {
  return db
    .selectFrom('users as u')
    .where(inScope('u.tenant_id', scope))
    .where('u.removed_at', 'is', null)
    .$if(tenantId !== undefined, (users) => users.where('u.tenant_id', '=', tenantId ?? 0))
    .$if(name !== undefined, (users) => users.where('u.name_norm', 'like', likePart(name ?? '')))
    .$if(email !== undefined, (users) => users.where('u.email_norm', 'like', likePart(email ?? '')))
    .$if(role !== undefined, (users) => users.where(sql<boolean>`${role} = any(u.roles)`))
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
  // Who never signed in is the least recent.
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

/** That a user `u` has the text in the name or the e-mail address. */
export function hasText(text: string): RawBuilder<boolean> {
  const part = likePart(text)
  return sql`(u.name_norm like ${part} or u.email_norm like ${part})`
}

/** These users of the visible organisations, locked until the end of the transaction. */
export async function lockPeople(db: Db, scope: PlatformScope, ids: readonly number[]) {
  const people = await db
    .selectFrom('users')
    .select(['tenant_id', 'id', 'is_active', 'roles', 'removed_at'])
    .where('tenant_id', '=', sql<number>`any(${[...scope.tenantIds]}::bigint[])`)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return people.filter((person) => person.removed_at === null)
}

/** Which of these organisations have nobody who administers them. */
export async function listWithoutAdmin(
  db: Db,
  scope: PlatformScope,
  tenantIds: readonly number[],
): Promise<string[]> {
  const asked = tenantIds.filter((id) => scope.tenantIds.includes(id))
  const rows = await db
    .selectFrom('tenants as t')
    .select('t.name')
    .where('t.id', '=', sql<number>`any(${asked}::bigint[])`)
    .where(
      sql<boolean>`not exists (select from users u where u.tenant_id = t.id and u.is_active
        and u.removed_at is null and 'admin' = any(u.roles))`,
    )
    .orderBy('t.name')
    .execute()
  return rows.map(({ name }) => name)
}
