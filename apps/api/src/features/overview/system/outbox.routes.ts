import { mails } from 'contract/sys'
import { ApiError } from '#core/errors.ts'
import { type Server, handle } from '#core/handle.ts'
import { listNewestMails } from '#support/mails/mails.queries.ts'
import { renderOutbox } from './outbox-page.ts'

const SHOWN = 50

export function mailRoutes(server: Server): void {
  handle(server, mails.outbox, async (_, { app, db, scope, tenant }) => {
    // Mails contain one-time links, so the page exists only on a developer's machine.
    if (app.env.SMTP_URL !== undefined || app.env.NODE_ENV === 'production') {
      throw new ApiError('not-found', 'There is no such page.')
    }
    return renderOutbox(await listNewestMails(db, scope, SHOWN), tenant)
  })
}
