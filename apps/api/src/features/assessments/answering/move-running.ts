import type { App } from '#core/context.ts'
import { type Db, scopeOf } from '#db/scope.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import { withTenant } from '#db/pools.ts'
import { moveScopes } from './move-scopes.ts'
import { moveAssessments } from './move-assessments.queries.ts'
import { countMoved, endMove, findMove, reopenNext } from '#features/content/moves.queries.ts'
import { lockToMove } from '#features/assessments/locks.queries.ts'

/** Assessments in one transaction. Their saves wait for it. */
const BATCH = 50
/** Transactions of one job, so other jobs get their turn. */
const TURNS = 20

/** The job of a minor change. It may run twice. If the last attempt fails, owners are offered the edition. */
export async function moveRunning(app: App, job: JobData, attempt: Attempt): Promise<void> {
  try {
    for (let turn = 1; turn <= TURNS; turn += 1) {
      const isOver = await withTenant(app.pools, job.tenantId, (db) =>
        moveSome(app, db, job, turn === TURNS),
      )
      if (isOver) return
    }
  } catch (error) {
    if (attempt.isLast)
      await withTenant(app.pools, job.tenantId, (db) =>
        endMove(db, scopeOf(job.tenantId), job.id, false),
      )
    throw error
  }
}

/** Returns whether nothing is left to do. */
async function moveSome(app: App, db: Db, { tenantId, id }: JobData, isLastTurn: boolean) {
  const scope = scopeOf(tenantId)
  const move = await findMove(db, scope, id)
  if (!move) return true
  const ids = await lockToMove(db, scope, move.from, BATCH)
  if (!ids) {
    await endMove(db, scope, id, true)
    const next = await reopenNext(db, scope, id)
    if (next !== undefined) await app.jobs.enqueue(db, 'move', { tenantId, id: next })
    return true
  }
  const { from, movedBy: actorId } = move
  if (ids.length > 0) {
    await moveScopes(db, { app, scope }, { ids, to: id })
    await moveAssessments(db, scope, { ids, from, to: id, toConfirm: [], actorId })
  }
  await countMoved(db, scope, id, ids.length)
  if (isLastTurn) await app.jobs.enqueue(db, 'move', { tenantId, id })
  return false
}
