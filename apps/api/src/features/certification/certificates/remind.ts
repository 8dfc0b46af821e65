import { type App, platformScopeOf, scopeOf } from '#core/context.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import { withTenants } from '#db/pools.ts'
import { addressOf } from '#support/address-of.ts'
import { type NewMail, queueMail } from '#support/queue-mail.ts'
import { longDate } from '#features/reports/report-page.ts'
import { findActiveTenant, listOrganisationIds } from '#support/tenants.queries.ts'
import {
  type DueReminder,
  insertReminder,
  listAdminEmails,
  listDueReminders,
} from './reminders.queries.ts'

/** Days before a certificate expires. */
export const NOTICES = [90, 30, 7]

/** Reminds holders and admins of certificates that expire soon. Each reminder is sent once, by any node. */
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
    const place = { app, tenant }
    if (reminder.email !== null)
      await queueMail(
        db,
        { ...place, scope },
        { to: reminder.email, ...mailToHolder(place, reminder) },
      )
    for (const to of await listAdminEmails(db, scope, reminder.user_id))
      await queueMail(db, { ...place, scope }, { to, ...mailToAdmin(place, reminder) })
  })
}

type Place = { app: App; tenant: HostTenant }

function mailToHolder(place: Place, reminder: DueReminder): Omit<NewMail, 'to'> {
  const subject = `Your certificate expires in ${reminder.days} days or less`
  return {
    subject,
    paragraphs: [
      validityText(place, reminder),
      'To renew it, open this year’s certification assessment. Confirm the certified answers that it starts with, then submit it for review.',
    ],
    action: { label: 'Open the assessment', href: addressOf(place, '/?type=certification') },
  }
}

function mailToAdmin(place: Place, reminder: DueReminder): Omit<NewMail, 'to'> {
  const { id, days, user_id, name, email } = reminder
  const subject = `A certificate of ${place.tenant.name} expires in ${days} days or less`
  const path = `/admin/users/${user_id}/certifications/${id}`
  return {
    subject,
    paragraphs: [
      validityText(place, reminder),
      email === null
        ? `${name}, who answered the assessment, can no longer sign in. To renew the certificate, another user has to start a certification assessment.`
        : `${name} answered the assessment and was reminded too. This year’s certification assessment renews the certificate.`,
    ],
    action: { label: 'Open the certificate', href: addressOf(place, path) },
  }
}

function validityText({ tenant }: Place, { number, title, valid_until }: DueReminder) {
  return `Certificate ${number} of ${tenant.name} for ${title} is valid until ${longDate(valid_until)}.`
}
