import type { PeopleSort } from 'contract/people-sort'
import type { ListedPerson } from 'contract/people'
import { sql } from 'kysely'
import type { PlatformScope } from '#core/context.ts'
import { knownRoles } from '#core/permissions.ts'
import type { Db } from '#db/driver.ts'

export type PersonKey = { tenantId: number; id: number }

type Wish = {
  name?: string | undefined
  email?: string | undefined
  tenantId?: number | undefined
  role?: 'admin' | 'user' | undefined
  sort: PeopleSort
  skip: number
  most: number
}

/** The people of a page, in its order; `total` is 1,001 when there are more than 1,000. */
export async function findPeople(
  db: Db,
  { name, email, tenantId, role, sort, skip, most }: Wish,
): Promise<{ total: number; keys: PersonKey[] }> {
  const { rows } = await sql<{ tenant_id: number; id: number; total: number | null }>`
    select * from find_people(${name ?? null}, ${email ?? null}, ${tenantId ?? null}, ${role ?? null},
      ${sort}, ${skip}, ${most})`.execute(db)
  const [head, ...found] = rows
  return {
    total: head?.total ?? 0,
    keys: found.map((row) => ({ tenantId: row.tenant_id, id: row.id })),
  }
}

/** These people as lists show them, in this order; whoever has gone meanwhile is left out. */
export async function listPeopleByKey(
  db: Db,
  scope: PlatformScope,
  keys: readonly PersonKey[],
): Promise<ListedPerson[]> {
  const inView = new Set(scope.tenantIds)
  const seen = keys.filter(({ tenantId }) => inView.has(tenantId))
  const ids = seen.map(({ id }) => id)
  const tenantIds = seen.map(({ tenantId }) => tenantId)
  // One key at a time, by the primary key: the planner does not know how many organisations are in view, and the
  // indexes of the list's orders would look good to it if they were asked for people who are not removed.
  const { rows } = await sql<
    Omit<ListedPerson, 'tenant'> & { tenant_id: number; tenant_name: string }
  >`
    select u.*, (select t.name from tenants t where t.id = u.tenant_id) as tenant_name
    from unnest(${tenantIds}::bigint[], ${ids}::bigint[]) with ordinality x(tenant_id, id, place)
    cross join lateral (
      select u.id, u.name, u.email, u.tenant_id, u.roles, u.is_active, u.last_login_at, u.removed_at
      from users u where u.tenant_id = x.tenant_id and u.id = x.id limit 1
    ) u
    where u.removed_at is null
    order by x.place`.execute(db)
  return rows.map(({ tenant_id, tenant_name, ...row }) => ({
    ...row,
    roles: knownRoles(row.roles),
    tenant: { id: tenant_id, name: tenant_name },
  }))
}

/** These people of the organisations in view, locked until the end of the transaction. */
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
