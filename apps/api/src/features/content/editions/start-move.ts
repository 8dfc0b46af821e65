import type { Scope, SignedInContext } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { insertMove } from '#features/content/moves.queries.ts'

/** Has the running assessments of an edition follow to a minor change of it, once the caller's transaction is committed. */
export async function startMove(
  { app, actor }: SignedInContext,
  db: Db,
  scope: Scope,
  { id, from }: { id: number; from: number },
): Promise<void> {
  await insertMove(db, scope, { id, from, movedBy: actor.id })
  await app.jobs.enqueue(db, 'move', { tenantId: scope.tenantId, id })
}
