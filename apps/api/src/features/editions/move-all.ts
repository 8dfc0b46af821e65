import { sql } from 'kysely'
import type { Scope, SignedInContext } from '#core/context.ts'
import { withTenants } from '#db/pools.ts'
import type { Db } from '#db/driver.ts'
import { moveAssessments } from '#features/assessments/move-assessments.ts'

const AT_ONCE = 50

/**
 * Moves the assessments of an edition to one in which only words differ, some at a time. Should that be cut off, the
 * rest is offered to its owners as after any other change.
 */
export async function moveAll(
  { app, actor }: SignedInContext,
  { scope, from, to }: { scope: Scope; from: number; to: number },
): Promise<void> {
  const { tenantId } = scope
  let last = 0
  while (true) {
    const people = await withTenants(app.pools, [tenantId], async (db) => {
      const userIds = await takeTurns(db, scope, from, last)
      const ids = await listMovable(db, scope, from, userIds)
      if (ids.length > 0)
        await moveAssessments(db, scope, { ids, from, to, anew: [], actorId: actor.id })
      return userIds
    })
    const next = people.at(-1)
    if (next === undefined) return
    last = next
  }
}

/** The next people with assessments to move; nothing of theirs is written by anybody else until the transaction ends. */
async function takeTurns(
  db: Db,
  { tenantId }: Scope,
  from: number,
  last: number,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id, pg_advisory_xact_lock(-user_id) from (
      select distinct user_id from assessments
      where tenant_id = ${tenantId} and content_set_id = ${from} and user_id > ${last} and status not in ('in_review', 'certified')
      order by user_id limit ${AT_ONCE} offset 0) people`.execute(db)
  return rows.map((row) => row.user_id)
}

async function listMovable(
  db: Db,
  { tenantId }: Scope,
  from: number,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from assessments
    where tenant_id = ${tenantId} and content_set_id = ${from} and user_id = any(${[...userIds]}::bigint[])
      and status not in ('in_review', 'certified')`.execute(db)
  return rows.map(({ id }) => id)
}
