import { find } from 'contract/find'
import { type Server, handleDetached } from '#core/handle.ts'
import { inVisible, inVisibleAndPlatform, isPlatformGod } from '#support/tenant-scope.ts'
import { findUsers, findAdminUsers, findOrganisations, findContentSets } from './find.queries.ts'

export function findRoutes(server: Server): void {
  handleDetached(server, find.anything, async ({ query: { text } }, context) => {
    const adminUsers = isPlatformGod(context)
      ? await context.inTenant((db) => findAdminUsers(db, context.scope, text))
      : []
    return {
      ...(await inVisible(context, async (db, scope) => ({
        users: await findUsers(db, scope, text),
        organisations: await findOrganisations(db, scope, text),
      }))),
      admin_users: adminUsers,
      content_sets: await inVisibleAndPlatform(context, (db, scope) =>
        findContentSets(db, scope, text),
      ),
    }
  })
}
