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
      validityWords(place, reminder),
      'To renew it, open this year’s certification assessment. It starts from the certified answers, each to be confirmed, and is then submitted for review.',
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
      validityWords(place, reminder),
      email === null
        ? `${name}, who answered for it, cannot sign in any more: to renew it, somebody else begins a certification assessment.`
        : `${name} answered for it and was reminded too: it is renewed with this year’s certification assessment.`,
    ],
    action: { label: 'Open the certificate', href: addressOf(place, path) },
  }
}

function validityWords({ tenant }: Place, { number, title, valid_until }: DueReminder) {
  return `Certificate ${number} of ${tenant.name} for ${title} is valid until ${longDate(valid_until)}.`
}
