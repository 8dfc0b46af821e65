import type { ActionChange, NewAction } from 'contract/plan'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { CAN_OWN, IS_LEFT } from '#features/assessments/planned.queries.ts'

/** A repeated action changes nothing. */
export async function insertActions(
  db: Db,
  { tenantId }: Scope,
  id: number,
  actions: readonly NewAction[],
  { by, at }: { by: number; at: Date },
): Promise<void> {
  const column = <Key extends keyof NewAction>(key: Key) => actions.map((action) => action[key])
  const now = at.toISOString()
  await sql`
    insert into actions (tenant_id, assessment_id, key, statement_key, title, owner_id, due_on, status, note,
      created_by, created_at, updated_by, updated_at)
    select ${tenantId}, ${id}, n.key, n.statement_key, n.title, n.owner_id, n.due_on, n.status, n.note, ${by}, ${now}, ${by}, ${now}
    from unnest(${column('key')}::uuid[], ${column('statement_key')}::text[], ${column('title')}::text[],
      ${column('owner_id')}::bigint[], ${column('due_on')}::date[], ${column('status')}::text[], ${column('note')}::text[])
      with ordinality as n (key, statement_key, title, owner_id, due_on, status, note, place)
    order by n.place
    on conflict (tenant_id, assessment_id, key) do nothing`.execute(db)
}

export type Change = Omit<ActionChange, 'actions'>

/** Sets what the change names. */
export async function updateActions(
  db: Db,
  { tenantId }: Scope,
  ids: readonly number[],
  { title, owner_id: ownerId, due_on: dueOn, status, note }: Change,
  { by, at }: { by: number; at: Date },
): Promise<void> {
  const values = [
    title !== undefined && sql`title = ${title}`,
    ownerId !== undefined && sql`owner_id = ${ownerId}::bigint`,
    dueOn !== undefined && sql`due_on = ${dueOn}::date`,
    status !== undefined && sql`status = ${status}`,
    note !== undefined && sql`note = ${note}`,
  ].filter((value) => value !== false)
  await sql`update actions set ${sql.join([...values, sql`version = version + 1`])}, updated_by = ${by},
      updated_at = ${at.toISOString()}
    where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[])`.execute(db)
}

export async function deleteActions(db: Db, { tenantId }: Scope, ids: readonly number[]) {
  await sql`delete from actions
    where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[])`.execute(db)
}

type Move = { from: number | null; to: number; actionIds?: readonly number[] | undefined }

/** Returns the actions that another person owns now, of those that are still to be done. From null: those that need one. */
export async function moveActions(
  db: Db,
  { tenantId }: Scope,
  id: number,
  { from, to, actionIds }: Move,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update actions p set owner_id = ${to}, version = p.version + 1 from assessments a, users u
    where a.tenant_id = ${tenantId} and a.id = ${id} and p.tenant_id = a.tenant_id and p.assessment_id = a.id
      and u.tenant_id = p.tenant_id and u.id = p.owner_id and ${IS_LEFT}
      and ${from === null ? sql`${CAN_OWN} is not true` : sql`p.owner_id = ${from}`}
      and ${actionIds === undefined ? sql`true` : sql`p.id = any(${[...actionIds]}::bigint[])`}
    returning p.id`.execute(db)
  return rows.map((row) => row.id).toSorted((one, other) => one - other)
}
