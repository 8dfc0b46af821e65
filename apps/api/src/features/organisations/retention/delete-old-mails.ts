import { SENT_MAIL_DAYS } from 'contract/list-sizes'
import type { App } from '#core/context.ts'
import { hasOutbox } from '#core/env.ts'
import { inEveryTenant } from '#support/every-tenant.ts'
import { deleteMails, emptyMails } from './retention.queries.ts'

/** Rows of one statement, so that none takes long. */
const BATCH = 1000

/**
 * Deletes mails a month after they were sent or discarded, and texts that an earlier version left. In development
 * without a mail server, the outbox shows them.
 */
export async function deleteOldMails({ env, pools }: App): Promise<void> {
  if (hasOutbox(env)) return
  let changed
  do {
    changed = await inEveryTenant(
      pools,
      async (db, scope) =>
        (await deleteMails(db, scope, { days: SENT_MAIL_DAYS, atMost: BATCH })) +
        (await emptyMails(db, scope, BATCH)),
    )
  } while (changed > 0n)
}
