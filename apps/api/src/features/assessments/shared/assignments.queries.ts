import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'

type Assigned = {
  elementIds: readonly number[]
  dueOn: string | null
  /** Who gets them now, or the address for which they wait. */
  to: { userId: number } | { email: string }
}

export async function hasAssignment(db: Db, { tenantId }: Scope, id: number, userId: number) {
  const { rows } = await sql`select from element_assignments
    where tenant_id = ${tenantId} and assessment_id = ${id} and user_id = ${userId} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** A new person ends the reason of the one before. */
const NOT_DECLINED = sql`declined_at = null, declined_by = null, decline_reason = null, suggested_id = null`

/** A new person starts from the beginning; a new date alone changes nothing else. */
export async function upsertAssignments(
  db: Db,
  { tenantId }: Scope,
  id: number,
  { elementIds, dueOn, to }: Assigned,
) {
  const { userId, email } = { userId: null, email: null, ...to }
  await sql`
    insert into element_assignments as e (tenant_id, assessment_id, element_id, user_id, awaited_email, due_on)
    select ${tenantId}, ${id}, element, ${userId}, ${email}, ${dueOn}::date from unnest(${[...new Set(elementIds)]}::bigint[]) element
    on conflict (tenant_id, assessment_id, element_id) do update set user_id = excluded.user_id,
      awaited_email = excluded.awaited_email, due_on = excluded.due_on,
      done_at = case when e.user_id = excluded.user_id then e.done_at end,
      returned_at = case when e.user_id = excluded.user_id then e.returned_at end, ${NOT_DECLINED}`.execute(
    db,
  )
}

export async function deleteAssignments(
  db: Db,
  { tenantId }: Scope,
  id: number,
  elementIds: readonly number[],
) {
  await sql`delete from element_assignments
    where tenant_id = ${tenantId} and assessment_id = ${id} and element_id = any(${[...elementIds]}::bigint[])`.execute(
    db,
  )
}

type Move = {
  from: number | null
  /** The address for which they wait. */
  fromEmail?: string | undefined
  to: number | null
  elementIds?: readonly number[] | undefined
}

/** Returns the elements that changed hands. From null: those that need a new person, or wait for an address. */
export async function moveAssignments(
  db: Db,
  { tenantId }: Scope,
  id: number,
  { from, fromEmail, to, elementIds }: Move,
): Promise<number[]> {
  const { rows } = await sql<{ element_id: number }>`
    update element_assignments set user_id = ${to}, awaited_email = null, ${NOT_DECLINED}
    where tenant_id = ${tenantId} and assessment_id = ${id} and user_id is not distinct from ${from}::bigint
      and awaited_norm is not distinct from ${fromEmail?.toLowerCase() ?? null}::text
      and (${elementIds === undefined} or element_id = any(${[...(elementIds ?? [])]}::bigint[]))
    returning element_id`.execute(db)
  return rows.map(({ element_id }) => element_id)
}

/** False if the element isn't assigned to this user. */
export async function markDone(
  db: Db,
  { tenantId }: Scope,
  { id, elementId, userId, at }: { id: number; elementId: number; userId: number; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update element_assignments set done_at = coalesce(done_at, ${at.toISOString()}), returned_at = null
    where tenant_id = ${tenantId} and assessment_id = ${id} and element_id = ${elementId} and user_id = ${userId}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Undefined if it was neither done nor complete. */
export async function markReturned(
  db: Db,
  { tenantId }: Scope,
  { id, elementId, at }: { id: number; elementId: number; at: Date },
): Promise<{ user_id: number | null; due_on: string | null } | undefined> {
  const { rows } = await sql<{ user_id: number | null; due_on: string | null }>`
    update element_assignments set done_at = null, returned_at = ${at.toISOString()}
    where tenant_id = ${tenantId} and assessment_id = ${id} and element_id = ${elementId} and (done_at is not null
      or exists (select from element_completions c
        where c.tenant_id = ${tenantId} and c.assessment_id = ${id} and c.element_id = ${elementId}))
    returning user_id, due_on::text as due_on`.execute(db)
  return rows[0]
}
