import { type App, scopeOf } from '#core/context.ts'
import type { Attempt, JobData } from '#core/jobs.ts'
import type { Db } from '#db/driver.ts'
import { withTenant } from '#db/pools.ts'
import { moveAssessments } from './move-assessments.ts'
import {
  countMoved,
  endMove,
  findMove,
  listMovable,
  reopenNext,
  takeTurns,
} from '#features/content/moves.queries.ts'

/** People in one transaction, who wait for it with their saves. */
const AT_ONCE = 50
/** Transactions of one job; then others have their turn. */
const TURNS = 20

/**
 * The job of a minor change: moves some of the assessments, and leaves the rest to another. What has moved is told by
 * the assessments themselves, so that a job may end anywhere and run twice. Should the last try fail, the rest is
 * offered to its owners as after any other change.
 */
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

/** Whether nothing is left to do. */
async function moveSome(
  { jobs }: App,
  db: Db,
  { tenantId, id }: JobData,
  isLastTurn: boolean,
): Promise<boolean> {
  const scope = scopeOf(tenantId)
  const move = await findMove(db, scope, id)
  if (!move) return true
  const userIds = await takeTurns(db, scope, move.from, AT_ONCE)
  if (userIds.length === 0) {
    await endMove(db, scope, id, true)
    const next = await reopenNext(db, scope, id)
    if (next !== undefined) await jobs.enqueue(db, 'move', { tenantId, id: next })
    return true
  }
  const ids = await listMovable(db, scope, move.from, userIds)
  if (ids.length > 0)
    await moveAssessments(db, scope, {
      ids,
      from: move.from,
      to: id,
      anew: [],
      actorId: move.movedBy,
    })
  await countMoved(db, scope, id, ids.length)
  if (isLastTurn) await jobs.enqueue(db, 'move', { tenantId, id })
  return false
}
