import { start } from 'contract/start'
import { type Server, handle } from '#core/handle.ts'
import { updateUser } from '#features/identity/accounts.queries.ts'
import { getStart } from './start.queries.ts'

export function startRoutes(server: Server): void {
  handle(server, start.get, (_, { db, scope, actor }) => getStart(db, scope, actor.id))

  handle(server, start.hide, async (_, { db, scope, actor }) => {
    await updateUser(db, scope, actor.id, { hides_start: true })
    return await getStart(db, scope, actor.id)
  })
}
