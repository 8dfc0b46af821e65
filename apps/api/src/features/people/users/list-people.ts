import { rolesLabel } from 'contract/labels'
import { counted } from 'contract/list'
import type { ListedUser, UsersFilter, UsersQuery } from 'contract/users'
import { usersSort } from 'contract/users-sort'
import { type SignedInContext, scopeOf } from '#core/context.ts'
import { withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import type { ListCell, ListFile } from '#support/list-file.ts'
import { inVisible } from '#support/tenant-scope.ts'
import { listUserIds, listUsers, listUsersById } from '#features/people/people.queries.ts'

const BATCH = 500

/** A page of the visible users. */
export async function listPeople(context: SignedInContext, query: UsersQuery) {
  const { limit, page } = query
  const part = { sort: usersSort(query), limit, offset: (page - 1) * limit }
  const { rows, count } = await inVisible(context, (db, scope) =>
    listUsers(db, scope, filterOf(query), part),
  )
  return { rows, ...counted(count) }
}

/** All visible users as a file, which each organisation's audit log records. Ids are held, rows are read in batches. */
export async function exportPeople(
  context: SignedInContext,
  query: UsersFilter,
  ending: 'csv' | 'xlsx',
): Promise<ListFile> {
  const { app, tenant, actor, request, reply } = context
  const found = await inVisible(context, (db, scope) =>
    listUserIds(db, scope, filterOf(query), usersSort(query)),
  )
  const byTenant = Map.groupBy(found, (user) => user.tenant_id)
  await withTenants(app.pools, [...byTenant.keys()], async (db) => {
    for (const [tenantId, users] of byTenant)
      await recordEvent(db, { scope: scopeOf(tenantId), actor, request }, 'users.exported', {
        details: { people: users.length, format: ending },
      })
  })
  const day = app.adapters.now().toISOString().slice(0, 10)
  const name = `${tenant.domain}-users-${day}.${ending}`
  reply.header('content-disposition', `attachment; filename="${name}"`)
  const ids = found.map(({ id }) => id)
  return { title: 'Users', columns: COLUMNS, rows: rowsOf(context, ids) }
}

/** Both roles are the same as none: every user has one of them. */
function filterOf({ name, email, tenant_id: tenantId, roles }: UsersFilter) {
  const role = roles && new Set(roles).size === 1 ? roles[0] : undefined
  return { name, email, tenantId, role }
}

const COLUMNS = [
  { header: 'Name', width: 30 },
  { header: 'Email', width: 36 },
  { header: 'Organisation', width: 30 },
  { header: 'Role', width: 14 },
  { header: 'Status', width: 10 },
  { header: 'Last signed in (UTC)', width: 20 },
]

async function* rowsOf(
  context: SignedInContext,
  ids: readonly number[],
): AsyncGenerator<ListCell[]> {
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH)
    const users = await inVisible(context, (db, scope) => listUsersById(db, scope, batch))
    yield* users.map(rowOf)
  }
}

function rowOf(person: ListedUser): ListCell[] {
  return [
    person.name,
    person.email,
    person.tenant.name,
    rolesLabel(person.roles),
    person.is_active ? 'Active' : 'Inactive',
    person.last_login_at === null ? null : new Date(person.last_login_at),
  ]
}
