import type { PlanSummary } from 'contract/plan-summary'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { IS_IN_SCOPE, IS_LEFT } from '#features/assessments/planned.queries.ts'

const MOST_NEXT = 3

type Wanted = { ids: readonly number[]; year: number; userId: number; today: string }

/** The plan of the newest of these assessments up to a year that has one. */
export async function findPlanSummary(
  db: Db,
  { tenantId }: Scope,
  { ids, year, userId, today }: Wanted,
): Promise<PlanSummary | null> {
  const { rows } = await sql<PlanSummary>`
    select a.year, r.id as report_id, c.left, c.overdue, c.done,
      (select coalesce(json_agg(json_build_object('id', n.id, 'title', n.title, 'due_on', n.due_on, 'status', n.status,
          'owner', case when n.owner_id is not null then json_build_object('id', n.owner_id, 'name', n.name) end) order by n.place), '[]')
        from (select p.id, p.title, p.due_on, p.status, p.owner_id, o.name,
            row_number() over (order by p.owner_id is not distinct from ${userId}::bigint desc, p.due_on nulls last, p.id) as place
          from actions p left join users o on o.tenant_id = p.tenant_id and o.id = p.owner_id
          where p.tenant_id = a.tenant_id and p.assessment_id = a.id and ${IS_LEFT} and ${IS_IN_SCOPE}
          order by place limit ${MOST_NEXT}) n) as next
    from assessments a
    cross join lateral (select count(*) filter (where ${IS_LEFT}) as left,
        count(*) filter (where ${IS_LEFT} and p.due_on < ${today}::date) as overdue,
        count(*) filter (where p.status = 'done') as done
      from actions p where p.tenant_id = a.tenant_id and p.assessment_id = a.id and ${IS_IN_SCOPE}) c
    cross join lateral (select id from reports where tenant_id = a.tenant_id and assessment_id = a.id and kind = 'action'
      order by version desc limit 1) r
    where a.tenant_id = ${tenantId} and a.id = any(${[...ids]}::bigint[]) and a.year <= ${year} and c.left + c.done > 0
    order by a.year desc limit 1`.execute(db)
  return rows[0] ?? null
}
