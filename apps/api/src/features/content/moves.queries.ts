import { sql } from 'kysely'
import { statusesThatAllow } from 'rules/assessment-status'
import type { SignedInContext } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'

/** Assessments in review or certified stay on their edition. */
export const MOVABLE = sql`status = any(${statusesThatAllow('answer')}::text[])`

export async function findMove(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<{ from: number; movedBy: number }>`
    select c.based_on as "from", m.moved_by as "movedBy"
    from edition_moves m join content_sets c on c.tenant_id = m.tenant_id and c.id = m.content_set_id
    where m.tenant_id = ${tenantId} and m.content_set_id = ${id}
      and c.based_on is not null`.execute(db)
  return rows[0]
}

export async function listMovable(
  db: Db,
  { tenantId }: Scope,
  from: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from assessments
    where tenant_id = ${tenantId} and content_set_id = ${from} and id = any(${[...ids]}::bigint[])
      and ${MOVABLE}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function countMoved(db: Db, { tenantId }: Scope, id: number, count: number) {
  await sql`
    update edition_moves set moved = moved + ${count}, total = greatest(total, moved + ${count})
    where tenant_id = ${tenantId} and content_set_id = ${id}`.execute(db)
}

/** `isWhole`: assessments that didn't move are no longer on the edition. */
export async function endMove(db: Db, { tenantId }: Scope, id: number, isWhole: boolean) {
  await sql`
    update edition_moves set ended_at = now(), total = case when ${isWhole} then moved else total end
    where tenant_id = ${tenantId} and content_set_id = ${id}`.execute(db)
}

/** Reopens the minor change after this edition if assessments have arrived too late for it. */
export async function reopenNext(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<{ content_set_id: number }>`
    with late as (
      select count(*)::int as count from assessments
      where tenant_id = ${tenantId} and content_set_id = ${id} and ${MOVABLE}
    )
    update edition_moves m set ended_at = null, total = m.moved + late.count
    from content_sets c, late
    where m.tenant_id = ${tenantId} and c.tenant_id = m.tenant_id and c.id = m.content_set_id
      and c.based_on = ${id} and late.count > 0
    returning m.content_set_id`.execute(db)
  return rows[0]?.content_set_id
}

/** Moves the running assessments of an edition after the caller's transaction is committed. */
export async function startMove(
  db: Db,
  { app, actor }: SignedInContext,
  { tenantId }: Scope,
  { id, from }: { id: number; from: number },
): Promise<void> {
  await sql`
    insert into edition_moves (tenant_id, content_set_id, moved_by, total)
    select ${tenantId}, ${id}, ${actor.id}, count(*) from assessments
    where tenant_id = ${tenantId} and content_set_id = ${from} and ${MOVABLE}`.execute(db)
  await app.jobs.enqueue(db, 'move', { tenantId, id })
}
