import { SENT_MAIL_DAYS } from 'contract/list-sizes'
import { sql } from 'kysely'
import type { App } from '#core/context.ts'
import { hasOutbox } from '#core/env.ts'
import { inScope } from '#db/in-scope.ts'
import { inEveryTenant } from '#support/every-tenant.ts'

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
    changed = await inEveryTenant(pools, async (db, scope) => {
      const done = sql`${inScope('tenant_id', scope)} and status in ('sent', 'discarded')`
      const { numAffectedRows: deleted = 0n } = await sql`
        delete from mails where (tenant_id, id) in (select tenant_id, id from mails
          where ${done} and coalesce(sent_at, created_at) < now() - make_interval(days => ${SENT_MAIL_DAYS}) limit ${BATCH})`.execute(
        db,
      )
      const { numAffectedRows: emptied = 0n } = await sql`
        update mails set text = '', html = '' where (tenant_id, id) in (select tenant_id, id from mails
          where ${done} and (text <> '' or html <> '') limit ${BATCH})`.execute(db)
      return deleted + emptied
    })
  } while (changed > 0n)
}
