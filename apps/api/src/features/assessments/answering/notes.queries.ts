import { sql } from 'kysely'
import type { NoteChange } from 'contract/answers'
import type { Note } from 'contract/assessments'
import type { Actor } from '#core/context.ts'
import type { Scope, Db } from '#db/scope.ts'

export async function upsertNote(
  db: Db,
  scope: Scope,
  actor: Actor,
  assessmentId: number,
  { statement_id, note, version, key }: NoteChange,
) {
  const { rows } = await sql<Note>`
    insert into notes as n (tenant_id, assessment_id, statement_id, note, last_key, updated_by)
    select ${scope.tenantId}, ${assessmentId}, ${statement_id}, ${note}, ${key}::uuid, ${actor.id}
    where ${version}::int = 0 or exists (
      select from notes where tenant_id = ${scope.tenantId} and assessment_id = ${assessmentId} and statement_id = ${statement_id})
    on conflict (tenant_id, assessment_id, statement_id) do update
      set note = excluded.note, last_key = excluded.last_key, version = n.version + 1, updated_at = now(), updated_by = excluded.updated_by
      where n.version = ${version}
    returning statement_id, note, version, updated_at`.execute(db)
  return rows[0]
}

/** With the colleague who saved it, unless it was the user. */
export async function findNote(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  assessmentId: number,
  statementId: number,
) {
  const { rows } = await sql<Note & { last_key: string; saved_by: string | null }>`
    select n.statement_id, n.note, n.version, n.updated_at, n.last_key, u.name as saved_by
    from notes n left join users u on u.tenant_id = n.tenant_id and u.id = n.updated_by and u.id <> ${userId}
    where n.tenant_id = ${tenantId} and n.assessment_id = ${assessmentId} and n.statement_id = ${statementId}`.execute(
    db,
  )
  return rows[0]
}
