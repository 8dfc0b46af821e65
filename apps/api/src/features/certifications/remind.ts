import { type App, platformScopeOf, scopeOf } from '#core/context.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import { withTenants } from '#db/pools.ts'
import { addressOf } from '#features/mails/address-of.ts'
import { type NewMail, queueMail } from '#features/mails/queue-mail.ts'
import { longDate } from '#features/reports/report-page.ts'
import { findActiveTenant, listOrganisationIds } from '#features/tenants/tenants.queries.ts'
import {
  type DueReminder,
  insertReminder,
  listAdminEmails,
  listDueReminders,
} from './reminders.queries.ts'

/** Days before a certificate expires. */
export const NOTICES = [90, 30, 7]

/** Reminds holders and company admins of what expires soon; each time once, on whichever node. */
export async function remindOfExpiry(app: App): Promise<void> {
  const { pools, adapters } = app
  const ids = await withTenants(pools, [], (db) => listOrganisationIds(db))
  const due = await withTenants(pools, ids, (db) =>
    listDueReminders(db, platformScopeOf(ids), NOTICES, adapters.now()),
  )
  for (const reminder of due) await remind(app, reminder)
}

async function remind(app: App, reminder: DueReminder) {
  const scope = scopeOf(reminder.tenant_id)
  await withTenants(app.pools, [reminder.tenant_id], async (db) => {
    const tenant = await findActiveTenant(db, reminder.tenant_id)
    if (!tenant || !(await insertReminder(db, scope, reminder))) return
    const admins = await listAdminEmails(db, scope)
    const own = reminder.email === null ? [] : [reminder.email]
    for (const to of new Set([...own, ...admins]))
      await queueMail(db, { app, tenant, scope }, { to, ...mailOf({ app, tenant }, reminder) })
  })
}

function mailOf(
  place: { app: App; tenant: HostTenant },
  { days, number, title, valid_until }: DueReminder,
): Omit<NewMail, 'to'> {
  const subject = `Your certificate expires in ${days} days or less`
  return {
    subject,
    heading: subject,
    paragraphs: [
      `Certificate ${number} of ${place.tenant.name} for ${title} is valid until ${longDate(valid_until)}.`,
      'To renew it, open this year’s certification assessment. It starts from the certified answers, each to be confirmed, and is then submitted for review.',
    ],
    action: { label: 'Open the assessment', href: addressOf(place, '/?type=certification') },
  }
}
