import type { NoticeKind } from 'contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'

export type Notice = {
  kind: NoticeKind
  assessmentId: number
  elementIds?: readonly number[]
  statementId?: number
  /** Of a plan. */
  actionIds?: readonly number[]
  /** Null: no one. Who does something isn't told about it. */
  by: number | null
  at: Date
  /** The day of the digest that has it, or of the mail about it alone. Without one it goes into the next digest. */
  toldOn?: string
}

/** Puts something behind the bells of these users and into their next digest. */
export async function tell(
  db: Db,
  { tenantId }: Scope,
  userIds: readonly number[],
  { kind, assessmentId, elementIds = [], statementId, actionIds = [], by, at, toldOn }: Notice,
): Promise<void> {
  const elements = elementIds.length === 0 ? sql`(values (null::bigint)) e(id)` : listed(elementIds)
  const actions = sql`unnest(${actionIds.length === 0 ? [null] : [...actionIds]}::bigint[]) p(id)`
  await sql`
    insert into notifications (tenant_id, user_id, kind, family_id, year, type, sent_by, created_at, assessment_id,
      element_id, statement_id, action_id, told_on)
    select ${tenantId}, u.id, ${kind}, c.family_id, a.year, a.type, coalesce(${by}::bigint, u.id), ${at.toISOString()},
      a.id, e.id, ${statementId ?? null}::bigint, p.id, ${toldOn ?? null}::date
    from assessments a join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
    cross join unnest(${[...new Set(userIds)]}::bigint[]) u(id) cross join ${elements} cross join ${actions}
    where a.tenant_id = ${tenantId} and a.id = ${assessmentId} and u.id is distinct from ${by}::bigint`.execute(
    db,
  )
}

/** Removes what was told of these elements, because it has changed. */
export async function forgetNotices(
  db: Db,
  { tenantId }: Scope,
  {
    kind,
    assessmentId,
    elementIds,
  }: Required<Pick<Notice, 'kind' | 'assessmentId' | 'elementIds'>>,
): Promise<void> {
  await sql`delete from notifications where tenant_id = ${tenantId} and kind = ${kind}
    and assessment_id = ${assessmentId} and element_id = any(${[...elementIds]}::bigint[])`.execute(
    db,
  )
}

/** Whether a user was ever told this about an assessment. */
export async function wasTold(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  { kind, assessmentId }: Pick<Notice, 'kind' | 'assessmentId'>,
): Promise<boolean> {
  const { rows } = await sql`select from notifications
    where tenant_id = ${tenantId} and user_id = ${userId} and assessment_id = ${assessmentId} and kind = ${kind} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

function listed(ids: readonly number[]): RawBuilder<unknown> {
  return sql`unnest(${[...ids]}::bigint[]) e(id)`
}

/** Of a shared assessment, without its owner. Undefined for an assessment of one user. */
export async function listMembers(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<{ members: number[] }>`
    select array(select m.user_id from assessment_members m where m.tenant_id = a.tenant_id and m.assessment_id = a.id
      and m.left_at is null and m.user_id <> a.owner_id) as members
    from assessments a where a.tenant_id = ${tenantId} and a.id = ${id} and a.owner_id is not null`.execute(
    db,
  )
  return rows[0]?.members
}
