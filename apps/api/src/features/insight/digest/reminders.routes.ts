import type { DueDate } from 'contract/due-dates'
import { type ReminderBody, type ReminderPreview, reminders } from 'contract/reminders'
import type { SignedInContext } from '#core/context.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { dayOf } from '#core/host-tenant.ts'
import type { Db, Scope } from '#db/scope.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { MAILS } from '#support/mail-catalogue.ts'
import { inOrganisation, requireChangeable } from '#support/tenant-scope.ts'
import { getHostTenant, lockTenants } from '#support/tenants.queries.ts'
import { getTask } from './get-task.ts'
import { nextDigest } from './notice-days.ts'
import { insertReminders, listReminded } from './reminders.queries.ts'

export function reminderRoutes(server: Server): void {
  handleDetached(server, reminders.preview, async ({ params: { id }, body }, context) => {
    await requireChangeable(context, id)
    return await inOrganisation(context, id, (db, scope) => preview(db, context, scope, body))
  })
  handleDetached(server, reminders.send, async ({ params: { id }, body }, context) => {
    await requireChangeable(context, id)
    return await inOrganisation(context, id, (db, scope) => send(db, context, scope, body))
  })
}

async function planOf(db: Db, { app }: SignedInContext, scope: Scope, body: ReminderBody) {
  const now = app.adapters.now()
  const tenant = await getHostTenant(db, scope.tenantId)
  const today = dayOf(tenant, now)
  const task = await getTask(db, scope, body)
  const people = await listReminded(db, scope, body.user_ids, body, Number(today.slice(0, 4)))
  return { now, tenant, today, task, people, sent: nextDigest(tenant.timeZone, now) }
}

async function preview(
  db: Db,
  context: SignedInContext,
  scope: Scope,
  body: ReminderBody,
): Promise<ReminderPreview> {
  const { app, actor } = context
  const { tenant, today, task, people, sent } = await planOf(db, context, scope, body)
  const first = people.find(({ skipped }) => skipped === null)
  const mailTo = ({ status }: NonNullable<typeof first>) => {
    const by = actor.tenantId === tenant.id ? actor.name : null
    const open = { ...task, status, reminder: { by } }
    const { subject, entries = [] } = MAILS.digest.text(
      { app, tenant },
      { tasks: [open], team: [] },
      today,
    )
    return { subject, text: entries.map(({ text }) => text).join('\n') }
  }
  return {
    people: people.map(({ id, name, email, skipped }) => ({ id, name, email, skipped })),
    sent,
    mail: first ? mailTo(first) : null,
  }
}

async function send(db: Db, context: SignedInContext, scope: Scope, body: ReminderBody) {
  // So that two admins don't remind the same people twice.
  await lockTenants(db, [scope.tenantId])
  const { now, task, people, sent } = await planOf(db, context, scope, body)
  const ids = people.filter(({ skipped }) => skipped === null).map(({ id }) => id)
  if (ids.length > 0) await remind(db, context, scope, { ids, task, now })
  return { users: ids.length, sent }
}

async function remind(
  db: Db,
  context: SignedInContext,
  scope: Scope,
  { ids, task, now }: { ids: number[]; task: DueDate; now: Date },
) {
  await insertReminders(db, scope, ids, task, { sentBy: context.actor.id, now })
  const { title, year, type } = task
  await recordEvent(db, { ...context, scope }, 'participation.reminded', {
    details: { users: ids.length, title, year, type },
  })
}
