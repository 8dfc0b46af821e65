import type { Changes, NoteChanged, StatementChange } from 'contract/presence'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { applies } from '#support/applies.queries.ts'

/** As the function share_presence has it: a visit ends an hour after the last request. */
const VISIT = sql`interval '1 hour'`

/** The end of the user's visit before this one. Null on their first. */
export async function findLastVisit(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  id: number,
): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select case when seen_at < now() - ${VISIT} then seen_at else before_at end as since from assessment_visits
    where tenant_id = ${tenantId} and assessment_id = ${id} and user_id = ${userId}`.execute(db)
  return rows[0]?.since ?? null
}

/** Events have the ids of the edition in which they happened, so statements are found by their keys. */
export async function listChanged(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  { id, since }: { id: number; since: string },
): Promise<Changes['statements']> {
  const { rows } = await sql<Changes['statements'][number]>`
    select s.id as statement_id, s.element_id
    from assessments a
    join statements s on s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id and ${applies(sql`s`, sql`a`)}
    where a.tenant_id = ${tenantId} and a.id = ${id} and (s.tenant_id, s.key) in (
      select old.tenant_id, old.key from response_events h join statements old on old.tenant_id = h.tenant_id and old.id = h.statement_id
      where h.tenant_id = ${tenantId} and h.assessment_id = ${id} and h.at > ${since} and h.user_id <> ${userId}
      union
      select old.tenant_id, old.key from notes n join statements old on old.tenant_id = n.tenant_id and old.id = n.statement_id
      where n.tenant_id = ${tenantId} and n.assessment_id = ${id} and n.updated_at > ${since} and n.updated_by <> ${userId})
    order by s.id`.execute(db)
  return rows
}

/** Whether a statement, also of an earlier edition, is one of the assessment. */
export async function isStatementOf(
  db: Db,
  { tenantId }: Scope,
  { id, statementId }: { id: number; statementId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from assessments a
    join statements s on s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id
    join statements asked on asked.tenant_id = s.tenant_id and asked.key = s.key
    where a.tenant_id = ${tenantId} and a.id = ${id} and asked.id = ${statementId} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Who changed the note last. Null if it has never had one. */
export async function findNoteChange(
  db: Db,
  { tenantId }: Scope,
  { id, statementId }: { id: number; statementId: number },
): Promise<NoteChanged | null> {
  const { rows } = await sql<NoteChanged>`
    select json_build_object('id', u.id, 'name', u.name) as by, n.updated_at as at
    from statements asked
    join statements s on s.tenant_id = asked.tenant_id and s.key = asked.key
    join notes n on n.tenant_id = s.tenant_id and n.statement_id = s.id and n.assessment_id = ${id}
    join users u on u.tenant_id = n.tenant_id and u.id = n.updated_by
    where asked.tenant_id = ${tenantId} and asked.id = ${statementId}
    order by n.updated_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

const MOST = 100

/** The last change first. A confirmed answer that stayed the same is none. */
export async function listHistory(
  db: Db,
  { tenantId }: Scope,
  { id, statementId }: { id: number; statementId: number },
): Promise<StatementChange[]> {
  const { rows } = await sql<StatementChange>`
    select h.state, h.version, h.at, json_build_object('id', u.id, 'name', u.name) as by,
      json_build_object('label', b.label, 'reason', h.before_reason) as before,
      json_build_object('label', o.label, 'reason', h.after_reason, 'statement_response_id', r.id) as after
    from assessments a
    join statements s on s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id
      and s.key = (select asked.key from statements asked where asked.tenant_id = a.tenant_id and asked.id = ${statementId})
    join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
    join content_sets f on f.tenant_id = a.tenant_id and f.family_id = c.family_id
    join statements old on old.tenant_id = a.tenant_id and old.content_set_id = f.id and old.key = s.key
    join response_events h on h.tenant_id = a.tenant_id and h.assessment_id = a.id and h.statement_id = old.id
    join users u on u.tenant_id = h.tenant_id and u.id = h.user_id
    left join statement_responses b on b.tenant_id = h.tenant_id and b.id = h.before_response_id
    left join statement_responses o on o.tenant_id = h.tenant_id and o.id = h.after_response_id
    left join statement_responses r on r.tenant_id = s.tenant_id and r.statement_id = s.id and r.key = o.key
    where a.tenant_id = ${tenantId} and a.id = ${id} and h.state in (1, 2)
      and (h.before_response_id, h.before_reason) is distinct from (h.after_response_id, h.after_reason)
    order by h.at desc, h.state, h.version desc limit ${MOST}`.execute(db)
  return rows
}
