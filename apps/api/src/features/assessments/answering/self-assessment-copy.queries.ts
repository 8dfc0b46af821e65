import { type RawBuilder, sql } from 'kysely'
import { ANSWER, recordChanged } from '#features/assessments/answer-events.queries.ts'
import { ownedAs } from '#features/assessments/access.queries.ts'
import type { Db, Scope } from '#db/scope.ts'

/** The self-assessment with answers that a certification of the same family of content sets could start from. */
export async function findStart(
  db: Db,
  { tenantId }: Scope,
  { year, set, ...whose }: { owner_id: number; is_shared: boolean; year: number; set: number },
) {
  const { rows } = await sql<{ id: number }>`
    select a.id from assessments a
    join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id and c.family_id = ${set}
    where a.tenant_id = ${tenantId} and ${ownedAs(whose)} and a.year = ${year} and a.type = 'self_assessment'
      and exists (select from responses r where r.tenant_id = a.tenant_id and r.assessment_id = a.id)
    order by a.id desc limit 1`.execute(db)
  return rows[0]?.id
}

/** Whether nothing was answered, written or attached yet. */
export async function isEmpty(db: Db, { tenantId }: Scope, id: number): Promise<boolean> {
  const own = sql`where tenant_id = ${tenantId} and assessment_id = ${id}`
  const { rows } = await sql<{ is_empty: boolean }>`
    select not (exists (select from responses ${own}) or exists (select from notes ${own})
      or exists (select from attachments ${own})) as is_empty`.execute(db)
  return rows[0]?.is_empty === true
}

type Copy = { from: number; id: number; to: number; actorId: number }

/** Rows `w` of a table of the self-assessment, beside the same statement `s` of the certification's edition. */
function copied(table: RawBuilder<unknown>, { to }: Copy) {
  return sql`from ${table} w
    join statements o on o.tenant_id = w.tenant_id and o.id = w.statement_id
    join statements s on s.tenant_id = w.tenant_id and s.content_set_id = ${to} and s.key = o.key`
}

type Responses = Copy & {
  /** Responses that need evidence. */
  asking: readonly number[]
  /** Keys of statements that are another question. */
  toConfirm: readonly string[]
}

/** Returns whether any of them counts as answered. */
export async function copyResponses(db: Db, scope: Scope, copy: Responses): Promise<boolean> {
  const { from, id, actorId, asking, toConfirm } = copy
  await sql`
    with found as (
      select w.*, s.id as new_statement, s.allows_not_applicable, s.key as statement_key, n.id as new_response,
        bool_or(w.state = 1 and n.id = any(${[...asking]}::bigint[])) over (partition by w.statement_id) as is_asking
      ${copied(sql`responses`, copy)}
      left join statement_responses old on old.tenant_id = w.tenant_id and old.id = w.statement_response_id
      left join statement_responses n on n.tenant_id = w.tenant_id and n.statement_id = s.id and n.key = old.key
      where w.tenant_id = ${scope.tenantId} and w.assessment_id = ${from} and w.state in (1, 2)
    ), changed as (
      insert into responses (tenant_id, assessment_id, statement_id, state, statement_response_id, not_applicable_reason, to_confirm, updated_by)
      select tenant_id, ${id}, new_statement, state, new_response, not_applicable_reason,
        to_confirm or coalesce(is_asking, false) or statement_key = any(${[...toConfirm]}::text[]), ${actorId}
      from found
      where new_response is not null or (not_applicable_reason is not null and allows_not_applicable)
      returning *
    )
    ${recordChanged(actorId, { after: ANSWER })}`.execute(db)
  const { rows } = await sql<{ is_any: boolean }>`
    select exists (select from responses where tenant_id = ${scope.tenantId} and assessment_id = ${id}
      and not to_confirm) as is_any`.execute(db)
  return rows[0]?.is_any === true
}

export async function copyNotes(db: Db, scope: Scope, copy: Copy): Promise<void> {
  await sql`
    insert into notes (tenant_id, assessment_id, statement_id, note, last_key, updated_by)
    select w.tenant_id, ${copy.id}, s.id, w.note, gen_random_uuid(), ${copy.actorId}
    ${copied(sql`notes`, copy)}
    where w.tenant_id = ${scope.tenantId} and w.assessment_id = ${copy.from} and w.note <> ''`.execute(
    db,
  )
}

/** Who took part goes on, also for the rule about who reviews. Elements keep their people, without their dates. */
export async function copyPeople(
  db: Db,
  { tenantId }: Scope,
  { from, id }: { from: number; id: number },
): Promise<void> {
  await sql`
    insert into assessment_members (tenant_id, assessment_id, user_id, role, joined_at, left_at)
    select tenant_id, ${id}, user_id, role, joined_at, left_at from assessment_members
    where tenant_id = ${tenantId} and assessment_id = ${from}`.execute(db)
  await sql`
    insert into element_assignments (tenant_id, assessment_id, element_id, user_id)
    select w.tenant_id, ${id}, e.id, w.user_id from element_assignments w
    join elements o on o.tenant_id = w.tenant_id and o.id = w.element_id
    join assessments a on a.tenant_id = w.tenant_id and a.id = ${id}
    join elements e on e.tenant_id = w.tenant_id and e.content_set_id = a.content_set_id and e.key = o.key
    where w.tenant_id = ${tenantId} and w.assessment_id = ${from} and w.user_id is not null`.execute(
    db,
  )
}

/** Both rows refer to one stored file. A file that no one can open stays where it is. */
export async function copyFiles(db: Db, scope: Scope, copy: Copy) {
  const { rows } = await sql<{ id: number; status: string }>`
    insert into attachments (tenant_id, assessment_id, statement_id, key, name, size, piece_bytes, pieces, file_id, status,
      media_type, sha256, uploaded_by, created_at, scanning_since)
    select w.tenant_id, ${copy.id}, s.id, gen_random_uuid(), w.name, w.size, w.piece_bytes, w.pieces, w.file_id, w.status,
      w.media_type, w.sha256, w.uploaded_by, w.created_at, w.scanning_since
    ${copied(sql`attachments`, copy)}
    where w.tenant_id = ${scope.tenantId} and w.assessment_id = ${copy.from} and w.removed_at is null
      and w.status in ('clean', 'scanning')
    order by w.id
    returning id, status`.execute(db)
  return rows
}
