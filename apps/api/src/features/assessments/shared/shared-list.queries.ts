import type { Offered, SharedAssessment } from 'contract/shared-assessments'
import { sql } from 'kysely'
import type { Db, Scope } from '#db/scope.ts'
import { inScope } from '#db/in-scope.ts'
import { answeredIn } from '#features/assessments/answered.queries.ts'
import { applies } from '#support/applies.queries.ts'
import { isInForce } from '#support/in-force.queries.ts'
import type { VisibleScope } from '#support/tenant-scope.ts'
import { PEOPLE } from './shared.queries.ts'

/** Of the visible organisations, the newest year first. */
export async function listShared(db: Db, scope: VisibleScope): Promise<SharedAssessment[]> {
  const ofStatement = sql`r.tenant_id = a.tenant_id and r.assessment_id = a.id and r.statement_id = s.id`
  const { rows } = await sql<SharedAssessment>`
    select a.id, json_build_object('id', t.id, 'name', t.name) as tenant, c.title, c.language, a.year, a.type, a.status,
      json_build_object('id', o.id, 'name', o.name) as owner, ${PEOPLE},
      (select count(*) from statements s where s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id and ${applies(sql`s`, sql`a`)}) as total,
      (select count(*) from statements s where s.tenant_id = a.tenant_id and s.content_set_id = a.content_set_id and ${applies(sql`s`, sql`a`)}
        and exists (${answeredIn(ofStatement)})) as answered,
      (select json_build_object('number', e.number, 'valid_until', e.valid_until) from certifications e
        where e.tenant_id = a.tenant_id and e.assessment_id = a.id and e.revoked_at is null and e.superseded_at is null) as certificate
    from assessments a
    join content_sets c on c.tenant_id = a.tenant_id and c.id = a.content_set_id
    join users o on o.tenant_id = a.tenant_id and o.id = a.owner_id
    join tenants t on t.id = a.tenant_id
    where ${inScope('a.tenant_id', scope)} and a.owner_id is not null
    order by a.year desc, t.name, c.title, a.type desc, a.id`.execute(db)
  return rows
}

type Available = Omit<Offered, 'scope'> & { id: number; has_groups: boolean }

/** The content sets in force without a shared assessment of the year. */
export async function listAvailable(
  db: Db,
  { tenantId }: Scope,
  year: number,
): Promise<Available[]> {
  const { rows } = await sql<Available>`
    select c.id, c.groups is not null as has_groups, c.family_id, w.type, c.title, c.language from content_sets c
    cross join (values ('self_assessment', 1), ('certification', 2)) w(type, place)
    where c.tenant_id = ${tenantId} and ${isInForce(sql`w.type`, year)}
      and not exists (select from assessments a where a.tenant_id = c.tenant_id and a.family_id = c.family_id
        and a.year = ${year} and a.type = w.type and a.owner_id is not null)
    order by c.title, w.place`.execute(db)
  return rows
}
