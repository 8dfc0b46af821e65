import { asOneLine } from 'contract/fields'
import { MailError } from '#adapters/mail.ts'
import type { App } from '#core/context.ts'
import { scopeOf } from '#db/scope.ts'
import type { Env } from '#core/env.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import { withTenant, withTenants } from '#db/pools.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { findMail, hasMailServer, markMailSent, markMailRefused } from '#support/mails.queries.ts'

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
  await leaveToOthers(app)
  let answer
  try {
    // Holds no connection while sending. Without a mail server, the mail only appears on the outbox page.
    answer = await app.adapters.sendMail?.({
      messageId: mail.message_id,
      from: app.env.MAIL_FROM,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
    })
  } catch (error) {
    const fault = error instanceof MailError ? error.fault : 'unreachable'
    const reason = error instanceof MailError ? error.message : 'The email could not be sent.'
    const isPermanent = fault !== 'unreachable'
    const isFinal = isPermanent || attempt.isLast
    await withTenant(app.pools, tenantId, async (db) => {
      await markMailRefused(db, scope, id, { reason, isFinal })
      // A mail that can't be built is our fault, so god-admins see it on the dashboard.
      if (fault === 'unbuildable')
        await recordEvent(db, { scope }, 'mail.failed', {
          subject: `mail ${id}`,
          details: { email: mail.recipient, email_subject: mail.subject, reason },
        })
    })
    if (!isPermanent) throw error
    return
  }
  // Without a mail server, the outbox page shows the texts.
  const isAccepted = app.adapters.sendMail !== undefined
  const accepted = isAccepted ? { text: '', html: '', response: shortened(answer) } : {}
  await withTenant(app.pools, tenantId, (db) => markMailSent(db, scope, id, accepted))
}

/** A node without a mail server would call a mail sent that no one gets. The job is tried again, also by the others. */
async function leaveToOthers({ pools, adapters }: Sending): Promise<void> {
  if (adapters.sendMail === undefined && (await withTenants(pools, [], hasMailServer)))
    throw new Error('SMTP_URL is not set on this node. Another node sends the emails.')
}

const MOST_CHARACTERS = 200

function shortened(answer: string | void): string | null {
  return answer ? asOneLine(answer).slice(0, MOST_CHARACTERS) : null
}
