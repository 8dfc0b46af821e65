import { MailError } from '#adapters/mail.ts'
import { type App, scopeOf } from '#core/context.ts'
import type { Env } from '#core/env.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import { findMail, markMailRefused, markMailSent } from './mails.queries.ts'

type Sending = {
  env: Pick<Env, 'MAIL_FROM'>
  pools: App['pools']
  adapters: Pick<App['adapters'], 'sendMail'>
}

/**
 * Sends one mail of the outbox. A worker that dies after the mail server's yes and before our own note of it
 * sends again, with the same Message-ID; nothing else repeats.
 */
export async function sendQueuedMail(
  app: Sending,
  { tenantId, id }: JobData,
  attempt: Attempt,
): Promise<void> {
  const scope = scopeOf(tenantId)
  const mail = await withTenant(app.pools, tenantId, (db) => findMail(db, scope, id))
  if (mail?.status !== 'queued') return
  try {
    // No connection is held while the mail server talks. Without one, the mail stands on the outbox page.
    await app.adapters.sendMail?.({
      messageId: mail.message_id,
      from: app.env.MAIL_FROM,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
    })
  } catch (error) {
    const isPermanent = error instanceof MailError && error.isPermanent
    const reason = error instanceof MailError ? error.message : 'The mail could not be handed over.'
    const isFinal = isPermanent || attempt.isLast
    await withTenant(app.pools, tenantId, (db) =>
      markMailRefused(db, scope, id, { reason, isFinal }),
    )
    if (!isPermanent) throw error
    return
  }
  await withTenant(app.pools, tenantId, (db) => markMailSent(db, scope, id))
}
