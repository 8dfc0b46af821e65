import type { PlanStatus } from 'contract/plan-summary'
import { type RawBuilder, sql } from 'kysely'
import { referenceOf } from 'rules/reference'
import type { Db, Scope } from '#db/scope.ts'
import { IS_ELIGIBLE } from '#support/active-users.queries.ts'
import { applies } from '#support/applies.queries.ts'

/** Whether a planned action `p` is still to be done. */
export const IS_LEFT: RawBuilder<boolean> = sql`(p.status in ('open', 'in_progress'))`

/** Whether an assessment asks the statement of a planned action `p`, or its edition no longer has it. */
export function isActionAsked(a: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`((${a}.scope_levels is null and ${a}.scope_profiles is null)
    or not exists (select from statements x where x.tenant_id = ${a}.tenant_id and x.content_set_id = ${a}.content_set_id
      and x.key = p.statement_key and not ${applies(sql`x`, a)}))`
}

export const IS_IN_SCOPE = isActionAsked(sql`a`)

/** Whether a user `u` can own an action of the assessment `a`. */
export const CAN_OWN: RawBuilder<boolean> = sql`(case when a.user_id is not null then u.id = a.user_id
  else ${IS_ELIGIBLE} and (u.id = a.owner_id or exists (select from assessment_members m
    where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)) end)`

/** The statement `s` of a planned action `p`, in the edition of its assessment `a` or else in the newest one that has it. */
export const STATEMENT_OF_ACTION = {
  join: sql`left join lateral (
    select s.text, e.title as element, (e.position + 1) || '.' || (s.position + 1) as number, s.position,
      e.position as element_position
    from content_sets mine
    join content_sets c on c.tenant_id = mine.tenant_id and c.family_id = mine.family_id
    join statements s on s.tenant_id = c.tenant_id and s.content_set_id = c.id and s.key = p.statement_key
    join elements e on e.tenant_id = s.tenant_id and e.id = s.element_id
    where mine.tenant_id = a.tenant_id and mine.id = a.content_set_id
    order by c.id = a.content_set_id desc, c.version desc limit 1) s on true`,
  shown: sql`case when s.text is not null then json_build_object('text', s.text, 'element', s.element, 'number', s.number) end`,
}

export type Planned = {
  title: string
  status: PlanStatus
  owner: string | null
  due_on: string | null
  note: string
  reference: string
  element: string
  is_in_scope: boolean
}

/** The plan of an assessment for a print, by statement. */
export async function listPlanned(db: Db, { tenantId }: Scope, id: number): Promise<Planned[]> {
  const { rows } = await sql<Omit<Planned, 'reference'> & { key: string; number: string | null }>`
    select p.title, p.status, u.name as owner, p.due_on::text as due_on, p.note, p.statement_key as key, s.number,
      coalesce(s.element, '') as element, ${IS_IN_SCOPE} as is_in_scope
    from actions p
    join assessments a on a.tenant_id = p.tenant_id and a.id = p.assessment_id
    left join users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
    ${STATEMENT_OF_ACTION.join}
    where p.tenant_id = ${tenantId} and p.assessment_id = ${id}
    order by s.element_position nulls last, s.position, p.statement_key, p.id`.execute(db)
  return rows.map(({ key, number, ...row }) => ({
    ...row,
    reference: number === null ? key : referenceOf({ key, number }),
  }))
}
