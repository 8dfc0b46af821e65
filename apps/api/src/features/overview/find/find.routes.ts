import { MOST_FOUND, find } from 'contract/find'
import { type Server, handleDetached } from '#core/handle.ts'
import { inVisible, inVisibleAndPlatform, isPlatformGod } from '#support/tenant-scope.ts'
import { listOrganisations } from '#features/organisations/list-organisations.ts'
import { findAdminUsers, findContentSets, findUsers } from './find.queries.ts'

export function findRoutes(server: Server): void {
  handleDetached(server, find.anything, async ({ query: { text } }, context) => {
    const { rows: organisations } = await listOrganisations(context, {
      name: text,
      sort: 'name.asc',
      page: 1,
      limit: MOST_FOUND,
    })
    const adminUsers = isPlatformGod(context)
      ? await context.inTenant((db) => findAdminUsers(db, context.scope, text))
      : []
    return {
      users: await inVisible(context, (db, scope) => findUsers(db, scope, text)),
      admin_users: adminUsers,
      organisations,
      content_sets: await inVisibleAndPlatform(context, (db, scope) =>
        findContentSets(db, scope, text),
      ),
    }
  })
}
