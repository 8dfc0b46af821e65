import { type DueDate, type Task, dueDates } from 'contract/due-dates'
import type { SignedInContext } from '#core/context.ts'
import { type Server, handleDetached } from '#core/handle.ts'
import { dayOf } from '#core/host-tenant.ts'
import type { Db, Scope } from '#db/scope.ts'
import { refusePast } from '#support/refuse-past.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { inOrganisation, requireChangeable } from '#support/tenant-scope.ts'
import { getTimeZone } from '#support/tenants.queries.ts'
import { listTasks, saveDueDate } from './due-dates.queries.ts'
import { getTask } from './get-task.ts'

export function dueDatesRoutes(server: Server): void {
  handleDetached(server, dueDates.list, async ({ params, query }, context) =>
    inOrganisation(context, params.id, async (db, scope) => ({
      tasks: await listTasks(db, scope, query.year),
      today: await todayAt(db, scope, context),
    })),
  )
  handleDetached(server, dueDates.set, ({ params, body }, context) =>
    setDueDate(context, params.id, body),
  )
}

async function todayAt(db: Db, scope: Scope, { app }: SignedInContext): Promise<string> {
  return dayOf({ timeZone: await getTimeZone(db, scope.tenantId) }, app.adapters.now())
}

async function setDueDate(
  context: SignedInContext,
  id: number,
  { due_on, ...task }: Task & { due_on: string | null },
): Promise<DueDate> {
  await requireChangeable(context, id)
  return await inOrganisation(context, id, async (db, scope) => {
    const before = await getTask(db, scope, task)
    if (due_on === before.due_on) return before
    refusePast(due_on, await todayAt(db, scope, context))
    await saveDueDate(db, scope, task, due_on)
    const { title, year, type } = before
    await recordEvent(db, { ...context, scope }, 'due_date.changed', {
      details: { title, year, type, due_on: due_on ?? 'none' },
    })
    return { ...before, due_on }
  })
}
