import type { App } from '#core/context.ts'
import { dayOf } from '#core/host-tenant.ts'
import type { Db, Scope } from '#db/scope.ts'
import { type Given, giveAwaited, lockAddress } from './awaited.queries.ts'
import { MAILS } from './mail-catalogue.ts'
import { tell, wasTold } from './notices.queries.ts'
import { notifyRespondent } from './notify-respondent.ts'
import { findActiveTenant } from './tenants.queries.ts'

type Place = { app: App; scope: Scope }

/** Gives a user the elements that wait for their address, and tells them as if they were assigned now. */
export async function joinAwaited(
  db: Db,
  place: Place,
  user: { id: number; email: string },
): Promise<void> {
  await lockAddress(db, place.scope, user.email)
  for (const given of await giveAwaited(db, place.scope, user))
    await tellGiven(db, place, user.id, given)
}

async function tellGiven(db: Db, { app, scope }: Place, userId: number, given: Given) {
  const { assessment_id: assessmentId, elements, due_on: dueOn, is_muted } = given
  const at = app.adapters.now()
  const isFirst = !(await wasTold(db, scope, userId, { kind: 'assigned', assessmentId }))
  const tenant = isFirst && (await findActiveTenant(db, scope.tenantId))
  await tell(db, scope, [userId], {
    kind: 'assigned',
    assessmentId,
    elementIds: elements.map(({ id }) => id),
    by: given.owner_id,
    at,
    ...(tenant && { toldOn: dayOf(tenant, at) }),
  })
  if (isFirst && !is_muted)
    await notifyRespondent(db, app, scope, userId, (place) =>
      MAILS.assigned.text(place, { ...given, assessmentId, elements, dueOn }),
    )
}
