import type { OrganisationResult } from 'contract/dashboard'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { applies } from '#support/applies.queries.ts'
import { answeredIn } from '#features/assessments/answered.queries.ts'
import { IS_LEFT, isActionAsked } from '#features/assessments/planned.queries.ts'

/** The shared assessments of a year, with the plan of the newest one of the same content set that has one. */
export async function listOrganisationResults(
  db: Db,
  { tenantId }: Scope,
  { year, today }: { year: number; today: string },
): Promise<OrganisationResult[]> {
  const { rows } = await sql<OrganisationResult>`
    select a.id, a.type, a.status, c.title, c.language, c.scale, c.lowest_level,
      json_build_object('id', o.id, 'name', o.name) as owner, s.total, s.answered,
      (select r.current_score from reports r where r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.kind = 'action'
        order by r.version desc limit 1) as current,
      before.result as before, plan.counts as plan
    from assessments a
    join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
    join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
    cross join lateral (
      select count(*) as total, count(*) filter (where exists (${answeredIn(sql`r.tenant_id = a.tenant_id and r.assessment_id = a.id
        and r.statement_id = s.id`)})) as answered
      from statements s where s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id and ${applies(sql`s`, sql`a`)}) s
    left join lateral (
      select json_build_object('year', b.year, 'current', r.current_score) as result
      from assessments b join reports r on r.tenant_id = b.tenant_id and r.assessment_id = b.id and r.kind = 'action'
      where b.tenant_id = a.tenant_id and b.family_id = a.family_id and b.type = a.type and b.year < a.year
      order by b.year desc, r.version desc limit 1) before on true
    left join lateral (
      select json_build_object('year', b.year, 'done', count(*) filter (where p.status = 'done'),
        'left', count(*) filter (where ${IS_LEFT}), 'overdue', count(*) filter (where ${IS_LEFT} and p.due_on < ${today}::date)) as counts
      from assessments b join actions p on p.tenant_id = b.tenant_id and p.assessment_id = b.id and p.status <> 'dropped'
        and ${isActionAsked(sql`b`)}
      where b.tenant_id = a.tenant_id and b.family_id = a.family_id and b.type = a.type and b.year <= a.year
      group by b.year order by b.year desc limit 1) plan on true
    where a.tenant_id = ${tenantId} and a.owner_id is not null and a.year = ${year}
    order by a.type desc, c.title, a.id`.execute(db)
  return rows
}
