import { type RawBuilder, sql } from 'kysely'
import { statusesToDo } from 'rules/assessment-status'
import { isInForce } from '#support/in-force.queries.ts'

/** Of a task `w` of a user `u`: its edition in force `c`, their assessment `a` and the due date `d`. */
export const OF_TASK: RawBuilder<unknown> = sql`
  join lateral (select c.title from content_sets c
    where c.tenant_id = u.tenant_id and c.family_id = w.family_id and ${isInForce(sql`w.type`, sql`w.year`)}) c on true
  left join lateral (select a.id,
      case when a.owner_id is not null and a.status = 'not_started' then 'in_progress' else a.status end as status
    from assessments a
    join content_sets s on s.tenant_id = a.tenant_id and s.id = a.content_set_id and s.family_id = w.family_id
    where a.tenant_id = u.tenant_id and a.year = w.year and a.type = w.type
      and (a.user_id = u.id or a.owner_id = u.id or (a.owner_id is not null and exists (select from assessment_members m
        where m.tenant_id = a.tenant_id and m.assessment_id = a.id and m.user_id = u.id and m.left_at is null)))
    -- Who answers together has nothing to start alone.
    order by a.owner_id is null, a.id desc limit 1) a on true
  left join due_dates d on d.tenant_id = u.tenant_id and d.family_id = w.family_id and d.year = w.year and d.type = w.type`

/** Whether the user still has something to do. None starts in a past year, and a refused certification can rest. */
export function isOpen(tenantId: number, thisYear: number): RawBuilder<boolean> {
  return sql`case
    when a.id is null then w.year >= ${thisYear}::int
    when w.type = 'self_assessment' then a.status = any(${statusesToDo('self_assessment')}::text[])
    else a.status = any(${statusesToDo('certification')}::text[]) and (a.status <> 'completed' or not exists (
      select from reviews r where r.tenant_id = ${tenantId} and r.assessment_id = a.id and r.status = 'refused')) end`
}
