import { assignments } from 'contract/assignments'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { notFound } from '#core/errors.ts'
import { type Server, handle } from '#core/handle.ts'
import { dayOf } from '#core/host-tenant.ts'
import { allows } from '#core/permissions.ts'
import { lockAssessment } from '#features/assessments/locks.queries.ts'
import { notManaged, requireOpen } from '#features/assessments/require-open-assessment.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { nextDigest } from './notice-days.ts'
import { insertReminders } from './reminders.queries.ts'
import { type Team, findTeam, listTeamReminded } from './team-reminders.queries.ts'

export function teamReminderRoutes(server: Server): void {
  handle(server, assignments.reminders, async ({ params: { id } }, context) => {
    await getManaged(context.db, context, id)
    return await readReminders(context.db, context, id)
  })

  handle(server, assignments.remind, async ({ params: { id }, body: { user_ids } }, context) => {
    const { app, db, scope, actor } = context
    await getManaged(db, context, id)
    // So that an owner and an admin don't remind the same people twice.
    await lockAssessment(db, scope, { id })
    const team = await getManaged(db, context, id)
    requireOpen(team.status)
    const { people, sent } = await readReminders(db, context, id)
    const ids = people
      .filter((one) => one.skipped === null && user_ids.includes(one.id))
      .map((one) => one.id)
    if (ids.length > 0) {
      const { title, year, type } = team
      await insertReminders(db, scope, ids, team, { sentBy: actor.id, now: app.adapters.now() })
      await recordEvent(db, context, 'participation.reminded', {
        details: { users: ids.length, title, year, type },
      })
    }
    return { users: ids.length, sent }
  })
}

async function readReminders(db: Db, { app, scope, tenant }: SignedInContext, id: number) {
  const now = app.adapters.now()
  const { timeZone } = tenant
  const people = await listTeamReminded(db, scope, id, { day: dayOf(tenant, now), timeZone })
  return { people, sent: nextDigest(timeZone, now) }
}

/** For the owner, and for admins who run shared assessments. */
async function getManaged(db: Db, { scope, actor }: SignedInContext, id: number): Promise<Team> {
  const isManager = allows(actor.roles, 'manage-shared-assessments')
  const found = await findTeam(db, scope, { userId: actor.id, isManager }, id)
  if (!found) throw notFound('shared assessment')
  if (!found.is_managed) throw notManaged()
  return found
}
