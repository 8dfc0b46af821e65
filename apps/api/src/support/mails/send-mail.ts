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
 * Sends one queued mail. If the worker dies before it records the success, the mail is sent again with the same
 * Message-ID.
 */
export async function sendQueuedMail(app: Sending, { tenantId, id }: JobData, attempt: Attempt) {
  const scope = scopeOf(tenantId)
  const mail = await withTenant(app.pools, tenantId, (db) => findMail(db, scope, id))
  if (mail?.status !== 'queued') return
  try {
    // Holds no connection while sending. Without a mail server, the mail only appears on the outbox page.
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
    const reason = error instanceof MailError ? error.message : 'The email could not be sent.'
    const isFinal = isPermanent || attempt.isLast
    await withTenant(app.pools, tenantId, (db) =>
      markMailRefused(db, scope, id, { reason, isFinal }),
    )
    if (!isPermanent) throw error
    return
  }
  await withTenant(app.pools, tenantId, (db) => markMailSent(db, scope, id))
}
