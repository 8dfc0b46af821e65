import type { Comment } from 'contract/comments'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { CAN_BE_ASKED } from '#features/assessments/access.queries.ts'
import { isAnswerAsked } from '#support/applies.queries.ts'
import { isOneOf } from '#support/one-of.queries.ts'

const person = (user: RawBuilder<unknown>) =>
  sql`case when ${user}.id is not null then json_build_object('id', ${user}.id, 'name', ${user}.name) end`

type Which = {
  elementId?: number | undefined
  statementId?: number | undefined
  isResolved?: boolean | undefined
  commentId?: number
}

/** Of what is asked and of statements that the edition no longer has, the oldest first. An element's own come with the latter. */
export async function listComments(
  db: Db,
  { tenantId }: Scope,
  assessmentId: number,
  { elementId, statementId, isResolved, commentId }: Which,
): Promise<Comment[]> {
  const conditions = [
    commentId === undefined
      ? sql`(s.content_set_id <> a.content_set_id or ${isAnswerAsked(sql`c.statement_id`, sql`a`)})`
      : sql`c.id = ${commentId}`,
    statementId === undefined ? undefined : sql`c.statement_id = ${statementId}`,
    elementId === undefined
      ? undefined
      : sql`(s.element_id = ${elementId} or s.content_set_id <> a.content_set_id)`,
    isResolved === undefined ? undefined : sql`(c.resolved_at is not null) = ${isResolved}`,
  ].filter((condition) => condition !== undefined)
  const { rows } = await sql<Comment>`
    select c.id, c.statement_id, case when s.content_set_id = a.content_set_id then s.element_id end as element_id,
      s.text as statement, ${person(sql`author`)} as author, c.text, ${person(sql`asked`)} as asked,
      c.asked_user_id is not null and c.resolved_at is null and ${CAN_BE_ASKED} is not true as needs_person,
      c.version, c.created_at, c.edited_at, c.resolved_at, ${person(sql`resolver`)} as resolved_by
    from comments c
    join assessments a on a.tenant_id = c.tenant_id and a.id = c.assessment_id
    join statements s on s.tenant_id = c.tenant_id and s.id = c.statement_id
    join users author on author.tenant_id = c.tenant_id and author.id = c.author_id
    left join users asked on asked.tenant_id = c.tenant_id and asked.id = c.asked_user_id
    left join users resolver on resolver.tenant_id = c.tenant_id and resolver.id = c.resolved_by
    where c.tenant_id = ${tenantId} and c.assessment_id = ${assessmentId}
      and ${sql.join(conditions, sql` and `)}
    order by c.created_at, c.id`.execute(db)
  return rows
}

export async function findComment(db: Db, scope: Scope, assessmentId: number, commentId: number) {
  const [found] = await listComments(db, scope, assessmentId, { commentId })
  return found
}

export async function findByKey(
  db: Db,
  { tenantId }: Scope,
  assessmentId: number,
  key: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from comments where tenant_id = ${tenantId} and assessment_id = ${assessmentId} and key = ${key}::uuid`.execute(
    db,
  )
  return rows[0]?.id
}

type NewComment = {
  key: string
  statementId: number
  authorId: number
  text: string
  askedId: number | null
}

/** A repeated comment has the id of the first one. */
export async function insertComment(
  db: Db,
  { tenantId }: Scope,
  assessmentId: number,
  { key, statementId, authorId, text, askedId }: NewComment,
): Promise<{ id: number; is_new: boolean }> {
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    with made as (
      insert into comments (tenant_id, assessment_id, statement_id, key, author_id, text, asked_user_id)
      values (${tenantId}, ${assessmentId}, ${statementId}, ${key}::uuid, ${authorId}, ${text}, ${askedId})
      on conflict (tenant_id, assessment_id, key) do nothing returning id
    )
    select id, true as is_new from made union all
    select id, false from comments where tenant_id = ${tenantId} and assessment_id = ${assessmentId} and key = ${key}::uuid
    limit 1`.execute(db)
  if (!rows[0]) throw new Error(`Assessment ${assessmentId} has no comment with this key.`)
  return rows[0]
}

/** False if the text has changed since this version. */
export async function updateText(
  db: Db,
  { tenantId }: Scope,
  { id, version }: Pick<Comment, 'id' | 'version'>,
  { text, at }: { text: string; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update comments set text = ${text}, version = version + 1, edited_at = ${at.toISOString()}
    where tenant_id = ${tenantId} and id = ${id} and version = ${version}`.execute(db)
  return numAffectedRows === 1n
}

export async function updateAsked(
  db: Db,
  { tenantId }: Scope,
  id: number,
  userId: number,
): Promise<void> {
  await sql`update comments set asked_user_id = ${userId} where tenant_id = ${tenantId} and id = ${id}`.execute(
    db,
  )
}

/** Null opens the question again. Who resolved it first stays. */
export async function updateResolution(
  db: Db,
  { tenantId }: Scope,
  id: number,
  by: { userId: number; at: Date } | null,
): Promise<void> {
  await sql`
    update comments set resolved_at = ${by?.at.toISOString() ?? null}::timestamptz, resolved_by = ${by?.userId ?? null}::bigint
    where tenant_id = ${tenantId} and id = ${id} and (resolved_at is null) = ${by !== null}`.execute(
    db,
  )
}

/** The person asked reads the assessment. False if they did before. */
export async function addViewer(
  db: Db,
  { tenantId }: Scope,
  assessmentId: number,
  userId: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into assessment_members as m (tenant_id, assessment_id, user_id, role)
    select ${tenantId}, ${assessmentId}, ${userId}, 'viewer' where not exists (select from assessments a
      where a.tenant_id = ${tenantId} and a.id = ${assessmentId} and a.owner_id = ${userId})
    on conflict (tenant_id, assessment_id, user_id) do update set role = 'viewer', left_at = null where m.left_at is not null`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export type AskedOfUser = {
  id: number
  statement_id: number
  asked_by: Comment['author']
  text: string
}

/** A user's open questions of one assessment. */
export async function listAskedOf(
  db: Db,
  { tenantId }: Scope,
  assessmentId: number,
  userId: number,
): Promise<AskedOfUser[]> {
  const { rows } = await sql<AskedOfUser>`
    select c.id, c.statement_id, json_build_object('id', u.id, 'name', u.name) as asked_by, c.text
    from comments c
    join assessments a on a.tenant_id = c.tenant_id and a.id = c.assessment_id
    join users u on u.tenant_id = c.tenant_id and u.id = c.author_id
    where c.tenant_id = ${tenantId} and c.assessment_id = ${assessmentId} and c.asked_user_id = ${userId}
      and c.resolved_at is null and ${isOneOf(userId)} and ${isAnswerAsked(sql`c.statement_id`, sql`a`)}
    order by c.created_at, c.id`.execute(db)
  return rows
}
