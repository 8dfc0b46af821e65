import { asOneLine } from 'contract/fields'
import { randomUUID } from 'node:crypto'
import type { App } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import type { Jobs } from '#core/jobs.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import { insertMail } from './mails.queries.ts'
import { type MailContent, renderMail } from '#support/mails/render-mail.ts'

export type NewMail = MailContent & { to: string }

export type Sender = {
  app: Pick<App, 'env'> & { jobs: Pick<Jobs, 'enqueue'> }
  tenant: HostTenant
  scope: Scope
}

/** Writes a mail and its job in the caller's transaction. It is sent after the commit. */
export async function queueMail(db: Db, { app, tenant, scope }: Sender, mail: NewMail) {
  // Titles and names from before they had to be one line.
  const subject = asOneLine(namedSubject(mail.subject, tenant))
  const { text, html } = await renderMail({ ...mail, subject }, tenant)
  // Created once, so that a repeated mail can be recognised.
  const message_id = `<${randomUUID()}@${app.env.BASE_DOMAIN}>`
  const id = await insertMail(db, scope, { message_id, recipient: mail.to, subject, text, html })
  await app.jobs.enqueue(db, 'mail', { tenantId: scope.tenantId, id })
}

/** People may have accounts in several organisations. Auditors' mails name the one that they are about. */
function namedSubject(subject: string, { name, kind }: HostTenant): string {
  return kind === 'platform' || subject.includes(name) ? subject : `${subject} (${name})`
}
