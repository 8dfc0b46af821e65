import type { App } from '#core/context.ts'
import { platformScopeOf, scopeOf } from '#db/scope.ts'
import { withTenants } from '#db/pools.ts'
import { longDate } from '#features/reports/report-page.ts'
import { findActiveTenant, listOrganisationIds } from '#support/tenants.queries.ts'
import { notifyByMail } from '#support/notify-respondent.ts'
import { type DueReminder, listDueReminders, insertReminder } from './reminders.queries.ts'
import { listAdminEmails } from '#support/active-users.queries.ts'

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
  const { tenant_id, email, user_id } = reminder
  await withTenants(app.pools, [tenant_id], async (db) => {
    const tenant = await findActiveTenant(db, tenant_id)
    if (!tenant || !(await insertReminder(db, scope, reminder))) return
    const holder = email === null ? [] : [email]
    await notifyByMail(db, app, scope, holder, ({ name }) => newsForHolder(name, reminder))
    const admins = await listAdminEmails(db, scope, user_id)
    await notifyByMail(db, app, scope, admins, ({ name }) => newsForAdmin(name, reminder))
  })
}

function newsForHolder(organisation: string, reminder: DueReminder) {
  return {
    subject: `Your certificate expires on ${longDate(reminder.valid_until)}`,
    paragraphs: [
      validityText(organisation, reminder),
      'To renew the certificate, open this year’s certification assessment. Confirm your certified answers, then submit the assessment for review.',
    ],
    label: 'Open the assessment',
    path: '/?type=certification',
  }
}

function newsForAdmin(organisation: string, reminder: DueReminder) {
  const { id, user_id, name, email, valid_until } = reminder
  return {
    subject: `A certificate for ${organisation} expires on ${longDate(valid_until)}`,
    paragraphs: [
      validityText(organisation, reminder),
      email === null
        ? `${name}, who answered the assessment, can no longer sign in. To renew the certificate, another user must start a certification assessment.`
        : `${name} answered the assessment and has received the same reminder. To renew the certificate, ${name} must submit this year’s certification assessment.`,
    ],
    label: 'Open the certificate',
    path: `/admin/users/${user_id}/certifications/${id}`,
  }
}

function validityText(organisation: string, { number, title, valid_until }: DueReminder) {
  return `${organisation}’s certificate ${number} for ${title} is valid until ${longDate(valid_until)}.`
}
