import { mails } from 'contract/sys'
import { type Server, handleDetached } from '#core/handle.ts'
import { inVisibleAndPlatform } from '#support/tenant-scope.ts'
import { readSentMails } from './sent-mails.queries.ts'

/** Admins see what their organisation sent, and god-admins what all organisations and the platform sent. */
export function sentMailsRoutes(server: Server): void {
  handleDetached(server, mails.sent, ({ query: { page, limit, ...rest } }, context) => {
    const filter = { ...rest, timeZone: context.tenant.timeZone }
    return inVisibleAndPlatform(context, (db, scope) =>
      readSentMails(db, scope, filter, { limit, offset: (page - 1) * limit }),
    )
  })
}
