import type { PlannedAction } from 'contract/plan'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { tell } from '#support/notices.queries.ts'

type Given = { assessmentId: number; to: number; actionIds: readonly number[] }

/** Behind the bell of who owns these actions from now on, and in their next digest. */
export async function tellPlanned(
  db: Db,
  { app, scope, actor }: SignedInContext,
  { assessmentId, to, actionIds }: Given,
): Promise<void> {
  if (actionIds.length === 0) return
  const at = app.adapters.now()
  await tell(db, scope, [to], { kind: 'planned', assessmentId, actionIds, by: actor.id, at })
}

/** Each owner of these actions, as far as they are still to be done. */
export async function tellOwners(
  db: Db,
  context: SignedInContext,
  assessmentId: number,
  actions: readonly PlannedAction[],
): Promise<void> {
  const left = actions.filter(({ status }) => status === 'open' || status === 'in_progress')
  for (const [to, theirs] of Map.groupBy(left, ({ owner }) => owner?.id)) {
    const actionIds = theirs.map(({ id }) => id)
    if (to !== undefined) await tellPlanned(db, context, { assessmentId, to, actionIds })
  }
}
