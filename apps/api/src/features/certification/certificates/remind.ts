import type { App } from '#core/context.ts'
import { platformScopeOf, scopeOf } from '#db/scope.ts'
import { withTenants } from '#db/pools.ts'
import { findSetToName } from '#features/assessments/assessments.queries.ts'
import { longDate } from '#features/reports/long-date.ts'
import { findActiveTenant, listOrganisationIds } from '#support/tenants.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
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
    const set = await findSetToName(db, scope, reminder.assessment_id)
    const certificate = { ...reminder, until: longDate(reminder.valid_until), set }
    await notifyByMail(db, app, scope, holder, (place) => MAILS.expiring.text(place, certificate))
    const admins = await listAdminEmails(db, scope, user_id)
    await notifyByMail(db, app, scope, admins, (place) =>
      MAILS.expiringForAdmins.text(place, certificate),
    )
  })
}
