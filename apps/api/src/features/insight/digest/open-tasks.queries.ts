import { type RawBuilder, sql } from 'kysely'
import { statusesToDo } from 'rules/assessment-status'
import { isAnswerAsked, isAsked } from '#support/applies.queries.ts'
import { isInForce } from '#support/in-force.queries.ts'

/** Of a task `w` of a user `u`: its edition in force `c`, their assessment `a` and the due date `d`. */
export const OF_TASK: RawBuilder<unknown> = sql`
  join lateral (select c.title from content_sets c
    where c.tenant_id = u.tenant_id and c.family_id = w.family_id and ${isInForce(sql`w.type`, sql`w.year`)}) c on true
  left join lateral (select a.tenant_id, a.id, a.owner_id, a.scope_levels, a.scope_profiles,
      case when a.owner_id is not null and a.status = 'not_started' then 'in_progress' else a.status end as status
    from assessments a
    join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id and s.family_id = w.family_id
    where a.tenant_id = u.tenant_id and a.year = w.year and a.type = w.type
      and (a.user_id = u.id or a.owner_id = u.id or (a.owner_id is not null and exists (select from assessment_members m
        where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)))
    -- Who answers together has nothing to start alone.
    order by a.owner_id is null, a.id desc limit 1) a on true
  left join due_dates d on d.tenant_id = u.tenant_id and d.family_id = w.family_id and d.year = w.year and d.type = w.type`

/** The elements that a user `u` still answers in the shared assessment `a`. */
const ELEMENTS_LEFT = sql`from element_assignments e
  where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.user_id = u.id and e.done_at is null
    and not exists (select from element_completions d
      where d.tenant_id = e.tenant_id and d.assessment_id = e.assessment_id and d.element_id = e.element_id)
    and ${isAsked(sql`e.element_id`, sql`a`)}`

const QUESTIONS_LEFT = sql`from comments q
  where q.tenant_id = a.tenant_id and q.assessment_id = a.id and q.asked_user_id = u.id and q.resolved_at is null
    and ${isAnswerAsked(sql`q.statement_id`, sql`a`)}`

/** How many elements and questions of a shared assessment `a` wait for a user `u`. */
export const LEFT_TO_DO = sql<number>`((select count(*) ${ELEMENTS_LEFT}) + (select count(*) ${QUESTIONS_LEFT}))::int`

/** Whether something waits for the user `u` in the assessment `a`. Everything is its owner's. */
export const HAS_WORK: RawBuilder<boolean> = sql`(a.owner_id is null or a.owner_id = u.id
  or exists (select ${ELEMENTS_LEFT}) or exists (select ${QUESTIONS_LEFT}))`

/** Whether the user still has something to do. None starts in a past year, and a refused certification can rest. */
export function isOpen(tenantId: number, thisYear: number): RawBuilder<boolean> {
  return sql`case
    when a.id is null then w.year >= ${thisYear}::int
    when w.type = 'self_assessment' then a.status = any(${statusesToDo('self_assessment')}::text[])
    else a.status = any(${statusesToDo('certification')}::text[]) and (a.status <> 'completed' or not exists (
      select from reviews r where r.tenant_id = ${tenantId} and r.assessment_id = a.id and r.status = 'refused')) end`
}
