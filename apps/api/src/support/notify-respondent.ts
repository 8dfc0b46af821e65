import type { App } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'
import type { PlaceContext } from './address-of.ts'
import type { MailContent } from './mails/render-mail.ts'
import { queueMail } from './queue-mail.ts'
import { findActiveEmail } from './active-users.queries.ts'
import { findActiveTenant } from './tenants.queries.ts'

export type MailAt = (place: PlaceContext) => MailContent

/** Mails an active respondent about their assessment. */
export async function notifyRespondent(
  db: Db,
  app: App,
  scope: Scope,
  userId: number,
  mailAt: MailAt,
): Promise<void> {
  const email = await findActiveEmail(db, scope, userId)
  await notifyByMail(db, app, scope, email === undefined ? [] : [email], mailAt)
}

/** A suspended organisation sends no mails. */
export async function notifyByMail(
  db: Db,
  app: App,
  scope: Scope,
  emails: readonly string[],
  mailAt: MailAt,
): Promise<void> {
  const tenant = await findActiveTenant(db, scope.tenantId)
  if (!tenant) return
  const mail = mailAt({ app, tenant })
  for (const to of emails) await queueMail(db, { app, tenant, scope }, { ...mail, to })
}
