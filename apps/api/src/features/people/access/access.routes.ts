import { type AdminUser, type AdminUserListQuery, adminUsers } from 'contract/admin-users'
import { searchNorm } from 'contract/search-norm'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { withTenants } from '#db/pools.ts'
import { listAdminUsers } from '#features/people/access.queries.ts'
import { changeAccess, getAdminUser, removeAccess, requirePlatform } from './change-access.ts'

export function accessRoutes(server: Server): void {
  handle(server, adminUsers.list, async ({ query }, context) => {
    requirePlatform(context)
    const rows = (await listAdminUsers(context.db, context.scope))
      .filter((user) => matches(user, query))
      .sort((one, other) => one.name.localeCompare(other.name, 'en-GB'))
    return { rows, total: rows.length, has_more_than_total: false }
  })
  handle(server, adminUsers.get, ({ params }, context) =>
    getAdminUser(context.db, context, params.id),
  )

  // With the platform's rights, because an assignment also changes the organisation's version.
  handleDetached(server, adminUsers.change, ({ params, body }, context) =>
    withTenants(context.app.pools, [context.tenant.id], (db) =>
      changeAccess(db, context, params.id, body),
    ),
  )
  handle(server, adminUsers.remove, ({ params }, context) =>
    removeAccess(context.db, context, params.id),
  )
}

/** Filtered here, because the platform has few users. */
function matches(user: AdminUser, { name = '', email = '', roles }: AdminUserListQuery) {
  return (
    searchNorm(user.name).includes(searchNorm(name)) &&
    searchNorm(user.email).includes(searchNorm(email)) &&
    (!roles || user.roles.some((role) => roles.includes(role)))
  )
}
