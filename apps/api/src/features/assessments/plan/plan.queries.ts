import type { OpenAction } from 'contract/assignments'
import type { PlannedAction } from 'contract/plan'
import type { PlanStatus } from 'contract/plan-summary'
import type { Person } from 'contract/shared-assessments'
import { sql } from 'kysely'
import { referenceOf } from 'rules/reference'
import type { Db, Scope } from '#db/scope.ts'
import { IS_SHARED, OWNER, mayUse } from '#features/assessments/access.queries.ts'
import { applies } from '#support/applies.queries.ts'
import { IS_ELIGIBLE } from '#support/active-users.queries.ts'
import {
  CAN_OWN,
  IS_IN_SCOPE,
  IS_LEFT,
  STATEMENT_OF_ACTION,
} from '#features/assessments/planned.queries.ts'

export type PlanOf = {
  id: number
  year: number
  owner_id: number
  is_shared: boolean
  may_manage: boolean
  is_contributor: boolean
}

/** Undefined for an assessment that the user may not read. */
export async function findPlan(
  db: Db,
  { tenantId }: Scope,
  userId: number,
  id: number,
): Promise<PlanOf | undefined> {
  const { rows } = await sql<PlanOf>`
    select a.id, a.year, ${OWNER} as owner_id, ${IS_SHARED} as is_shared,
      ${mayUse({ userId, to: 'manage' })} as may_manage,
      exists (select from assessment_members m where m.tenant_id = a.tenant_id and m.assessment_id = a.id
        and m.user_id = ${userId} and m.role = 'contributor' and m.left_at is null) as is_contributor
    from assessments a where a.tenant_id = ${tenantId} and a.id = ${id} and ${mayUse({ userId, to: 'read' })}`.execute(
    db,
  )
  return rows[0]
}

/** Who can own an action: the owner of the assessment and, of a shared one, its active members. */
export async function listPlanPeople(db: Db, { tenantId }: Scope, id: number): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.name from assessments a
    cross join lateral (select ${OWNER} union select m.user_id from assessment_members m
      where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.left_at is null) p(id)
    join users u on u.tenant_id = a.tenant_id and u.id = p.id
    where a.tenant_id = ${tenantId} and a.id = ${id} and (a.user_id is not null or ${IS_ELIGIBLE})
    order by u.name, u.id`.execute(db)
  return rows
}

export type ActionRow = Omit<PlannedAction, 'statement' | 'may'> & {
  created_by: number
  statement: { text: string; element: string; number: string } | null
}

/** By statement. Actions for statements that no edition has any more are last. */
export async function listActions(
  db: Db,
  { tenantId }: Scope,
  id: number,
  ids?: readonly number[],
): Promise<ActionRow[]> {
  const { rows } = await sql<ActionRow>`
    select p.id, p.assessment_id, p.statement_key, ${STATEMENT_OF_ACTION.shown} as statement, p.title,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as owner,
      p.owner_id is not null and ${IS_LEFT} and ${CAN_OWN} is not true as needs_person, ${IS_IN_SCOPE} as is_in_scope,
      p.due_on::text as due_on, p.status, p.note, p.version, p.created_by,
      (select e.name from users e where e.tenant_id = p.tenant_id and e.id = p.updated_by and e.removed_at is null) as updated_by,
      p.updated_at
    from actions p
    join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
    left join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
    ${STATEMENT_OF_ACTION.join}
    where p.tenant_id = ${tenantId} and p.assessment_id = ${id}
      and ${ids === undefined ? sql`true` : sql`p.id = any(${[...ids]}::bigint[])`}
    order by s.element_position nulls last, s.position, p.statement_key, p.id`.execute(db)
  return rows
}

/** Another change of these actions waits until the transaction ends. */
export async function lockActions(
  db: Db,
  { tenantId }: Scope,
  id: number,
  ids: readonly number[],
): Promise<void> {
  await sql`select from actions where tenant_id = ${tenantId} and assessment_id = ${id}
    and id = any(${[...ids]}::bigint[]) order by id for update`.execute(db)
}

export function statementOf({
  statement_key: key,
  statement,
}: Pick<ActionRow, 'statement' | 'statement_key'>): PlannedAction['statement'] {
  if (statement === null) return null
  const { number, text, element } = statement
  return { reference: referenceOf({ key, number }), text, element }
}

/** The statements of the assessment's edition with these keys. */
export async function listStatementKeys(
  db: Db,
  { tenantId }: Scope,
  id: number,
  keys: readonly string[],
): Promise<{ key: string; is_asked: boolean }[]> {
  const { rows } = await sql<{ key: string; is_asked: boolean }>`
    select s.key, ${applies(sql`s`, sql`a`)} as is_asked from assessments a
    join statements s on s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id
    where a.tenant_id = ${tenantId} and a.id = ${id} and s.key = any(${[...keys]}::text[])`.execute(
    db,
  )
  return rows
}

type Known = { id: number; key: string; statement_key: string; status: PlanStatus }

export async function listKnown(db: Db, { tenantId }: Scope, id: number): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select id, key, statement_key, status from actions where tenant_id = ${tenantId} and assessment_id = ${id}`.execute(
    db,
  )
  return rows
}

/** The newest action report of an assessment. */
export async function findPlanReport(db: Db, { tenantId }: Scope, id: number) {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from reports where tenant_id = ${tenantId} and assessment_id = ${id} and kind = 'action'
    order by version desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** The actions, still to be done, of people who no longer take part. */
export async function listOpenActions(
  db: Db,
  { tenantId }: Scope,
  id: number,
): Promise<OpenAction[]> {
  const { rows } = await sql<OpenAction>`
    select p.id, p.title, json_build_object('id', u.id, 'name', u.name) as owner
    from actions p
    join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
    join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
    where p.tenant_id = ${tenantId} and p.assessment_id = ${id} and ${IS_LEFT} and ${IS_IN_SCOPE} and ${CAN_OWN} is not true
    order by p.due_on nulls last, p.id`.execute(db)
  return rows
}
