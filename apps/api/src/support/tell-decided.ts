import type { App } from '#core/context.ts'
import { dayOf } from '#core/host-tenant.ts'
import type { Db, Scope } from '#db/scope.ts'
import { listMembers, tell } from './notices.queries.ts'
import { getTimeZone } from './tenants.queries.ts'

/** The people of a shared assessment learn that an auditor has decided. Its owner has a mail about it. */
export async function tellDecided(
  db: Db,
  app: App,
  scope: Scope,
  { assessmentId, ownerId }: { assessmentId: number; ownerId: number },
): Promise<void> {
  const members = await listMembers(db, scope, assessmentId)
  if (members === undefined) return
  const at = app.adapters.now()
  const toldOn = dayOf({ timeZone: await getTimeZone(db, scope.tenantId) }, at)
  const notice = { kind: 'decided', assessmentId, by: null, at } as const
  await tell(db, scope, [ownerId], { ...notice, toldOn })
  await tell(db, scope, members, notice)
}
