import { notifications } from 'contract/notifications'
import { allows } from '#core/permissions.ts'
import { type Server, handle } from '#core/handle.ts'
import { listNotifications, markRead, tagOfNotifications } from './notifications.queries.ts'

export function notificationRoutes(server: Server): void {
  handle(server, notifications.list, async ({ query: { seen } }, { db, scope, actor, reply }) => {
    const tag = await tagOfNotifications(db, scope, actor.id, allows(actor.roles, 'invite-users'))
    if (tag === seen) {
      reply.code(204)
      return undefined
    }
    return { tag, notifications: await listNotifications(db, scope, actor.id) }
  })

  handle(server, notifications.read, async ({ body: { ids } }, { app, db, scope, actor }) => {
    await markRead(db, scope, actor.id, { ids, at: app.adapters.now() })
  })
}
